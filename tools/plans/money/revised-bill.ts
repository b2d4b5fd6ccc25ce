import { approvedBill } from '../../../src/domain/bills/bill.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { type BillTerm, type BillTermValues, listRevisedTerms } from '../../../src/domain/bills/bill.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import type { Plan } from '../../../src/mcp/tool/plan.ts';
import { formatPayee } from '../../bills/bill-checks.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import type { BillRecord } from '../../records/record-types.ts';
import { applyChange } from './stepped-bill.ts';
import type { PlanPart, Promised, RawSubject } from '../kit/plan-part.ts';

/** Change of an approved bill, which is an approval of the changed bill. */
export interface RevisedBill extends PlanPart {
  /** The bill with the change made; undefined where the change touches no approval. */
  readonly bill?: BillRecord;
  /** Amounts that are approved anew: the bill's, or what a payment has left open of it. */
  readonly approved: readonly Promised[];
}

const noApproval: RevisedBill = { approved: [] };

const termWords: Readonly<Record<BillTerm, string>> = {
  amount: 'amount',
  payee: 'payee',
  reference: 'reference',
  dueDate: 'due date',
  paymentTerm: 'payment term',
};

/**
 * Plans a change of an approved bill as an approval of the changed bill. It counts whether or not the API returns the bill
 * to review: which APIs do cannot be known before the change.
 */
export function reviseBill(
  name: OperationName,
  input: JsonObject,
  { current, relatedRecords }: RawSubject,
): RevisedBill {
  if (name !== 'bills.update' || !current) return noApproval;
  // What the API's own reading of bills returned has this shape.
  const bill = current as unknown as BillRecord;
  if (!isMet(approvedBill, bill)) return noApproval;
  const revised = applyTerms(bill, input, relatedRecords);
  const terms = listRevisedTerms(getTerms(bill), getTerms(revised));
  if (terms.length === 0) return noApproval;
  if (bill.amountPaid > 0 && terms.includes('amount')) throw buildPaidError(bill);
  const amountCents = Math.max(toAmountCents(revised.amount) - toAmountCents(bill.amountPaid), 0);
  const { currency } = bill;
  const money = formatMoney(amountCents, currency);
  const words = terms.map((term) => termWords[term]).join(', ');
  return {
    bill: revised,
    approved: [{ currency, amountCents, payee: getTerms(bill).payeeId }],
    gate: 'approve',
    money: [{ currency, amountCents }],
    hits: [
      `${bill.friendlyId} is approved: another ${words} counts as an approval of ${money} for ${formatPayee(bill)}.`,
    ],
    lines:
      bill.amountPaid > 0
        ? [`${bill.friendlyId} stays approved, because payments are on it.`]
        : [
            `${bill.friendlyId} goes back to review, where the API keeps approvals to the approved terms: then approve_bills approves it again before it is paid.`,
          ],
    undo: `What was there can be put back; ${bill.friendlyId} is approved again where it went back to review.`,
    undoCall: 'undo',
  };
}

/** Returns the bill as the change leaves it, with the fee of its new term where that was read. */
function applyTerms(bill: BillRecord, input: JsonObject, relatedRecords: RawSubject['relatedRecords']): BillRecord {
  const { paymentTermId } = input;
  const changed = applyChange(bill, input);
  if (typeof paymentTermId !== 'string' || paymentTermId === bill.paymentTerm?.id) return changed;
  const term =
    relatedRecords.find(({ record }) => record['id'] === paymentTermId)?.record ?? buildUnreadTerm(paymentTermId);
  // What the API's own reading of payment terms returned has this shape; one that could not be read has no fee.
  return { ...changed, paymentTerm: term as unknown as BillRecord['paymentTerm'] };
}

const buildUnreadTerm = (id: string) => ({ id, quickPayFee: null });

/** Returns the terms of a bill. An invoice date counts as a due date, because an API may derive one from the other. */
const getTerms = (bill: BillRecord): BillTermValues => ({
  amountCents: toAmountCents(bill.amount),
  payeeId: (bill.carrierFactor ?? bill.carrier ?? bill.vendor)?.id ?? null,
  reference: bill.reference,
  dueDate: `${bill.invoiceDate} ${bill.dueDate}`,
  paymentTermId: bill.paymentTerm?.id ?? null,
});

const buildPaidError = ({ friendlyId, amountPaid, currency }: BillRecord) =>
  withNextActions(
    new WaybillError(
      'CONFLICT',
      `${formatWireAmount(amountPaid, currency)} is paid on ${friendlyId}: its amount stays as it was approved. Take the payment back first.`,
    ),
    [
      {
        tool: 'reverse_bill',
        arguments: { bill: friendlyId, what: 'payment' },
        why: 'takes the payment back; a person approves',
      },
    ],
  );

/** Describes how a bill is approved again that an approved change has returned to review. */
export function describeReview(
  { moves = [] }: Pick<Plan, 'moves'>,
  answer: unknown,
): { readonly lines: readonly string[]; readonly nextActions: readonly NextAction[] } {
  const isRevision = moves.some(({ operation }) => operation === 'bills.update');
  if (!isRevision || !isPlainRecord(answer) || answer['status'] !== 'IN_REVIEW') return { lines: [], nextActions: [] };
  const number = String(answer['friendlyId']);
  return {
    lines: [`${number} is in review again: it is paid once it is approved.`],
    nextActions: [{ tool: 'approve_bills', arguments: { bills: [number] }, why: 'approves what it says now' }],
  };
}
