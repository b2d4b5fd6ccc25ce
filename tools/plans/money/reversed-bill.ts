import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText, typedText } from '../../../src/mcp/text/text.ts';
import { payeeText } from '../../bills/bill-checks.ts';
import { amountText } from '../../records/amounts.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { BillPaymentRecord, BillRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** What moves along when a bill, its approval or a payment is taken back. */
export async function reversedBill(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<PlanPart> {
  if (!current) return {};
  // What the API's own reading of bills and their payments returned has these shapes.
  const bill = current as unknown as BillRecord;
  if (name === 'bills.unapprove') return unapproved(bill);
  if (name === 'bills.delete' || name === 'bills.revert') return removed(ctx, bill, input);
  const payment = current as unknown as BillPaymentRecord;
  if (name === 'billPayments.sendRemittance') return { title: remittanceTitle(payment) };
  return name === 'billPayments.delete' ? paymentGone(payment) : {};
}

const facts = (bill: BillRecord) =>
  `${bill.friendlyId} of ${payeeText(bill)}, ${amountText(bill.amount, bill.currency)}`;
const workOf = ({ loadKey, shipmentKey }: BillRecord) => loadKey ?? shipmentKey ?? 'what it is for';

function unapproved(bill: BillRecord): PlanPart {
  if (bill.amountPaid > 0)
    throw withNextActions(
      new WaybillError(
        'CONFLICT',
        `${bill.friendlyId} is paid with ${amountText(bill.amountPaid, bill.currency)}: take the payment back first.`,
      ),
      [
        {
          tool: 'reverse_bill',
          arguments: { bill: bill.friendlyId, what: 'payment' },
          why: 'takes the payment back; a person approves',
        },
      ],
    );
  return {
    title: `Take the approval of ${facts(bill)} back`,
    lines: [`${bill.friendlyId}: approved to pay -> in review, and so ${workOf(bill)}; nothing is paid on it`],
    undo: `approve_bills ${JSON.stringify({ bills: [bill.friendlyId] })} approves it again.`,
  };
}

async function removed(ctx: ToolContext, bill: BillRecord, { reason }: JsonObject): Promise<PlanPart> {
  const ids = [...new Set(bill.payments.map(({ paymentGroupId }) => paymentGroupId))];
  const payments = await Promise.all(ids.map((id) => orUnknown(() => ctx.api.billPayments.get({ id, by: 'id' }))));
  const known = payments.filter((payment) => payment !== undefined);
  const unread = payments.length - known.length;
  return {
    title: `Delete bill ${facts(bill)}`,
    lines: [
      `${workOf(bill)}: awaits its bill again`,
      ...known.map((payment) => shrinkLine(payment, bill)),
      ...(unread > 0 ? [`${unread} payments on it could not be read.`] : []),
      ...(typeof reason === 'string' ? [`Reason: ${recordText(reason)}`] : []),
    ],
    members: new Set(['reason']),
    records: known.map((payment) => ({ resource: 'billPayments', record: { ...payment } })),
    ids: new Set(known.map(({ id }) => id)),
    undo: `Cannot be undone: record_bill records it anew${known.length > 0 ? ', approve_bills and pay_bills follow' : ''}.`,
  };
}

function shrinkLine(
  { friendlyId, applications, totalAmount, currency, paymentDate }: BillPaymentRecord,
  bill: BillRecord,
) {
  const own = applications.filter(({ billId }) => billId === bill.id);
  const others = applications.filter(({ billId }) => billId !== bill.id).map((one) => one.billFriendlyId ?? 'a bill');
  const cents = own.map(({ amount }) => amountText(amount, currency)).join(' and ');
  const what = `Payment ${friendlyId} of ${paymentDate}, ${amountText(totalAmount, currency)}`;
  return others.length === 0
    ? `${what}: covered nothing else and is deleted`
    : `${what}: ${cents} is taken out of it; ${others.join(', ')} stay paid by it`;
}

export const payeeOfPayment = ({ carrierFactor, carrier, vendor }: BillPaymentRecord) =>
  recordText(carrierFactor?.companyName ?? (carrier ?? vendor)?.name ?? 'several carriers', 'list');

const remittanceTitle = (payment: BillPaymentRecord) =>
  `Send the remittance advice of ${payment.friendlyId} to ${payeeOfPayment(payment)}: ${amountText(payment.totalAmount, payment.currency)}`;

function paymentGone(payment: BillPaymentRecord): PlanPart {
  const { friendlyId, applications, totalAmount, currency, paymentDate, overpaymentCreditMemoId } = payment;
  const bills = applications.flatMap(({ billFriendlyId }) =>
    billFriendlyId === null ? [] : typedText(billFriendlyId),
  );
  return {
    title: `Take payment ${friendlyId} to ${payeeOfPayment(payment)} back: ${amountText(totalAmount, currency)}`,
    sideEffects: [
      `Recorded for ${paymentDate}: money that left the bank does not come back by this.`,
      ...(overpaymentCreditMemoId === null ? [] : ['The credit that its overpayment made is void.']),
    ],
    undo: `pay_bills ${JSON.stringify({ bills })} pays them again, as a new payment.`,
  };
}
