import { listLikenesses, type Likeness, type PartySnapshot } from '../../../src/domain/parties/twins.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../../src/mcp/tool/scan.ts';
import { getLastFour } from '../../carriers/shared-bank.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatStatus } from '../../records/record-names.ts';

/** Plan part whose lines are repeated in the result. */
export interface TwinPlan extends PlanPart {
  readonly lines: readonly string[];
}

interface TwinKind {
  readonly resource: string;
  readonly plural: string;
  /** Scans all parties of the kind, newest first. */
  readonly list: (ctx: ToolContext) => Promise<Scan<object>>;
}

/** Enough for a mid-sized brokerage; beyond that the plan says how far it looked. */
const rowsMax = 2_500;
const twinsShown = 5;
const numbersMax = 100;
const every = { filter: {}, rowsMax };

/** Kinds of party, by the operation that creates one. */
const kinds: Readonly<Record<string, TwinKind>> = {
  'carriers.create': {
    resource: 'carriers',
    plural: 'carriers',
    list: (ctx) => scan(ctx, ctx.api.carriers.filter, every),
  },
  'customers.create': {
    resource: 'customers',
    plural: 'customers',
    list: (ctx) => scan(ctx, ctx.api.customers.filter, every),
  },
  'vendors.create': { resource: 'vendors', plural: 'vendors', list: (ctx) => scan(ctx, ctx.api.vendors.filter, every) },
  'carrierFactors.create': {
    resource: 'carrierFactors',
    plural: 'factors',
    list: (ctx) => scan(ctx, ctx.api.carrierFactors.filter, every),
  },
};

interface Twin {
  readonly record: JsonObject;
  readonly same: readonly Likeness[];
}

/** Looks on record for the party that a call creates; a person reviews what is alike first. */
export async function planTwinCheck(ctx: ToolContext, operation: string, input: JsonObject): Promise<TwinPlan> {
  const kind = kinds[operation];
  if (!kind) return { lines: [] };
  const { plural } = kind;
  const scanned = await readOrUnknown(() => kind.list(ctx));
  if (!scanned) {
    const sentence = `Duplicates were not checked: the API does not list ${plural}.`;
    return { lines: [sentence], gate: 'confirm', hits: [sentence] };
  }
  const older = scanned.isComplete ? [] : await readSameNumbers(ctx, kind, input);
  const twins = findTwins([...scanned.rows.filter(isPlainRecord), ...older], toPartySnapshot(input));
  const scope = scanned.isComplete
    ? `all ${plural} on record`
    : `the newest ${rowsMax.toLocaleString('en-US')} ${plural}, and by its numbers with all of them`;
  const compared = `${scope}, by ${formatComparedValues(toPartySnapshot(input))}`;
  if (twins.length === 0) return { lines: [`No duplicate found; compared with ${compared}.`] };
  const more = twins.length > twinsShown ? `; ${twins.length - twinsShown} more are like it` : '';
  return {
    lines: [...twins.slice(0, twinsShown).map(describeTwin), `Compared with ${compared}${more}.`],
    gate: 'confirm',
    hits: [`May be on record already: ${twins.slice(0, twinsShown).map(formatTwinName).join(', ')}.`],
  };
}

const findTwins = (records: readonly JsonObject[], party: PartySnapshot): readonly Twin[] =>
  [...new Map(records.map((record) => [record['id'], record])).values()]
    .map((record): Twin => ({ record, same: listLikenesses(party, toPartySnapshot(record)) }))
    .filter(({ same }) => same.length > 0)
    .toSorted((a, b) => b.same.length - a.same.length);

/** Reads the parties that have one of the numbers, among all on record. */
async function readSameNumbers(
  ctx: ToolContext,
  { resource }: TwinKind,
  input: JsonObject,
): Promise<readonly JsonObject[]> {
  const conditions = Object.keys(numberLabels).flatMap((field) => {
    const digits = /[1-9]\d{3,}|[A-Za-z]{2,4}$/.exec(getText(input[field]) ?? '')?.[0];
    return digits === undefined ? [] : [{ [field]: { includes: digits } }];
  });
  if (conditions.length === 0) return [];
  const answer = await ctx.api.call(`${resource}.filter`, { filter: { or: conditions }, pageSize: numbersMax });
  return isPlainRecord(answer) ? listPlainRecords(answer['data']) : [];
}

function describeTwin(twin: Twin): string {
  const { record, same } = twin;
  const status = getText(record['status']);
  const equal = same.map(({ label, value }) =>
    label === 'name' ? 'a name like it' : `the same ${label} ${recordText(value, 'list')}`,
  );
  return `On record: ${formatTwinName(twin)}${status === null ? '' : `, ${formatStatus(status)}`}, with ${equal.join(', ')}`;
}

function formatTwinName({ record }: Twin): string {
  const number = getText(record['friendlyId']);
  const name = recordText(toPartySnapshot(record).names[0] ?? 'without a name', 'list');
  return number === null ? name : `${name} (${number})`;
}

const numberLabels: Readonly<Record<string, string>> = {
  mcNumber: 'MC',
  dotNumber: 'DOT',
  scac: 'SCAC',
  einNumber: 'EIN',
  ein: 'EIN',
  taxId: 'tax id',
  duns: 'DUNS',
  mxNumber: 'MX',
  rfcNumber: 'RFC',
};

/** Converts a record or an input, which name their members alike. */
function toPartySnapshot(party: JsonObject): PartySnapshot {
  const listTexts = (...names: readonly string[]) => names.flatMap((name) => getText(party[name]) ?? []);
  const addresses = [party['corporateAddress'], party['billingAddress']].filter(isPlainRecord);
  return {
    names: listTexts('name', 'companyName', 'dbaName'),
    numbers: Object.entries(numberLabels).flatMap(([field, label]) =>
      listTexts(field).map((value) => ({ label, value })),
    ),
    emails: listTexts('email'),
    phones: listTexts('phone', 'phoneNumber'),
    addresses: [
      ...addresses.map(({ line1, zipCode }) => [getText(line1), getText(zipCode)]),
      [getText(party['addressLine1']), getText(party['zipCode'])],
    ].flatMap(([line, zip]) => (line && zip ? [{ line, zip }] : [])),
    accounts: [party, ...listPlainRecords(party['paymentMethods'])].flatMap((method) => {
      const ending = getLastFour(getText(method['accountNumber']));
      return ending === undefined ? [] : [{ bank: getText(method['bankName']), ending }];
    }),
  };
}

/** Formats the kinds of values that the request gives. */
function formatComparedValues({ numbers, emails, phones, addresses, accounts }: PartySnapshot): string {
  const parts = [
    'name',
    ...numbers.map(({ label }) => label),
    ...(emails.length > 0 ? ['e-mail'] : []),
    ...(phones.length > 0 ? ['phone'] : []),
    ...(addresses.length > 0 ? ['address'] : []),
    ...(accounts.length > 0 ? ['bank account'] : []),
  ];
  return [...new Set(parts)].join(', ');
}

const getText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
