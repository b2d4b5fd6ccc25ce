import { isMailAddress } from '../../contract/kit/shapes.ts';
import type { Operations } from '../../contract/types.ts';
import { listInvoiceContacts } from '../../domain/parties/mail-recipients.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { childrenOf } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { currentInvoiceDocument, type InvoiceDocument } from './invoice-document.ts';
import { letterheadOf } from '../papers/letterhead.ts';
import { queueMail } from '../mail/queue.ts';
import { formatDate } from '../papers/pdf/format.ts';

type SendInvoice = Omit<Operations['invoices']['send']['parsed'], 'id' | 'by'>;

/** Writes a mail with the invoice's PDF to the addresses of the request; returns the mail's id. */
export async function mailInvoice(ctx: ServiceContext, invoice: Row<'invoice'>, input: SendInvoice): Promise<string> {
  const { toEmails, ccEmails, subject, message } = input;
  requireOneLine(subject);
  const { document, invoice: current } = await currentInvoiceDocument(ctx, invoice);
  const { issuer } = await letterheadOf(ctx);
  return queueMail(ctx, {
    recordType: 'invoice',
    recordId: current.id,
    to: toEmails,
    cc: ccEmails,
    subject: subject ?? defaultSubject([current], issuer.name),
    body: bodyOf([current], issuer.name, message),
    documents: [document],
  });
}

function requireOneLine(subject: string | undefined): void {
  if (subject !== undefined && /[\p{Cc}\u2028\u2029]/u.test(subject))
    throw fieldError('BAD_REQUEST', 'subject', 'must be one line without control characters');
}

interface BatchMail {
  readonly ccEmails?: readonly string[] | undefined;
  readonly groupByCustomer: boolean;
}

/** What became of the mails of a batch, by the ids of its invoices. */
export interface BatchMailing {
  readonly mails: number;
  readonly recipients: ReadonlyMap<string, readonly string[]>;
  /** Why nobody was mailed. */
  readonly unmailed: ReadonlyMap<string, string>;
}

/** Mails fresh invoices to their customers' billing contacts, by customer or one by one. */
export async function mailBatch(
  ctx: ServiceContext,
  invoiced: readonly InvoiceDocument[],
  { ccEmails, groupByCustomer }: BatchMail,
): Promise<BatchMailing> {
  const { issuer } = await letterheadOf(ctx);
  const recipients = await billingAddresses(
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
      subject: defaultSubject(listed, issuer.name),
      body: bodyOf(listed, issuer.name),
      documents: bundle.map(({ document }) => document),
    });
    for (const { id } of listed) mailed.set(id, to);
    mails += 1;
  }
  return { mails, recipients: mailed, unmailed };
}

/** Where the invoices of each customer go. */
async function billingAddresses(
  ctx: ServiceContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const contacts = await childrenOf(ctx, {
    table: 'customer_contact',
    parent: 'customer_id',
    ids: [...new Set(customerIds)],
  });
  return new Map([...contacts].map(([id, rows]) => [id, addressesOf(rows)]));
}

function addressesOf(contacts: readonly Row<'customer_contact'>[]): string[] {
  const known = contacts.map(({ email, contact_types: types, is_primary: primary }) => ({
    email: isMailAddress(email) ? email : null,
    roles: readJson<string[]>(types) ?? [],
    isPrimary: primary === 1,
  }));
  return [...new Set(listInvoiceContacts(known).flatMap(({ email }) => email ?? []))];
}

const noAddress = 'The customer has no billing or primary contact with an e-mail address.';

async function noteUnmailed(ctx: ServiceContext, bundle: readonly InvoiceDocument[]): Promise<void> {
  const text = `Not mailed: ${noAddress}`;
  for (const { invoice } of bundle) await recordActivity(ctx, { recordType: 'invoice', recordId: invoice.id, text });
}

function defaultSubject(listed: readonly Row<'invoice'>[], issuer: string): string {
  const [first, ...others] = listed.map(({ friendly_id: number }) => number);
  return others.length === 0 ? `Invoice ${first} from ${issuer}` : `${listed.length} invoices from ${issuer}`;
}

function bodyOf(listed: readonly Row<'invoice'>[], issuer: string, message?: string): string {
  const lines = listed.map(({ friendly_id: number, owed_cents: owed, currency, due_date: due }) => {
    const when = due === null ? '' : `, due ${formatDate(due)}`;
    return `${number}: ${formatMoney(owed, currency)}${when}`;
  });
  const opening =
    message ?? (listed.length === 1 ? 'Please find our invoice attached.' : 'Please find our invoices attached.');
  return [opening, lines.join('\n'), issuer].join('\n\n');
}
