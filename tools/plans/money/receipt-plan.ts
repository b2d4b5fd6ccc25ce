import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { addDays } from '../../../src/domain/kit/dates.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { isReference } from '../../../src/domain/identifiers/references.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { formatMethod } from '../../../src/domain/payments/method-words.ts';
import { recordText, formatTypedName } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { type BalanceMove, planBalance } from './customer-balance.ts';
import { formatCustomer, findRelated, formatRecord, type ReceivablesWrite, getText } from './receivables-write.ts';
import type { PaymentRecord } from '../../records/record-types.ts';

/** Days in which a payment with the same reference counts as a possible double, and one with only the same amount. */
const sameReferenceDays = 90;
const sameAmountDays = 14;

/**
 * Plans money of a customer that is recorded: from whom, how much, what the customer owes then, and what it may be a
 * double of.
 */
export async function planReceipt(ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> {
  const { input, subject, moved } = write;
  const { customerId, paymentDate, reference } = input;
  const cash = moved.applications.filter(({ target }) => 'invoiceId' in target);
  const currency = getText(findRelated(subject, 'invoices', cash[0]?.id)?.record['currency']) ?? 'USD';
  const cents = cash.reduce((sum, application) => sum + application.cents, 0);
  const received = {
    customerId: String(customerId),
    date: String(paymentDate),
    reference: getText(reference),
    cents,
    currency,
  };
  const doubles = (await findSimilarPayments(ctx, received)).map((payment) => describeDouble(payment, received));
  const isLarge = cents > ctx.policy.confirmPerDayCents;
  const balance = await planBalance(ctx, computeBalanceMoves(write, currency), subject.relatedRecords);
  return {
    ...balance,
    title: `Record ${formatMoney(cents, currency)} from ${formatCustomer(subject, customerId)}${formatPaymentDetails(input)}, received ${formatDate(received.date)}`,
    members: new Set(['customerId', 'paymentDate', 'reference', 'paymentMethodType']),
    gate: isLarge || doubles.length > 0 ? 'approve' : 'none',
    hits: [
      ...doubles,
      ...(isLarge
        ? [`Above ${formatMoney(ctx.policy.confirmPerDayCents, currency)}, the limit for a single confirmation.`]
        : []),
    ],
    undo: 'The payment can be taken back: the invoices are open again.',
    undoCall: 'undo',
  };
}

/** Formats the method and reference of a payment, such as ` (check «4711»)`. */
export const formatPaymentDetails = ({
  paymentMethodType,
  reference,
}: {
  readonly paymentMethodType?: unknown;
  readonly reference?: unknown;
}): string => {
  const words = [
    getText(paymentMethodType) && formatMethod(String(paymentMethodType)),
    getText(reference) && recordText(String(reference), 'list'),
  ];
  const text = words.filter(Boolean).join(' ');
  return text === '' ? '' : ` (${text})`;
};

interface ReceivedPayment {
  readonly customerId: string;
  readonly date: string;
  readonly reference: string | undefined;
  readonly cents: number;
  readonly currency: string;
}

/** Finds payments of the customer that may be the same one: by reference, or by amount at about the same time. */
export async function findSimilarPayments(
  ctx: ToolContext,
  received: ReceivedPayment,
): Promise<readonly PaymentRecord[]> {
  const { customerId, date } = received;
  const { rows } = await scan(ctx, ctx.api.payments.filter, {
    filter: {
      customerId: { equalTo: customerId },
      paymentDate: { greaterThanOrEqualTo: addDays(date, -sameReferenceDays) },
    },
    local: {
      customerId: ({ customer }: PaymentRecord) => customer?.id === customerId,
      paymentDate: ({ paymentDate }: PaymentRecord) => paymentDate >= addDays(date, -sameReferenceDays),
    },
  });
  return rows.filter(
    (payment) =>
      isSameReference(payment, received) ||
      (isSameAmount(payment, received) && payment.paymentDate >= addDays(date, -sameAmountDays)),
  );
}

const isSameReference = (payment: PaymentRecord, { reference }: ReceivedPayment) =>
  reference !== undefined && isReference(payment.reference, reference);
const isSameAmount = ({ totalAmount, currency }: PaymentRecord, received: ReceivedPayment) =>
  toAmountCents(totalAmount) === received.cents && currency === received.currency;

/** Returns true if a recorded payment has both the reference and the amount. */
export const isDouble = (payment: PaymentRecord, received: ReceivedPayment): boolean =>
  isSameReference(payment, received) && isSameAmount(payment, received);

function describeDouble(payment: PaymentRecord, received: ReceivedPayment): string {
  const same = [
    ...(isSameReference(payment, received) ? ['reference'] : []),
    ...(isSameAmount(payment, received) ? ['amount'] : []),
  ];
  const paymentText = `${payment.friendlyId} of ${formatDate(payment.paymentDate)}, ${formatWireAmount(payment.totalAmount, payment.currency)}`;
  return `Recorded before? ${paymentText}, has the same ${same.join(' and ')}.`;
}

/** Computes how much more or less all invoices of the write together are owed, cash and credit alike. */
export function computeBalanceMoves(
  { input, subject, moved }: ReceivablesWrite,
  currency: string,
): readonly BalanceMove[] {
  const customer = subject.current?.['customer'];
  const id = getText(input['customerId']) ?? (isPlainRecord(customer) ? getText(customer['id']) : undefined);
  const cents = moved.applications.reduce((sum, application) => sum + application.formerCents - application.cents, 0);
  return id === undefined ? [] : [{ customerId: id, currency, cents }];
}

/**
 * Plans a recorded payment that is changed or taken back: its money goes on and off invoices, and the customer owes
 * that.
 */
export async function planReceiptChange(ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> {
  const { name, subject, moved } = write;
  const { current } = subject;
  if (current === undefined) return {};
  const currency = getText(current['currency']) ?? 'USD';
  const balance =
    moved.applications.length === 0
      ? {}
      : await planBalance(ctx, computeBalanceMoves(write, currency), subject.relatedRecords);
  const amount = typeof current['totalAmount'] === 'number' ? formatWireAmount(current['totalAmount'], currency) : '';
  const paymentText = `payment ${formatRecord(current)}, ${amount}${formatPaymentDetails(current)}, received ${formatDate(String(current['paymentDate']))}`;
  if (name === 'payments.update') return { ...balance, title: `Change ${paymentText}` };
  return {
    ...balance,
    title: `Take back ${paymentText}`,
    hits: getText(current['qboId'])
      ? ['It is in the accounting system already: the API refuses until it is deleted there.']
      : [],
    undo: "Can't be undone: the payment itself doesn't come back. It can be recorded again under a new number.",
    undoCall: formatCall('record_payment', buildRecordArguments(current, subject)),
    isFinal: true,
  };
}

function buildRecordArguments(payment: JsonObject, subject: ReceivablesWrite['subject']): JsonObject {
  const customer = payment['customer'];
  return {
    customer: isPlainRecord(customer) ? customer['friendlyId'] : undefined,
    amount: payment['totalAmount'],
    reference: typeof payment['reference'] === 'string' ? formatTypedName(payment['reference']) : undefined,
    date: payment['paymentDate'],
    invoices: listPlainRecords(payment['applications']).map(({ invoiceFriendlyId, invoiceId, amount }) => ({
      invoice: formatTypedName(
        getText(invoiceFriendlyId) ?? getText(getNumber(subject, 'invoices', invoiceId)) ?? 'its invoice',
      ),
      amount,
    })),
  };
}

const getNumber = (subject: ReceivablesWrite['subject'], resource: string, id: unknown) =>
  findRelated(subject, resource, id)?.record['friendlyId'];
