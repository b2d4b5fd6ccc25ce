import type { OperationName } from '../../src/contract/operations.ts';
import { factorOfRecord } from '../../src/domain/money/payment-recipient.ts';
import { formatMoney } from '../../src/domain/money/money.ts';
import { WaybillError } from '../../src/errors.ts';
import { isPlainRecord } from '../../src/mcp/text/plain-record.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import type { RawSubject } from './raw-plan.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ApplicationsPlan {
  /** One for each bill, invoice or credit that money is put on. */
  readonly lines: readonly string[];
  readonly hits: readonly string[];
  /** Members of the input that the lines say in full. */
  readonly members: ReadonlySet<string>;
  /** Records that the lines name. */
  readonly ids: ReadonlySet<string>;
}

/** How much of a payment or credit goes to one record. */
interface Application {
  readonly id: string;
  readonly cents: number;
  /** What of the same payment is on it already, and goes. */
  readonly formerCents: number;
}

const none: ApplicationsPlan = { lines: [], hits: [], members: new Set(), ids: new Set() };

/** Money put on bills and invoices, as a person checks it: number, party, payee of record, open before and after. */
export function applicationsPlan(name: OperationName, input: Json, subject: RawSubject): ApplicationsPlan {
  const members = membersOf(name, input);
  const applications = members.flatMap((member) => applicationsIn(name, input, member, subject.current));
  if (applications.length === 0) return none;
  const open = new Map<string, number>();
  const shown = applications.map((one) => showApplication(one, subject, open));
  if (name === 'billPayments.create') refuseOtherPayee(applications, input, subject);
  const listed = (chosen: readonly Shown[]) => [...new Set(chosen.map(({ number }) => number))].join(', ');
  const paid = shown.filter(({ before }) => before !== null && before <= 0);
  const over = shown.filter(({ before, after }) => before !== null && before > 0 && after !== null && after < 0);
  const unread = shown.filter(({ before }) => before === null);
  return {
    lines: shown.map(({ line }) => line),
    hits: [
      ...(paid.length > 0 ? [`Nothing is open any more on ${listed(paid)}: this would pay a second time.`] : []),
      ...(over.length > 0 ? [`More than is open on ${listed(over)}.`] : []),
      ...(unread.length > 0
        ? [`${unread.length} of what is paid could not be read: its open balance is unknown.`]
        : []),
    ],
    members: new Set(members),
    ids: new Set(applications.map(({ id }) => id)),
  };
}

function membersOf(name: OperationName, input: Json): readonly string[] {
  if (name === 'creditMemos.apply') return ['invoiceId', 'amount'];
  if (!/^(?:billPayments|payments)\.(?:create|update)$/.test(name)) return [];
  return ['applications', 'creditApplications'].filter((member) => Array.isArray(input[member]));
}

const idNames = ['billId', 'invoiceId', 'creditMemoId'];
const targetOf = (item: Json) => idNames.map((name) => item[name]).find((id) => typeof id === 'string');
const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isPlainRecord) : []);
const centsIn = (item: Json) => (typeof item['amount'] === 'number' ? centsOf(item['amount']) : 0);

function applicationsIn(
  name: OperationName,
  input: Json,
  member: string,
  current: Json | undefined,
): readonly Application[] {
  if (name === 'creditMemos.apply') return member === 'invoiceId' ? [applicationOf(input, undefined)] : [];
  const former = listed(current?.[member]);
  return listed(input[member]).map((item) =>
    applicationOf(
      item,
      former.find((one) => (item['id'] === undefined ? targetOf(one) === targetOf(item) : one['id'] === item['id'])),
    ),
  );
}

function applicationOf(item: Json, former: Json | undefined): Application {
  const formerCents = former ? centsIn(former) : 0;
  const id = targetOf(item) ?? (former && targetOf(former)) ?? '';
  if (item['delete'] === true) return { id, cents: 0, formerCents };
  return { id, cents: item['amount'] === undefined ? formerCents : centsIn(item), formerCents };
}

interface Shown {
  readonly line: string;
  readonly number: string;
  /** Null where the record could not be read. */
  readonly before: number | null;
  readonly after: number | null;
}

function showApplication(
  { id, cents, formerCents }: Application,
  subject: RawSubject,
  open: Map<string, number>,
): Shown {
  const found = subject.named.find(({ record }) => record['id'] === id);
  if (!found) return { line: `A record that could not be read: ${cents / 100}`, number: '', before: null, after: null };
  const { resource, record } = found;
  const currency = typeof record['currency'] === 'string' ? record['currency'] : '?';
  const owed = [record['amountOwed'], record['remainingBalance'], record['openBalance']].find(
    (value) => typeof value === 'number',
  );
  const number = typeof record['friendlyId'] === 'string' ? record['friendlyId'] : nameOfKind(resource);
  const before = open.get(id) ?? (owed === undefined ? null : centsOf(owed));
  const after = before === null ? null : before + formerCents - cents;
  if (after !== null) open.set(id, after);
  const money = (value: number | null) => (value === null ? 'unknown' : formatMoney(value, currency));
  const party = partyNameOf(record);
  return {
    line: [
      `${[number, party && recordText(party, 'list')].filter(Boolean).join(' ')}: ${money(cents)}`,
      ...(formerCents > 0 ? [`in place of ${money(formerCents)}`] : []),
      `open ${money(before)} -> ${money(after)}`,
      ...(resource === 'bills' ? [payeeText(record, subject)] : []),
    ].join(', '),
    number,
    before,
    after,
  };
}

const nameOfKind = (resource: string) => (resource === 'creditMemos' ? 'A credit memo' : 'A record without a number');

function partyNameOf(record: Json): string | undefined {
  const names = [record['customer'], record['carrier'], record['vendor']].map((party) =>
    isPlainRecord(party) ? party['name'] : undefined,
  );
  return names.find((name) => typeof name === 'string');
}

/** Whom the money for a bill has to go to by the record of its carrier. */
function payeeText(bill: Json, subject: RawSubject): string {
  if (isPlainRecord(bill['vendor'])) return 'payee of record: the vendor';
  const payee = payeeOf(bill, subject);
  if (payee === undefined) return 'payee of record: unknown';
  return payee === null
    ? 'payee of record: the carrier'
    : `payee of record: its factor ${recordText(payee.name, 'list')}`;
}

interface Factor {
  readonly id: string;
  readonly name: string;
}

/** The factor of the bill's carrier, null where it has none, undefined where that could not be read. */
function payeeOf(bill: Json, { named }: RawSubject): Factor | null | undefined {
  const carrier = bill['carrier'];
  if (!isPlainRecord(carrier)) return undefined;
  const record = named.find((one) => one.resource === 'carriers' && one.record['id'] === carrier['id'])?.record;
  if (!record || !Array.isArray(record['paymentMethods'])) return undefined;
  const method = factorOfRecord(listed(record['paymentMethods']).map(methodOf));
  return method === null ? null : method.factor;
}

function methodOf(method: Json) {
  const factor = method['carrierFactor'];
  return {
    createdAt: String(method['createdAt']),
    isPreferred: method['isPreferred'] === true,
    isActive: method['status'] === 'ACTIVE' && !method['deletedAt'],
    recipientType: String(method['paymentRecipientType']),
    factor: isPlainRecord(factor) ? { id: String(factor['id']), name: String(factor['companyName']) } : null,
  };
}

/** A carrier's debt that was sold is paid to nobody but the buyer, and one that was not sold to no factor. */
function refuseOtherPayee(applications: readonly Application[], input: Json, subject: RawSubject): void {
  const paid = typeof input['carrierFactorId'] === 'string' ? input['carrierFactorId'] : null;
  const ids = new Set(applications.map(({ id }) => id));
  const wrong = subject.named.filter(({ resource, record }) => {
    const payee = resource === 'bills' && ids.has(String(record['id'])) ? payeeOf(record, subject) : undefined;
    return payee !== undefined && (payee?.id ?? null) !== paid;
  });
  if (wrong.length === 0) return;
  const texts = wrong.map(({ record }) => `${String(record['friendlyId'])} (${payeeText(record, subject)})`);
  throw new WaybillError(
    'REFUSED',
    `The payee is not that of record for ${texts.join(', ')}: name its factor as carrierFactorId, or none where it has none.`,
  );
}
