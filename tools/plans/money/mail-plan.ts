import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getToday } from '../../../src/domain/kit/dates.ts';
import { isMailAddress } from '../../../src/contract/kit/shapes.ts';
import { listInvoiceContacts, isFreeMail, listRemittanceChoices } from '../../../src/domain/parties/mail-recipients.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { addressesIn } from '../../../src/mcp/bounds/mail-domains.ts';
import { quoted, recordText } from '../../../src/mcp/text/text.ts';
import type { MadeChange, RecordEntry, ToolContext } from '../../../src/mcp/tool/context.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

/** Its lines say since when and by whom each address is on record. */
export interface MailPlan extends PlanPart {
  readonly emails: readonly string[];
}

/** An address as it stands in a record. */
interface Held {
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly isPrimary: boolean | null;
  readonly isPreferred: boolean;
  readonly status: string | null;
  /** Whose it is, in words. */
  readonly holder: string;
  /** By which the audit log knows its record. */
  readonly ids: readonly string[];
  readonly since: string | null;
  readonly changed: string | null;
}

/** What is known of where a mail would go: the address, and what is held of it, if anything. */
interface Recipient {
  readonly email: string;
  readonly held: Held | undefined;
}

const noMail: MailPlan = { emails: [] };
const day = 86_400_000;
const ownForDays = 30;

/** Who would get mail, and what speaks against it. An address is only as good as the record that holds it, and its age. */
export async function mailPlan(
  ctx: ToolContext,
  { name, effect }: Pick<CatalogueEntry, 'name' | 'effect'>,
  input: JsonObject,
  subject: RawSubject,
): Promise<MailPlan> {
  const isMailed = effect === 'mail' && (name !== 'invoices.batchGenerate' || input['sendEmail'] === true);
  if (!isMailed) return noMail;
  const records = [
    ...subject.relatedRecords.map(({ record }) => record),
    ...(subject.current ? [subject.current] : []),
  ];
  const held = records.flatMap(heldIn);
  const typed = addressesIn(input).map((email): Recipient => ({ email, held: oldestOf(held, email) }));
  const onRecord = (chosenBy[name]?.(input, subject.relatedRecords) ?? []).map((one): Recipient => ({
    email: one.email ?? '',
    held: one,
  }));
  const recipients = [...new Map([...onRecord, ...typed].map((one) => [one.email.toLowerCase(), one])).values()];
  const since = new Date(Date.parse(ctx.askedAt) - ownForDays * day).toISOString();
  const changes = await ctx.control.changes(ownForDays);
  const findings = await Promise.all(
    recipients.map(async (one) => {
      const entries = one.held ? await ctx.control.auditOf({ ids: one.held.ids, since }) : [];
      return findingOf(ctx, one, { made: entries.find(isCreating), changes });
    }),
  );
  const hits = findings.flatMap(({ concern }) => concern ?? []);
  return {
    emails: recipients.map(({ email }) => email),
    lines: findings.map(({ line }) => line),
    sideEffects: [
      recipients.length > 0 ? 'An e-mail leaves the brokerage.' : 'No address is on record: no e-mail can leave.',
    ],
    gate: hits.length > 0 ? 'approve' : 'none',
    hits,
  };
}

/** Whom the API writes to by itself, by operation. */
const chosenBy: Readonly<Record<string, (input: JsonObject, named: readonly NamedRecord[]) => readonly Held[]>> = {
  'billPayments.sendRemittance': ({ toEmail }, named) => {
    if (toEmail !== undefined) return [];
    const of = (resource: string) => named.find((one) => one.resource === resource)?.record;
    const company = of('carriers') ?? of('vendors');
    const factor = of('carrierFactors');
    const choices = listRemittanceChoices({
      factor: factor && own(factor),
      contacts: company ? contactsOf(company) : [],
      methods: company ? methodsOf(company) : [],
      company: company && own(company),
    });
    return choices.filter(({ email }) => isMailAddress(email)).slice(0, 1);
  },
  'invoices.batchGenerate': (_, named) =>
    named.filter(({ resource }) => resource === 'customers').flatMap(({ record }) => invoiceHolders(record)),
};

const invoiceHolders = (customer: JsonObject): readonly Held[] =>
  listInvoiceContacts(contactsOf(customer).filter(({ email }) => isMailAddress(email)));

/** What was done through this server. */
interface OwnLog {
  /** What made the record that holds the address. */
  readonly made: RecordEntry | undefined;
  readonly changes: readonly MadeChange[];
}

interface Finding {
  readonly line: string;
  readonly concern: string | undefined;
}

function findingOf(
  { askedAt, timeZone, policy }: Pick<ToolContext, 'askedAt' | 'timeZone' | 'policy'>,
  { email, held }: Recipient,
  { made: own, changes }: OwnLog,
): Finding {
  const { newAddressDays } = policy.rules;
  const dateOf = dayIn(timeZone);
  const shown = quoted(email);
  if (held === undefined)
    return {
      line: `Mail to ${shown}: typed, on no record read here`,
      concern: `Typed, not on the record: ${shown}`,
    };
  const age = (at: string | null) => (at === null ? 0 : (Date.parse(askedAt) - Date.parse(at)) / day);
  const change = changes.find(({ id, field }) => held.ids.includes(id) && addressFields.has(field));
  const isChanged = held.changed !== null && held.changed !== held.since;
  const concerns = [
    ...(age(held.since) < newAddressDays ? [`its record was made on ${dateOf(held.since)}`] : []),
    ...(isChanged && age(held.changed) < newAddressDays && !change
      ? [`its record was changed on ${dateOf(held.changed)}, and the API does not say whether the address was`]
      : []),
    ...(change ? [changeText(change, timeZone)] : []),
    ...(own ? [`put on record through this server by ${recordText(own.who, 'list')} on ${dateOf(own.at)}`] : []),
    ...(isFreeMail(email) ? ['a free mail address, which anybody can have'] : []),
  ];
  const history = [
    `on record since ${dateOf(held.since)}`,
    ...(isChanged
      ? [`record last changed ${dateOf(held.changed)} (the API keeps no history of the address itself)`]
      : []),
    ...(change ? [changeText(change, timeZone)] : []),
    own ? `through this server by ${recordText(own.who, 'list')}` : 'not through this server as far as its log goes',
  ];
  return {
    line: `Mail to ${shown}: ${held.holder}, ${history.join(', ')}`,
    concern: concerns.length > 0 ? `Mail to ${shown}: ${concerns.join('; ')}.` : undefined,
  };
}

/** Where an address stands in a record. */
const addressFields: ReadonlySet<string> = new Set(['email', 'contactInfo']);

const dayIn = (timeZone: string) => (at: string | null) => (at === null ? 'an unknown day' : getToday(timeZone, at));

const changeText = ({ who, at, from, to }: MadeChange, timeZone: string) =>
  `changed by ${recordText(who, 'list')} on ${dayIn(timeZone)(at)} (${recordText(from, 'list')} -> ${recordText(to, 'list')})`;

const isCreating = ({ calls }: RecordEntry) =>
  calls.some(({ operation, status }) => status === 'done' && operation.endsWith('.create'));

/** The same address may be held twice: the older record is what vouches for it. */
const oldestOf = (held: readonly Held[], email: string) =>
  held
    .filter((one) => one.email?.toLowerCase() === email.toLowerCase())
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))[0];

const heldIn = (record: JsonObject): readonly Held[] => [own(record), ...contactsOf(record), ...methodsOf(record)];

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function heldBy(record: JsonObject, party: JsonObject, label: string): Held {
  const info = isPlainRecord(record['contactInfo']) ? record['contactInfo'] : {};
  const name = text(party['name']) ?? text(party['companyName']);
  const person = label === 'contact' ? text(record['name']) : null;
  return {
    email: text(record['email']) ?? text(info['email']),
    roles: [record['contactTypes'], record['roles'], record['role']].flat().filter((role) => typeof role === 'string'),
    isPrimary: record['isPrimary'] === true,
    isPreferred: record['isPreferred'] === true,
    status: text(record['status']),
    holder: [person && recordText(person, 'list'), label, name && `of ${recordText(name, 'list')}`]
      .filter(Boolean)
      .join(' '),
    ids: [text(record['id']), text(record['friendlyId'])].filter((id) => id !== null),
    since: text(record['createdAt']),
    changed: text(record['updatedAt']),
  };
}

const own = (party: JsonObject) => heldBy(party, party, 'the address');
const contactsOf = (party: JsonObject) =>
  listPlainRecords(party['contacts'])
    .filter(({ deletedAt }) => text(deletedAt) === null)
    .map((contact) => heldBy(contact, party, 'contact'));
const methodsOf = (party: JsonObject) =>
  listPlainRecords(party['paymentMethods']).map((method) => heldBy(method, party, 'payment method'));
