import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { fromCents } from '../../../src/domain/money/money.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { BillRecord } from '../../records/record-types.ts';
import type { RelatedStep } from '../kit/related-step.ts';

/** Returns the bill that a call is about as the earlier steps of its plan leave it; any other record stays as it is. */
export function applySteps(
  name: OperationName,
  current: JsonObject | undefined,
  relatedSteps: readonly RelatedStep[],
): JsonObject | undefined {
  if (!current || !name.startsWith('bills.')) return current;
  // What the API's own reading of bills returned has this shape.
  const bill = relatedSteps.reduce(applyStep, current as unknown as BillRecord);
  return { ...bill };
}

function applyStep(bill: BillRecord, { operation, input }: RelatedStep): BillRecord {
  if (operation === 'billPayments.delete') return removePayment(bill, input['id']);
  if (input['id'] !== bill.id) return bill;
  if (operation === 'bills.unapprove') return { ...bill, status: 'IN_REVIEW' };
  if (operation === 'bills.update') return applyChange(bill, input);
  return bill;
}

function removePayment(bill: BillRecord, paymentId: unknown): BillRecord {
  const payments = bill.payments.filter(({ paymentGroupId }) => paymentGroupId !== paymentId);
  if (payments.length === bill.payments.length) return bill;
  const paidCents = payments.reduce((sum, { amount }) => sum + toAmountCents(amount), 0);
  const openCents = toAmountCents(bill.amount) - paidCents;
  return {
    ...bill,
    payments,
    status: openCents > 0 ? 'APPROVED_TO_PAY' : bill.status,
    amountPaid: fromCents(paidCents),
    amountOwed: fromCents(openCents),
  };
}

/** Returns the bill with the values that an input of `bills.update` names, as far as they stand in the record. */
export function applyChange(bill: BillRecord, { amount, reference, dueDate, invoiceDate }: JsonObject): BillRecord {
  const change = { amount, reference, dueDate, invoiceDate };
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const owed = typeof amount === 'number' && {
    amountOwed: fromCents(toAmountCents(amount) - toAmountCents(bill.amountPaid)),
  };
  return { ...bill, ...values, ...owed };
}
