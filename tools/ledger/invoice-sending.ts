import { todayIn } from '../../src/domain/kit/dates.ts';
import { type PodState, podState, type PodStatuses } from '../../src/domain/freight/pod.ts';
import type { PlanView } from '../../src/mcp/results/result.ts';
import type { RecordEntry, ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { contactsOf, invoiceAddresses, lacksPrimary } from '../customers/customer-contacts.ts';
import { customersById } from '../customers/customers-by-id.ts';
import { isMailing } from './mailings.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { CustomerRecord, InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';

/** What is shown beside an invoice and is not in it: its POD, and when it was mailed to whom. */

export const sendingOperations = ['shipments.filter', 'documents.filter', 'customers.filter'] as const;

export interface InvoiceSending {
  readonly pod: string;
  readonly sent: string;
}

/** Mails of so many days are looked for. */
const sentDays = 400;
const day = 86_400_000;

/** Finds the statuses of the proofs of delivery of shipments. */
type FindProofs = (shipments: readonly ShipmentRecord[]) => Promise<(shipment: ShipmentRecord) => PodStatuses>;

/** Of a page of invoices, from a number of calls that does not grow with it. */
export async function sendingOf(
  ctx: ToolContext,
  invoices: readonly InvoiceRecord[],
  findProofs: FindProofs,
): Promise<ReadonlyMap<string, InvoiceSending>> {
  const [pods, sendings, customers] = await Promise.all([
    proofsOf(ctx, invoices, findProofs),
    mailsOf(ctx, invoices),
    customersById(
      ctx,
      invoices.flatMap(({ customer }) => customer?.id ?? []),
    ),
  ]);
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      {
        pod: pods(invoice),
        sent: sendings.get(invoice.id) ?? unsentText(invoice, customers.get(invoice.customer?.id ?? '')),
      },
    ]),
  );
}

/** The API does not tell what was mailed: what went through this server is known, and whether it could be mailed. */
function unsentText({ status }: InvoiceRecord, customer: CustomerRecord | undefined): string {
  if (status === 'VOIDED') return 'voided';
  if (customer && invoiceAddresses(customer).length === 0)
    return lacksPrimary(contactsOf(customer))
      ? 'not known: this API does not say which contact is the primary one'
      : 'cannot be: no billing contact with an e-mail address';
  return status === 'DRAFT' ? 'draft' : 'not known: not through this server';
}

const podWords: Readonly<Record<PodState, string>> = {
  present: 'uploaded',
  not_due: 'not due',
  upload_pending: 'announced only',
  missing: 'missing',
  unknown: 'cannot tell',
};

async function proofsOf(
  ctx: ToolContext,
  invoices: readonly InvoiceRecord[],
  findProofs: FindProofs,
): Promise<(invoice: InvoiceRecord) => string> {
  const shipments = await recordsById<ShipmentRecord>(
    invoices.map(({ shipmentId }) => shipmentId),
    (question) => scan(ctx, ctx.api.shipments.filter, question),
  );
  const podOf = await findProofs([...shipments.values()]);
  return ({ shipmentId }) => {
    const shipment = shipments.get(shipmentId);
    if (!shipment) return podWords.unknown;
    const { status, billingStatus } = shipment;
    return podWords[podState({ delivered: status === 'DELIVERED', podStatuses: podOf(shipment), billingStatus })];
  };
}

/**
 * The last mail of each, from the log of this server. Who got it is known where a person approved the mail, and said where
 * that was mail to one customer: the addresses of a plan are those of all its mails.
 */
async function mailsOf(ctx: ToolContext, invoices: readonly InvoiceRecord[]): Promise<ReadonlyMap<string, string>> {
  const since = new Date(Date.parse(ctx.now()) - sentDays * day).toISOString();
  const ids = invoices.map(({ id }) => id);
  const entries = await ctx.control.auditOf({ ids, since });
  const mails = ids.flatMap((id) => {
    const last = entries.find((entry) => isMailing(entry, id));
    return last ? [[id, last] as const] : [];
  });
  const approvals = mails.some(([, { approvalId }]) => approvalId !== null)
    ? await ctx.control.approvals({ limit: 200 })
    : [];
  const textOf = (entry: RecordEntry) => {
    const plan = approvals.find(({ id }) => id === entry.approvalId)?.plan;
    const to = plan && isToOneCustomer(plan) && plan.emails.length > 0 ? ` to ${plan.emails.join(', ')}` : '';
    return `${todayIn(ctx.timeZone, entry.at)}${to} by ${entry.who}`;
  };
  return new Map(mails.map(([id, entry]) => [id, textOf(entry)]));
}

const isToOneCustomer = ({ records }: PlanView) => records.filter(({ kind }) => kind === 'customers').length === 1;
