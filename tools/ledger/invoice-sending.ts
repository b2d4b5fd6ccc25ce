import { getToday } from '../../src/domain/kit/dates.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import type { PlanView } from '../../src/mcp/results/result.ts';
import type { RecordEntry, ToolContext } from '../../src/mcp/tool/context.ts';
import type { RecordsReader } from '../../src/mcp/tool/records-copy.ts';
import { listContacts, listInvoiceAddresses, isPrimaryUnknown } from '../customers/customer-contacts.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { isMailing } from './mailings.ts';
import { readPodStates } from '../copied/pod-statuses.ts';
import { listDistinct } from '../records/distinct.ts';
import type { CustomerRecord } from '../records/record-types.ts';

/** Data shown with an invoice that isn't part of it: its POD, and when it was mailed to whom. */

export const sendingOperations = ['customers.filter'] as const;

export interface InvoiceSending {
  readonly pod: string;
  readonly sent: string;
}

/** Mails of so many days are looked for. */
const sentDays = 400;
const day = 86_400_000;

/** An invoice as far as its mail and its POD are looked for. */
interface MailedInvoice {
  readonly id: string;
  readonly status: string;
  readonly shipmentId: string;
  readonly customerId: string | null;
}

/** Reads what is shown beside the invoices of a page, from a number of calls that does not grow with it. */
export async function readSendings(
  ctx: ToolContext,
  records: RecordsReader,
  invoices: readonly MailedInvoice[],
): Promise<ReadonlyMap<string, InvoiceSending>> {
  const [pods, sendings, customers] = await Promise.all([
    readPodStates(records, listDistinct(invoices.map(({ shipmentId }) => shipmentId))),
    readLastMails(ctx, invoices),
    readByIds(
      ctx,
      ctx.api.customers.filter,
      invoices.flatMap(({ customerId }) => customerId ?? []),
    ),
  ]);
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      {
        pod: podWords[pods(invoice.shipmentId)],
        sent: sendings.get(invoice.id) ?? describeUnsent(invoice, customers.get(invoice.customerId ?? '')),
      },
    ]),
  );
}

/**
 * Describes an invoice without a known mailing. The API does not show what was mailed: only mail with Waybill is
 * known, and whether an invoice can be mailed.
 */
function describeUnsent({ status }: MailedInvoice, customer: CustomerRecord | undefined): string {
  if (status === 'VOIDED') return 'voided';
  if (customer && listInvoiceAddresses(customer).length === 0)
    return isPrimaryUnknown(listContacts(customer))
      ? 'not known: this API does not say which contact is the primary one'
      : 'cannot be: no billing contact with an e-mail address';
  return status === 'DRAFT' ? 'draft' : 'not known: not sent with Waybill';
}

const podWords: Readonly<Record<PodState, string>> = {
  present: 'uploaded',
  not_due: 'not due',
  upload_pending: 'announced only',
  missing: 'missing',
  unknown: 'cannot tell',
};

/**
 * Reads the last mail of each invoice from the audit log of this server. Recipients are known if a person approved the
 * mail. They are shown only for mail to one customer, because a plan has the addresses of all its mails.
 */
async function readLastMails(
  ctx: ToolContext,
  invoices: readonly MailedInvoice[],
): Promise<ReadonlyMap<string, string>> {
  const since = new Date(Date.parse(ctx.now()) - sentDays * day).toISOString();
  const ids = invoices.map(({ id }) => id);
  const entries = await ctx.control.readHistory({ ids, since });
  const mails = ids.flatMap((id) => {
    const last = entries.find((entry) => isMailing(entry, id));
    return last ? [[id, last] as const] : [];
  });
  const approvals = mails.some(([, { approvalId }]) => approvalId !== null)
    ? await ctx.control.listApprovals({ limit: 200 })
    : [];
  const formatMail = (entry: RecordEntry) => {
    const plan = approvals.find(({ id }) => id === entry.approvalId)?.plan;
    const to = plan && isToOneCustomer(plan) && plan.recipients.length > 0 ? ` to ${plan.recipients.join(', ')}` : '';
    return `${getToday(ctx.timeZone, entry.at)}${to} by ${entry.who}`;
  };
  return new Map(mails.map(([id, entry]) => [id, formatMail(entry)]));
}

const isToOneCustomer = ({ records }: PlanView) => records.filter(({ kind }) => kind === 'customers').length === 1;
