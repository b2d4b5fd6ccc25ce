import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText, formatTypedName } from '../../../src/mcp/text/text.ts';
import { formatPayee } from '../../bills/bill-checks.ts';
import { formatWireAmount } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { BillPaymentRecord, BillRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** Plans the reversal of a bill, its approval or a payment, with what moves along. */
export async function planReversal(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<PlanPart> {
  if (!current) return {};
  // What the API's own reading of bills and their payments returned has these shapes.
  const bill = current as unknown as BillRecord;
  if (name === 'bills.unapprove') return planUnapproval(bill);
  if (name === 'bills.delete' || name === 'bills.revert') return planRemoval(ctx, bill, input);
  const payment = current as unknown as BillPaymentRecord;
  if (name === 'billPayments.sendRemittance') return { title: formatRemittanceTitle(payment) };
  return name === 'billPayments.delete' ? planPaymentRemoval(payment) : {};
}

const formatBill = (bill: BillRecord) =>
  `${bill.friendlyId} of ${formatPayee(bill)}, ${formatWireAmount(bill.amount, bill.currency)}`;
const formatWork = ({ loadKey, shipmentKey }: BillRecord) => loadKey ?? shipmentKey ?? 'what it is for';

function planUnapproval(bill: BillRecord): PlanPart {
  if (bill.amountPaid > 0)
    throw withNextActions(
      new WaybillError(
        'CONFLICT',
        `${formatWireAmount(bill.amountPaid, bill.currency)} is paid on ${bill.friendlyId}: take the payment back first.`,
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
    title: `Take the approval of ${formatBill(bill)} back`,
    lines: [
      { label: `${bill.friendlyId} status`, before: 'approved to pay', after: 'in review' },
      `${formatWork(bill)} goes back to review with it; nothing is paid on it`,
    ],
    undo: 'It can be approved again.',
    undoCall: formatCall('approve_bills', { bills: [bill.friendlyId] }),
  };
}

async function planRemoval(ctx: ToolContext, bill: BillRecord, { reason }: JsonObject): Promise<PlanPart> {
  const ids = [...new Set(bill.payments.map(({ paymentGroupId }) => paymentGroupId))];
  const payments = await Promise.all(ids.map((id) => readOrUnknown(() => ctx.api.billPayments.get({ id, by: 'id' }))));
  const readPayments = payments.filter((payment) => payment !== undefined);
  const unread = payments.length - readPayments.length;
  return {
    title: `Delete bill ${formatBill(bill)}`,
    lines: [
      `${formatWork(bill)}: awaits its bill again`,
      ...readPayments.map((payment) => describePaymentChange(payment, bill)),
      ...(unread > 0 ? [`${unread} payments on it could not be read.`] : []),
      ...(typeof reason === 'string' ? [`Reason: ${recordText(reason)}`] : []),
    ],
    members: new Set(['reason']),
    records: readPayments.map((payment) => ({ resource: 'billPayments', record: { ...payment } })),
    ids: new Set(readPayments.map(({ id }) => id)),
    undo: `Can't be undone. The bill can be recorded again${readPayments.length > 0 ? ', then approved and paid' : ''}.`,
    undoCall: 'record_bill',
    isFinal: true,
  };
}

function describePaymentChange(
  { friendlyId, applications, totalAmount, currency, paymentDate }: BillPaymentRecord,
  bill: BillRecord,
) {
  const billApplications = applications.filter(({ billId }) => billId === bill.id);
  const otherBills = applications
    .filter(({ billId }) => billId !== bill.id)
    .map((application) => application.billFriendlyId ?? 'a bill');
  const cents = billApplications.map(({ amount }) => formatWireAmount(amount, currency)).join(' and ');
  const label = `Payment ${friendlyId} of ${formatDate(paymentDate)}, ${formatWireAmount(totalAmount, currency)}`;
  return otherBills.length === 0
    ? `${label}: covered nothing else and is deleted`
    : `${label}: ${cents} is taken out of it; ${otherBills.join(', ')} ${otherBills.length === 1 ? 'stays' : 'stay'} paid by it`;
}

export const formatPaymentPayee = ({ carrierFactor, carrier, vendor }: BillPaymentRecord) =>
  recordText(carrierFactor?.companyName ?? (carrier ?? vendor)?.name ?? 'several carriers', 'list');

const formatRemittanceTitle = (payment: BillPaymentRecord) =>
  `Send the remittance advice of ${payment.friendlyId} to ${formatPaymentPayee(payment)}: ${formatWireAmount(payment.totalAmount, payment.currency)}`;

function planPaymentRemoval(payment: BillPaymentRecord): PlanPart {
  const { friendlyId, applications, totalAmount, currency, paymentDate, overpaymentCreditMemoId } = payment;
  const bills = applications.flatMap(({ billFriendlyId }) =>
    billFriendlyId === null ? [] : formatTypedName(billFriendlyId),
  );
  return {
    title: `Take payment ${friendlyId} to ${formatPaymentPayee(payment)} back: ${formatWireAmount(totalAmount, currency)}`,
    sideEffects: [
      `Recorded for ${formatDate(paymentDate)}. This does not bring back money that left the bank.`,
      ...(overpaymentCreditMemoId === null ? [] : ['The credit that its overpayment made is void.']),
    ],
    undo: `Can't be undone: the payment itself doesn't come back. The ${bills.length === 1 ? 'bill' : 'bills'} can be paid again, as a new payment.`,
    undoCall: formatCall('pay_bills', { bills }),
    isFinal: true,
  };
}
