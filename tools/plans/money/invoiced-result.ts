import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { sumByCurrency } from '../../../src/domain/money/money.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import type { ItemResult, NextAction, ToolResult } from '../../../src/mcp/results/result.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { readByIds } from '../../../src/mcp/tool/scan.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { Plan, StepOutcome } from '../../../src/mcp/tool/plan.ts';
import { formatWireAmount, toAmountCents, centsText } from '../../records/amounts.ts';
import { buildNothingDone } from '../../records/batch-outcome.ts';
import type { InvoiceRecord } from '../../records/record-types.ts';
import { formatParty } from '../../records/parties.ts';

/** Numbers that a sentence or a next step names. */
const numbersMax = 20;

const invoicing: readonly OperationName[] = ['invoices.create', 'shipments.generateInvoice', 'invoices.batchGenerate'];

export const isInvoicing = (outcome: StepOutcome | undefined): boolean =>
  outcome !== undefined && invoicing.includes(outcome.operation);

/**
 * Builds the result of invoicing: numbers, amounts and due dates of the invoices, and what was not invoiced and why.
 */
export async function buildInvoicedResult(
  ctx: ToolContext,
  { title }: Pick<Plan, 'title'>,
  outcome: StepOutcome | undefined,
  leftOut: readonly ItemResult[] = [],
): Promise<ToolResult> {
  const answer = outcome?.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
  const made = listMade(outcome, answer);
  const failed = [...(await readRefusedItems(ctx, listPlainRecords(answer['failed']))), ...leftOut];
  if (made.length === 0) return buildNothingDone(`${title}: none of ${failed.length} was invoiced.`, failed);
  const invoices = await readInvoices(ctx, made);
  const onlyInvoice = invoices.length === 1 && failed.length === 0 ? invoices[0] : undefined;
  const unmailed = invoices
    .filter(({ id }) => listMailAddresses(made, id).length === 0)
    .map(({ friendlyId }) => friendlyId);
  return writeResult({
    status: failed.length > 0 ? 'partial' : 'done',
    summary: onlyInvoice
      ? `${formatInvoice(onlyInvoice)} (${onlyInvoice.shipmentKey})${formatAddresses(listMailAddresses(made, onlyInvoice.id))}.`
      : formatSummary(invoices, failed, invoices.length - unmailed.length),
    record: onlyInvoice && toInvoiceRecord(onlyInvoice),
    results: onlyInvoice
      ? []
      : [...invoices.map((invoice) => toItemResult(invoice, listMailAddresses(made, invoice.id))), ...failed],
    undo: describeUndo(invoices),
    untrusted: onlyInvoice ? ['/record/customer'] : [],
    nextActions: suggestActions(invoices, unmailed),
    extra: { operation: outcome?.operation },
  });
}

/** Lists the invoice itself, the one that was made of a shipment, or those of a batch. */
function listMade(outcome: StepOutcome | undefined, answer: JsonObject): readonly JsonObject[] {
  if (outcome?.operation === 'invoices.create') return [{ invoiceId: answer['id'] }];
  return 'invoiceId' in answer ? [answer] : listPlainRecords(answer['generated']);
}

async function readInvoices(ctx: ToolContext, made: readonly JsonObject[]): Promise<readonly InvoiceRecord[]> {
  const ids = made.flatMap(({ invoiceId }) => (typeof invoiceId === 'string' ? invoiceId : []));
  const invoices = await readByIds(ctx, ctx.api.invoices.filter, ids);
  return ids.flatMap((id) => invoices.get(id) ?? []);
}

async function readRefusedItems(ctx: ToolContext, failed: readonly JsonObject[]): Promise<readonly ItemResult[]> {
  const ids = failed.flatMap(({ shipmentId }) => (typeof shipmentId === 'string' ? shipmentId : []));
  const shipments = await readByIds(ctx, ctx.api.shipments.filter, ids);
  return failed.map(({ shipmentId, error }) => ({
    id: typeof shipmentId === 'string' ? shipmentId : null,
    friendlyId: shipments.get(String(shipmentId))?.friendlyId ?? null,
    outcome: 'failed',
    reason: typeof error === 'string' ? recordText(error, 'list') : 'no reason given',
  }));
}

/** Lists the addresses that an invoice was mailed to; older answers of the API do not say. */
function listMailAddresses(made: readonly JsonObject[], id: string): readonly string[] {
  const addresses = made.find(({ invoiceId }) => invoiceId === id)?.['mailedTo'];
  return Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : [];
}

const formatAddresses = (addresses: readonly string[]) =>
  addresses.length === 0 ? '' : `, sent to ${addresses.map((address) => recordText(address, 'list')).join(', ')}`;

const formatDetails = ({ customer, amount, currency, dueDate }: InvoiceRecord) =>
  [
    formatParty(customer, 'customer'),
    formatWireAmount(amount, currency),
    dueDate === null ? 'no due date' : `due ${formatDate(dueDate)}`,
  ].join(', ');

/** Formats an invoice, such as `INV-00012 «Acme Foods», $2,000.00, due Dec 20, 2026`. */
const formatInvoice = (invoice: InvoiceRecord) => `${invoice.friendlyId} ${formatDetails(invoice)}`;

const toItemResult = (invoice: InvoiceRecord, addresses: readonly string[]): ItemResult => ({
  id: invoice.id,
  friendlyId: invoice.friendlyId,
  outcome: 'invoiced',
  reason: `${invoice.shipmentKey} ${formatDetails(invoice)}${formatAddresses(addresses)}`,
});

function formatSummary(invoices: readonly InvoiceRecord[], failed: readonly ItemResult[], mailedCount: number): string {
  const sums = sumByCurrency(
    invoices.map(({ amount, currency }) => ({ currency, amountCents: toAmountCents(amount) })),
  );
  const total = sums.map(({ amountCents, currency }) => centsText(amountCents, currency)).join(' and ');
  const made = `${invoices.length} ${invoices.length === 1 ? 'invoice' : 'invoices'} made, ${total}: ${formatNumbers(invoices)}.`;
  const isAllMailed = mailedCount === invoices.length;
  return [
    made,
    ...(mailedCount > 0 ? [isAllMailed ? 'All sent to the billing contacts.' : `${mailedCount} of them mailed.`] : []),
    ...(failed.length > 0 ? [`${failed.length} not invoiced.`] : []),
  ].join(' ');
}

function formatNumbers(invoices: readonly InvoiceRecord[]): string {
  const numbers = invoices.slice(0, numbersMax).map(({ friendlyId }) => friendlyId);
  return `${numbers.join(', ')}${invoices.length > numbersMax ? ` and ${invoices.length - numbersMax} more` : ''}`;
}

function describeUndo([first, ...moreInvoices]: readonly InvoiceRecord[]): string {
  const call = formatCall('void_invoice', { invoice: first?.friendlyId });
  return `${call}${moreInvoices.length > 0 ? ', and so each of them' : ''}, while nothing is paid on it.`;
}

function suggestActions(invoices: readonly InvoiceRecord[], unmailed: readonly string[]): readonly NextAction[] {
  if (unmailed.length > 0)
    return [
      {
        tool: 'send_invoice',
        arguments: { invoices: unmailed.slice(0, numbersMax) },
        why: 'mails the invoices that were not mailed yet; a person confirms',
      },
    ];
  return [
    {
      tool: 'list_invoices',
      arguments: { customer: invoices[0]?.customer?.friendlyId },
      why: 'what the customer owes',
    },
  ];
}

function toInvoiceRecord({
  id,
  friendlyId,
  status,
  amount,
  amountOwed,
  currency,
  invoiceDate,
  dueDate,
  customer,
  shipmentKey,
}: InvoiceRecord) {
  return {
    id,
    friendlyId,
    customer: customer?.name ?? null,
    shipment: shipmentKey,
    status,
    amount,
    amountOwed,
    currency,
    invoiceDate,
    dueDate,
  };
}
