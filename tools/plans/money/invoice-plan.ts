import { formatCode } from '../../../src/domain/text/code-words.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { countDaysBetween, computeDueDate } from '../../../src/domain/kit/dates.ts';
import { getDueDate } from '../../../src/domain/money/due-date.ts';
import { tonuCode } from '../../../src/domain/charges/charge-codes.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { type AmountOf, formatMoney } from '../../../src/domain/money/money.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { getDeskClock, getDeskToday } from '../../arguments/date-words.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import type { InvoiceRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { planBalance } from './customer-balance.ts';
import { readMailings } from '../../ledger/mailings.ts';
import { formatRecord, type ReceivablesWrite, getText } from './receivables-write.ts';
import { requireParty } from '../../records/parties.ts';

/** Returns the invoice of a write: the API's own reading of invoices has that shape. */
const getInvoice = ({ subject: { current } }: ReceivablesWrite) => current as unknown as InvoiceRecord | undefined;

const getTodayAtDesk = (ctx: ToolContext) => getDeskToday(getDeskClock(ctx));

/** Plans the void of an invoice: what the customer owes then, what becomes of its shipment, and that it stays void. */
export async function planInvoiceVoid(ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> {
  const invoice = getInvoice(write);
  if (invoice === undefined) return {};
  await refuseTouched(ctx, invoice);
  const { friendlyId, amount, amountOwed, currency, shipmentKey, status, customer } = invoice;
  const moves = [
    { customerId: requireParty(customer, 'customer', friendlyId).id, currency, cents: -toAmountCents(amountOwed) },
  ];
  const balance = await planBalance(ctx, moves, write.subject.relatedRecords);
  const mailed = await readMailings(ctx, invoice);
  const again = formatCall('generate_invoices', { shipments: shipmentKey === null ? undefined : [shipmentKey] });
  return {
    ...balance,
    title: `Void ${formatRecord({ ...invoice })}, ${formatWireAmount(amount, currency)}`,
    lines: [
      { label: `${friendlyId} status`, before: formatCode(status), after: 'voided' },
      {
        label: `${friendlyId} open`,
        before: formatWireAmount(amountOwed, currency),
        after: formatWireAmount(0, currency),
      },
      `${shipmentKey ?? 'Its shipment'} with its orders: ready to invoice again`,
    ],
    sideEffects: [
      mailed.length > 0
        ? `The customer has it by e-mail (${mailed.join('; ')}) and is not notified.`
        : 'The customer is not notified.',
    ],
    undo: "Can't be undone: a void invoice stays void. A new one gets a new number.",
    undoCall: again,
    isFinal: true,
  };
}

async function refuseTouched(ctx: ToolContext, invoice: InvoiceRecord): Promise<void> {
  const { id, friendlyId, amountPaid, creditsApplied, currency, factorName, factorJobId } = invoice;
  if (factorJobId !== null)
    throw new WaybillError('CONFLICT', `${friendlyId} was sold to ${factorName ?? 'a factor'} and cannot be voided.`);
  if (amountPaid === 0 && creditsApplied === 0) return;
  const filter = { invoiceId: { equalTo: id } };
  const payments = amountPaid > 0 ? (await ctx.api.payments.filter({ filter })).data : [];
  const memos = creditsApplied > 0 ? (await ctx.api.creditMemos.filter({ filter })).data : [];
  const applied = [
    ...payments.map(
      (payment) =>
        `${payment.friendlyId} (${formatWireAmount(payment.totalAmount, payment.currency)}, ${formatDate(payment.paymentDate)})`,
    ),
    ...memos.map((memo) => `credit ${memo.friendlyId}`),
  ].join(', ');
  const sum = formatWireAmount(amountPaid + creditsApplied, currency);
  throw withNextActions(
    new WaybillError(
      'CONFLICT',
      `${sum} is applied to ${friendlyId} by ${applied}: take that back first, then void it.`,
    ),
    payments.map((payment): NextAction => ({
      tool: 'api_write',
      arguments: { operation: 'payments.delete', input: { id: payment.friendlyId } },
      why: 'opens all invoices that it paid again; a person approves',
    })),
  );
}

/** Plans new dates of an invoice: how late it is now, and that the aging begins again. */
export function planInvoiceRestart(ctx: ToolContext, write: ReceivablesWrite): PlanPart {
  const invoice = getInvoice(write);
  if (invoice === undefined) return {};
  const { invoiceDate, paymentTerm, amountOwed, currency } = invoice;
  const dueDate = getDueDate(invoice);
  const date = getText(write.input['invoiceDate']) ?? getTodayAtDesk(ctx);
  const due = getText(write.input['dueDate']) ?? computeDueDate(date, paymentTerm?.days);
  return {
    title: `Change the dates of ${formatRecord({ ...invoice })}, ${formatWireAmount(amountOwed, currency)} open`,
    lines: [
      { label: 'Invoice date', before: formatDate(invoiceDate), after: formatDate(date) },
      { label: 'Due', before: dueDate === null ? 'unknown' : formatDate(dueDate), after: formatDate(due) },
    ],
    hits: listOverdueHits(ctx, invoice, due),
    members: new Set(['invoiceDate', 'dueDate']),
    undo: `Can't be taken back in one step. The dates can be changed again, to ${formatDate(invoiceDate)}${dueDate === null ? '' : `, due ${formatDate(dueDate)}`}.`,
  };
}

/** Warns that a later due date takes an overdue invoice out of collections. */
function listOverdueHits(ctx: ToolContext, invoice: InvoiceRecord, due: string): readonly string[] {
  const today = getTodayAtDesk(ctx);
  const dueDate = getDueDate(invoice);
  if (dueDate === null || invoice.amountOwed <= 0 || dueDate >= today || due <= dueDate) return [];
  const now = due >= today ? 'would not be overdue any more' : `would be ${countDaysBetween(due, today)} days overdue`;
  return [`It is ${countDaysBetween(dueDate, today)} days overdue and ${now}: aging and collections start over.`];
}

export function planInvoiceChange(ctx: ToolContext, write: ReceivablesWrite): PlanPart {
  const invoice = getInvoice(write);
  if (invoice === undefined) return {};
  const due = getText(write.input['dueDate']);
  return {
    title: `Change ${formatRecord({ ...invoice })}, ${formatWireAmount(invoice.amountOwed, invoice.currency)} open`,
    hits: due === undefined ? [] : listOverdueHits(ctx, invoice, due),
  };
}

/** Shows an amount that was typed beside what the order's charges come to. */
export async function planEnteredInvoice(ctx: ToolContext, { input, subject }: ReceivablesWrite): Promise<PlanPart> {
  const shipment = subject.relatedRecords.find(({ resource }) => resource === 'shipments')?.record;
  const customer = shipment?.['customer'];
  if (shipment === undefined || !isPlainRecord(customer) || typeof input['amount'] !== 'number') return {};
  const currency = getText(input['currency']) ?? getText(shipment['currency']) ?? 'USD';
  const cents = toAmountCents(input['amount']);
  const balance = await planBalance(
    ctx,
    [{ customerId: String(customer['id']), currency, cents }],
    subject.relatedRecords,
  );
  return {
    ...balance,
    title: `Invoice ${formatRecord(shipment)}: ${formatWireAmount(input['amount'], currency)}, dated ${formatDate(String(input['invoiceDate']))}`,
    money: [{ currency, amountCents: cents }],
    hits: [...listChargeHits(input, shipment, { currency, amountCents: cents }), ...listStatusHits(shipment)],
    members: new Set(['amount', 'currency', 'invoiceDate']),
    undo: 'It can be voided while nothing is paid on it.',
    undoCall: 'void_invoice',
  };
}

/** Compares a typed amount with the charge lines of its order; an order without any has nothing to contradict. */
function listChargeHits({ orderId }: JsonObject, shipment: JsonObject, invoice: AmountOf): readonly string[] {
  const order = listPlainRecords(shipment['orders']).find(({ id, friendlyId, key }) =>
    [id, friendlyId, key].includes(orderId),
  );
  if (order === undefined) return [];
  const lines = listInvoicedCharges(order, shipment);
  if (lines.length === 0) return [];
  const charged = { currency: getText(order['currency']) ?? invoice.currency, amountCents: sumTotals(lines) };
  if (charged.currency === invoice.currency && charged.amountCents === invoice.amountCents) return [];
  const [number, sum] = [String(order['friendlyId']), formatMoney(charged.amountCents, charged.currency)];
  return [`The charges of ${number} come to ${sum}, not to this.`];
}

/** Lists the lines that an invoice is for: of a canceled shipment its TONU alone, whatever else it was charged. */
function listInvoicedCharges(order: JsonObject, { status }: JsonObject): readonly JsonObject[] {
  const lines = listPlainRecords(order['charges']);
  const tonu = lines.filter(({ chargeCode }) => isPlainRecord(chargeCode) && chargeCode['code'] === tonuCode);
  return status === 'CANCELED' && tonu.length > 0 ? tonu : lines;
}

const sumTotals = (lines: readonly JsonObject[]): number =>
  lines.reduce((sum, { total }) => sum + toAmountCents(Number(total)), 0);

const listStatusHits = ({ status, friendlyId }: JsonObject): readonly string[] =>
  status === 'DELIVERED' ? [] : [`${String(friendlyId)} is ${formatCode(String(status))}, not delivered.`];

const buildVoidError = ({ friendlyId, customer }: InvoiceRecord) =>
  withNextActions(
    new WaybillError(
      'CONFLICT',
      `${friendlyId} is void: nothing is owed on it. Leave it out, or mail what took its place.`,
    ),
    customer === null
      ? []
      : [{ tool: 'list_invoices', arguments: { customer: customer.friendlyId }, why: 'shows what took its place' }],
  );

/** Plans a mail with an invoice: what of it is open, and when it was sent before. */
export async function planInvoiceMail(ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> {
  const invoice = getInvoice(write);
  if (invoice === undefined) return {};
  const { friendlyId, amountOwed, currency, dueDate, status } = invoice;
  if (status === 'VOIDED') throw buildVoidError(invoice);
  const before = await readMailings(ctx, invoice);
  const subject = getText(write.input['subject']);
  return {
    title: `Send ${formatRecord({ ...invoice })} by e-mail, ${formatWireAmount(amountOwed, currency)} open, ${dueDate === null ? 'no due date' : `due ${formatDate(dueDate)}`}`,
    lines: [
      before.length > 0 ? '' : 'Not sent with Waybill before',
      subject === undefined ? '' : `Subject: ${recordText(subject, 'list')}`,
    ].filter((line) => line !== ''),
    hits: [
      ...(before.length > 0 ? [`Sent before: ${before.join('; ')}.`] : []),
      ...(amountOwed <= 0 ? [`${friendlyId} is paid: nothing is owed on it.`] : []),
    ],
    members: new Set(['toEmails', 'subject']),
    undo: "Can't be undone: sent mail can't be recalled.",
    isFinal: true,
  };
}
