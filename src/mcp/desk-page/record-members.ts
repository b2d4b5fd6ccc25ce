import { toNumber, toRow, toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { toTitle } from '../cards/views/kit/words.ts';
import type { CellColumn, CellKind } from './cells.ts';
import { formatPageAmount } from './desk-words.ts';

/** Members that no page shows: ids, the currency that amounts have, times that a text says already, and calls for models. */
const hiddenMembers: ReadonlySet<string> = new Set(
  `id key currency windowFrom windowTo arrivedAt leftAt allowed tags source rule severity minutesLate late flags untrusted
  resolved definitions definition nextActions summary asOf completeness olderRecords unknownStatuses kind tooFew carrierNumber
  contentType nextCursor withoutMargin level mode side`.split(/\s+/),
);

const moneyMembers: ReadonlySet<string> = new Set(
  `amount open owed total paid credits cost revenue margin balance agreedTotal difference unapplied overpayment applied left
  limit openInvoices deliveredNotInvoiced booked overdue target auto cargo buy sell average median low high perMile`.split(
    /\s+/,
  ),
);
const codeMembers: ReadonlySet<string> = new Set(
  `status type mode billing method side basis pod equipments types roles recipient tier serviceType outcome standing overall
  paymentMethod blockedBy verdicts reason`.split(/\s+/),
);
const recordMembers: ReadonlySet<string> = new Set('friendlyId shipment shipments load order of number'.split(' '));
const partyMembers: Readonly<Record<string, CellKind>> = {
  customer: 'customer',
  payee: 'payee',
  paidTo: 'payee',
  factor: 'payee',
  carrier: 'carrier',
};

/** Members that mean something else in one part of a record, by their paths without places in lists. */
const kindsByPath: Readonly<Record<string, CellKind>> = {
  'receivables/openInvoices': 'count',
  'receivables/overdueInvoices': 'count',
  'freight/weight': 'text',
  nextStop: 'stop',
  'loads/name': 'carrier',
  'carriers/name': 'carrier',
};

const titles: Readonly<Record<string, string>> = {
  agreed: 'Agreed charges',
  agreedTotal: 'Agreed',
  amount: 'Amount',
  account: 'Account',
  auto: 'Auto liability',
  basis: 'Basis',
  binding: 'Rules of this customer',
  blockedBy: 'In the way',
  bills: 'Bills',
  buy: 'Buy',
  byCurrency: 'What it cost and sold at',
  call: 'Call first',
  cargo: 'Cargo liability',
  charge: 'Charge',
  charges: 'Charges to the customer',
  dbaName: 'Doing business as',
  deliveredNotInvoiced: 'Delivered, not invoiced',
  dotNumber: 'DOT',
  earlier: 'Before that',
  email: 'E-mail',
  equipments: 'Equipment',
  exposure: 'Exposure',
  filedBy: 'Filed by',
  filedOn: 'Filed',
  fileName: 'File',
  fields: 'Details',
  friendlyId: 'No.',
  invoices: 'Invoices',
  isPreferred: 'Preferred',
  isPrimary: 'Primary',
  lastLoads: 'Last loads',
  left: 'Left',
  loads: 'Loads',
  marginPercent: 'Margin %',
  mcNumber: 'MC',
  money: 'Money',
  number: 'No.',
  of: 'For',
  openBills: 'Open bills',
  otherLoads: 'Other loads',
  paidTo: 'Paid to',
  payTo: 'Pay-to',
  perMile: 'Per mile',
  pickUpDate: 'Pickup',
  deliveryDate: 'Delivery',
  pod: 'POD',
  recent: 'Last 30 days',
  rep: 'Our rep',
  scac: 'SCAC',
  sent: 'Mailed',
  spans: 'Volume',
  days: 'Days',
  text: 'Text',
  winPercent: 'Win rate',
  types: 'For',
  changed: 'Last changed',
  reasons: 'Why',
  since: 'On file since',
  standing: 'Against the limit',
  usedPercent: 'Used',
  verdicts: 'Check',
};

/** Parts of records whose own titles say more than the name of the member. */
const titlesByPath: Readonly<Record<string, string>> = {
  weight: 'Weight (lb)',
  'stops/left': 'Departed',
  'loads/charges': 'Carrier charges',
  'carriers/charges': 'Charges',
  'notes/of': 'About',
  'spans/days': 'Last days',
  'fields/label': 'Field',
  'findings/sentence': 'Finding',
  'verdict/overall': 'Verdict',
};

/** Parts in the order in which people read them. Parts that are not in the list come between its two halves. */
const firstParts =
  `verdict call exceptions stops loads byCurrency exposure receivables money charges agreed lines reasons payments
  applications bills invoices`.split(/\s+/);
const lastParts = 'insurance payTo contacts references papers documents'.split(' ');

/** Returns the place of a part among the others. */
export function getPartPlace(key: string): number {
  const [first, last] = [firstParts.indexOf(key), lastParts.indexOf(key)];
  if (first >= 0) return first;
  return last >= 0 ? firstParts.length + 1 + last : firstParts.length;
}

/** Joins a member to the part that has it, without the parts around that one. */
const joinToPart = (path: string, key: string): string => [path.split('/').at(-1), key].filter(Boolean).join('/');

export const getMemberTitle = (path: string, key: string): string =>
  titlesByPath[joinToPart(path, key)] ?? titles[key] ?? toTitle(key);

export const isHiddenMember = (key: string): boolean => hiddenMembers.has(key);

/** Members with sentences that Waybill writes, though they may quote a record. */
const sentenceMembers: ReadonlySet<string> = new Set(['sentence', 'reasons', 'exceptions', 'notInvoicedBecause']);

/** A record's texts: those that its answer names as record text are shown as they are. */
export interface RecordTexts {
  /** Tests if the member below that path holds text of a record. */
  readonly isRecordText: (path: string, key: string) => boolean;
}

/** Builds the test from the JSON pointers of an answer. */
export function createRecordTexts(untrusted: readonly string[]): RecordTexts {
  // Members of the record stand beside those of the rest of the answer, and places in lists don't matter.
  const paths = new Set(
    untrusted.map((pointer) =>
      pointer
        .split('/')
        .filter((part) => part !== '' && part !== '*' && !/^\d+$/.test(part) && part !== 'record')
        .join('/'),
    ),
  );
  return {
    isRecordText: (path, key) => !sentenceMembers.has(key) && paths.has([path, key].filter(Boolean).join('/')),
  };
}

/** Chooses how a member of a record is shown. */
export function chooseKind(path: string, key: string, value: unknown, { isRecordText }: RecordTexts): CellKind {
  const byPath = kindsByPath[joinToPart(path, key)];
  if (byPath !== undefined) return byPath;
  const party = partyMembers[key];
  if (party !== undefined) return party;
  if (toNumber(value) !== undefined)
    return /percent$/i.test(key) ? 'percent' : moneyMembers.has(key) ? 'money' : 'count';
  if (isRecordText(path, key)) return 'text';
  if (recordMembers.has(key)) return 'record';
  if (codeMembers.has(key)) return 'code';
  const text = toText(value) ?? '';
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return 'time';
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(text) ? 'date' : 'words';
}

/** Lists the columns of rows: every member that a row has and that pages show. */
export function listMemberColumns(path: string, rows: readonly ViewRow[], texts: RecordTexts): readonly CellColumn[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !hiddenMembers.has(key));
  return keys.map((key) => {
    const value = rows.map((row) => row[key]).find((candidate) => candidate !== null && candidate !== undefined);
    const column = { key, title: getMemberTitle(path, key), kind: chooseKind(path, key, value, texts) };
    return isNested(value) ? { ...column, kind: 'text', toValue: (row) => describeNested(row[key], row) } : column;
  });
}

const isNested = (value: unknown): boolean =>
  toRows(value).length > 0 || (Object.keys(toRow(value)).length > 0 && toText(toRow(value)['name']) === undefined);

/** Describes rows inside a cell: `Linehaul $1,981.00`. */
function describeNested(value: unknown, { currency: outerCurrency }: ViewRow): readonly string[] {
  const rows = Array.isArray(value) ? toRows(value) : [toRow(value)];
  return rows.map((row) => {
    const currency = toText(row['currency']) ?? toText(outerCurrency);
    const parts = Object.entries(row).flatMap(([key, member]) => {
      if (hiddenMembers.has(key)) return [];
      const number = toNumber(member);
      if (number !== undefined)
        return moneyMembers.has(key) ? formatPageAmount(number, currency) : `${number} ${toTitle(key).toLowerCase()}`;
      return toText(member) ?? [];
    });
    return parts.join(' ');
  });
}
