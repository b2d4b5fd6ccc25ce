import { isMailAddress } from '../../contract/kit/shapes.ts';
import type { Operations } from '../../contract/types.ts';
import { listInvoiceContacts } from '../../domain/parties/mail-recipients.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { readChildren } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { ensureCurrentDocument, type InvoiceDocument } from './invoice-document.ts';
import { readLetterhead } from '../papers/letterhead.ts';
import { queueMail } from '../mail/queue.ts';
import { formatDate } from '../papers/pdf/format.ts';

type SendInvoice = Omit<Operations['invoices']['send']['parsed'], 'id' | 'by'>;

/** Queues a mail with the invoice's PDF to the addresses of the request. Returns the mail's id. */
export async function queueInvoiceMail(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  input: SendInvoice,
): Promise<string> {
  const { toEmails, ccEmails, subject, message } = input;
  requireOneLine(subject);
  const { document, invoice: current } = await ensureCurrentDocument(ctx, invoice);
  const { issuer } = await readLetterhead(ctx);
  return queueMail(ctx, {
    recordType: 'invoice',
    recordId: current.id,
    to: toEmails,
    cc: ccEmails,
    subject: subject ?? formatSubject([current], issuer.name),
    body: formatBody([current], issuer.name, message),
    documents: [document],
  });
}

function requireOneLine(subject: string | undefined): void {
  if (subject !== undefined && /[\p{Cc}\u2028\u2029]/u.test(subject))
    throw createFieldError('BAD_REQUEST', 'subject', 'must be one line without control characters');
}

interface BatchMail {
  readonly ccEmails?: readonly string[] | undefined;
  readonly groupByCustomer: boolean;
}

/** Outcomes of the mails of a batch, by the ids of its invoices. */
export interface BatchMailing {
  readonly mails: number;
  readonly recipients: ReadonlyMap<string, readonly string[]>;
  /** Reason why no mail was sent. */
  readonly unmailed: ReadonlyMap<string, string>;
}

/** Queues mails of new invoices to their customers' billing contacts, one for each customer or each invoice. */
export async function queueBatchMails(
  ctx: ServiceContext,
  invoiced: readonly InvoiceDocument[],
  { ccEmails, groupByCustomer }: BatchMail,
): Promise<BatchMailing> {
  const { issuer } = await readLetterhead(ctx);
  const recipients = await readBillingAddresses(
    ctx,
    invoiced.map(({ invoice }) => invoice.customer_id),
  );
  const bundles = Map.groupBy(invoiced, ({ invoice }) => (groupByCustomer ? invoice.customer_id : invoice.id)).values();
  let mails = 0;
  const mailed = new Map<string, readonly string[]>();
  const unmailed = new Map<string, string>();
  for (const bundle of bundles) {
    const [first] = bundle;
    const to = recipients.get(first?.invoice.customer_id ?? '') ?? [];
    if (!first || to.length === 0) {
      for (const { invoice } of bundle) unmailed.set(invoice.id, noAddress);
      await noteUnmailed(ctx, bundle);
      continue;
    }
    const listed = bundle.map(({ invoice }) => invoice);
    await queueMail(ctx, {
      recordType: 'invoice',
      recordId: first.invoice.id,
      to,
      cc: ccEmails,
      subject: formatSubject(listed, issuer.name),
      body: formatBody(listed, issuer.name),
      documents: bundle.map(({ document }) => document),
    });
    for (const { id } of listed) mailed.set(id, to);
    mails += 1;
  }
  return { mails, recipients: mailed, unmailed };
}

/** Reads the addresses that each customer's invoices go to. */
async function readBillingAddresses(
  ctx: ServiceContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const contacts = await readChildren(ctx, {
    table: 'customer_contact',
    parent: 'customer_id',
    ids: [...new Set(customerIds)],
  });
  return new Map([...contacts].map(([id, rows]) => [id, listAddresses(rows)]));
}

function listAddresses(contacts: readonly Row<'customer_contact'>[]): string[] {
  const mailContacts = contacts.map(({ email, contact_types: types, is_primary: primary }) => ({
    email: isMailAddress(email) ? email : null,
    roles: readJson<string[]>(types) ?? [],
    isPrimary: primary === 1,
  }));
  return [...new Set(listInvoiceContacts(mailContacts).flatMap(({ email }) => email ?? []))];
}

const noAddress = 'The customer has no billing or primary contact with an e-mail address.';

async function noteUnmailed(ctx: ServiceContext, bundle: readonly InvoiceDocument[]): Promise<void> {
  const text = `Not mailed: ${noAddress}`;
  for (const { invoice } of bundle) await recordActivity(ctx, { recordType: 'invoice', recordId: invoice.id, text });
}

function formatSubject(listed: readonly Row<'invoice'>[], issuer: string): string {
  const [first, ...otherNumbers] = listed.map(({ friendly_id: number }) => number);
  return otherNumbers.length === 0 ? `Invoice ${first} from ${issuer}` : `${listed.length} invoices from ${issuer}`;
}

function formatBody(listed: readonly Row<'invoice'>[], issuer: string, message?: string): string {
  const lines = listed.map(({ friendly_id: number, owed_cents: owed, currency, due_date: due }) => {
    const when = due === null ? '' : `, due ${formatDate(due)}`;
    return `${number}: ${formatMoney(owed, currency)}${when}`;
  });
  const opening =
    message ?? (listed.length === 1 ? 'Please find our invoice attached.' : 'Please find our invoices attached.');
  return [opening, lines.join('\n'), issuer].join('\n\n');
}
