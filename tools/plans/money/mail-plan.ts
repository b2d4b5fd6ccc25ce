import { formatDate } from '../../../src/domain/places/local-time.ts';
import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getToday } from '../../../src/domain/kit/dates.ts';
import { isMailAddress } from '../../../src/contract/kit/shapes.ts';
import { listInvoiceContacts, isFreeMail, listRemittanceChoices } from '../../../src/domain/parties/mail-recipients.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { listAddresses } from '../../../src/mcp/limits/mail-domains.ts';
import { quoteText, recordText } from '../../../src/mcp/text/text.ts';
import type { AuthoredChange, RecordEntry, ToolContext } from '../../../src/mcp/tool/context.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

/** Plan part whose lines say since when and by whom each address is on record. */
export interface MailPlan extends PlanPart {
  readonly emails: readonly string[];
}

/** Address as it is in a record. */
interface AddressRecord {
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly isPrimary: boolean | null;
  readonly isPreferred: boolean;
  readonly status: string | null;
  /** Holder of the address, in words. */
  readonly holder: string;
  /** Ids by which the audit log knows the record. */
  readonly ids: readonly string[];
  readonly since: string | null;
  readonly changed: string | null;
}

/** Destination of a mail: the address, and the record that holds it, if any. */
interface Recipient {
  readonly email: string;
  readonly addressRecord: AddressRecord | undefined;
}

const noMail: MailPlan = { emails: [] };
const day = 86_400_000;
const ownForDays = 30;

/**
 * Plans mail: its recipients, and the warnings about them. An address is only as good as the record that holds it, and
 * its age.
 */
export async function planMail(
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
  const addressRecords = records.flatMap(listAddressRecords);
  const typed = listAddresses(input).map((email): Recipient => ({
    email,
    addressRecord: findOldest(addressRecords, email),
  }));
  const onRecord = (chosenBy[name]?.(input, subject.relatedRecords) ?? []).map((record): Recipient => ({
    email: record.email ?? '',
    addressRecord: record,
  }));
  const recipients = [
    ...new Map([...onRecord, ...typed].map((recipient) => [recipient.email.toLowerCase(), recipient])).values(),
  ];
  const since = new Date(Date.parse(ctx.askedAt) - ownForDays * day).toISOString();
  const changes = await ctx.control.listChanges(ownForDays);
  const findings = await Promise.all(
    recipients.map(async (recipient) => {
      const entries = recipient.addressRecord
        ? await ctx.control.readHistory({ ids: recipient.addressRecord.ids, since })
        : [];
      return buildFinding(ctx, recipient, { made: entries.find(isCreating), changes });
    }),
  );
  const hits = findings.flatMap(({ concern }) => concern ?? []);
  return {
    emails: recipients.map(({ email }) => email),
    lines: findings.map(({ line }) => line),
    sideEffects: [
      recipients.length > 0
        ? `${mailedPaper[name] ?? 'An e-mail'} leaves the brokerage.`
        : 'No address is on record: no e-mail can leave.',
    ],
    gate: hits.length > 0 ? 'approve' : 'none',
    hits,
  };
}

/** Mail of an operation, by what is attached to it. */
const mailedPaper: Readonly<Record<string, string>> = {
  'billPayments.sendRemittance': 'An e-mail with the remittance advice',
  'invoices.batchGenerate': 'An e-mail with each invoice as a PDF',
  'invoices.send': 'An e-mail with the invoice as a PDF',
};

/** Address records that the API chooses by itself, by operation. */
const chosenBy: Readonly<
  Record<string, (input: JsonObject, named: readonly NamedRecord[]) => readonly AddressRecord[]>
> = {
  'billPayments.sendRemittance': ({ toEmail }, relatedRecords) => {
    if (toEmail !== undefined) return [];
    const findRecord = (resource: string) => relatedRecords.find((related) => related.resource === resource)?.record;
    const company = findRecord('carriers') ?? findRecord('vendors');
    const factor = findRecord('carrierFactors');
    const choices = listRemittanceChoices({
      factor: factor && toOwnAddress(factor),
      contacts: company ? listContactAddresses(company) : [],
      methods: company ? listMethodAddresses(company) : [],
      company: company && toOwnAddress(company),
    });
    return choices.filter(({ email }) => isMailAddress(email)).slice(0, 1);
  },
  'invoices.batchGenerate': (_, relatedRecords) =>
    relatedRecords
      .filter(({ resource }) => resource === 'customers')
      .flatMap(({ record }) => listInvoiceHolders(record)),
};

const listInvoiceHolders = (customer: JsonObject): readonly AddressRecord[] =>
  listInvoiceContacts(listContactAddresses(customer).filter(({ email }) => isMailAddress(email)));

/** Actions with Waybill that concern an address. */
interface ServerLog {
  /** Entry that made the record that holds the address. */
  readonly made: RecordEntry | undefined;
  readonly changes: readonly AuthoredChange[];
}

interface MailFinding {
  readonly line: string;
  readonly concern: string | undefined;
}

function buildFinding(
  { askedAt, timeZone, policy }: Pick<ToolContext, 'askedAt' | 'timeZone' | 'policy'>,
  { email, addressRecord }: Recipient,
  { made: creation, changes }: ServerLog,
): MailFinding {
  const { newAddressDays } = policy.rules;
  const formatDay = createDayFormatter(timeZone);
  const quotedEmail = quoteText(email);
  if (addressRecord === undefined)
    return {
      line: `Mail to ${quotedEmail}: typed, on no record`,
      concern: `Typed, on no record: ${quotedEmail}`,
    };
  const computeAgeDays = (at: string | null) => (at === null ? 0 : (Date.parse(askedAt) - Date.parse(at)) / day);
  const change = changes.find(({ id, field }) => addressRecord.ids.includes(id) && addressFields.has(field));
  const isChanged = addressRecord.changed !== null && addressRecord.changed !== addressRecord.since;
  const concerns = [
    ...(computeAgeDays(addressRecord.since) < newAddressDays
      ? [`its record was made on ${formatDay(addressRecord.since)}`]
      : []),
    ...(isChanged && computeAgeDays(addressRecord.changed) < newAddressDays && !change
      ? [
          `its record was changed on ${formatDay(addressRecord.changed)}, and the API does not say whether the address was`,
        ]
      : []),
    ...(change ? [describeChange(change, timeZone)] : []),
    ...(creation
      ? [`put on record with Waybill by ${recordText(creation.who, 'list')} on ${formatDay(creation.at)}`]
      : []),
    ...(isFreeMail(email) ? ['a free mail address, which anyone can open'] : []),
  ];
  const history = [
    `on record since ${formatDay(addressRecord.since)}`,
    ...(isChanged
      ? [`record last changed ${formatDay(addressRecord.changed)} (the API keeps no history of the address itself)`]
      : []),
    ...(change ? [describeChange(change, timeZone)] : []),
    creation
      ? `added with Waybill by ${recordText(creation.who, 'list')}`
      : `not added with Waybill in the last ${ownForDays} days`,
  ];
  return {
    line: `Mail to ${quotedEmail}: ${addressRecord.holder}, ${history.join(', ')}`,
    concern: concerns.length > 0 ? `Mail to ${quotedEmail}: ${concerns.join('; ')}.` : undefined,
  };
}

/** Fields of a record that hold an address. */
const addressFields: ReadonlySet<string> = new Set(['email', 'contactInfo']);

const createDayFormatter = (timeZone: string) => (at: string | null) =>
  at === null ? 'an unknown day' : formatDate(getToday(timeZone, at));

const describeChange = ({ who: person, at, from, to }: AuthoredChange, timeZone: string) =>
  `changed by ${recordText(person, 'list')} on ${createDayFormatter(timeZone)(at)} (${recordText(findAddressText(from), 'list')} -> ${recordText(findAddressText(to), 'list')})`;

/** Finds the address in a value of the audit log, which may be a whole contact as JSON. */
const findAddressText = (text: string): string => /"email":"([^"]+)"/.exec(text)?.[1] ?? text;

const isCreating = ({ calls }: RecordEntry) =>
  calls.some(({ operation, status }) => status === 'done' && operation.endsWith('.create'));

/** Finds the oldest record that holds an address: that one vouches for it. */
const findOldest = (records: readonly AddressRecord[], email: string) =>
  records
    .filter((record) => record.email?.toLowerCase() === email.toLowerCase())
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))[0];

const listAddressRecords = (record: JsonObject): readonly AddressRecord[] => [
  toOwnAddress(record),
  ...listContactAddresses(record),
  ...listMethodAddresses(record),
];

const getText = (value: unknown) => (typeof value === 'string' ? value : null);

function toAddressRecord(record: JsonObject, party: JsonObject, label: string): AddressRecord {
  const info = isPlainRecord(record['contactInfo']) ? record['contactInfo'] : {};
  const name = getText(party['name']) ?? getText(party['companyName']);
  const person = label === 'contact' ? getText(record['name']) : null;
  return {
    email: getText(record['email']) ?? getText(info['email']),
    roles: [record['contactTypes'], record['roles'], record['role']].flat().filter((role) => typeof role === 'string'),
    isPrimary: record['isPrimary'] === true,
    isPreferred: record['isPreferred'] === true,
    status: getText(record['status']),
    holder: [person && recordText(person, 'list'), label, name && `of ${recordText(name, 'list')}`]
      .filter(Boolean)
      .join(' '),
    ids: [getText(record['id']), getText(record['friendlyId'])].filter((id) => id !== null),
    since: getText(record['createdAt']),
    changed: getText(record['updatedAt']),
  };
}

const toOwnAddress = (party: JsonObject) => toAddressRecord(party, party, 'the address');
const listContactAddresses = (party: JsonObject) =>
  listPlainRecords(party['contacts'])
    .filter(({ deletedAt }) => getText(deletedAt) === null)
    .map((contact) => toAddressRecord(contact, party, 'contact'));
const listMethodAddresses = (party: JsonObject) =>
  listPlainRecords(party['paymentMethods']).map((method) => toAddressRecord(method, party, 'payment method'));
