import { listLikenesses, type Likeness, type PartyFacts } from '../../../src/domain/parties/twins.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../../src/mcp/tool/scan.ts';
import { getLastFour } from '../../carriers/shared-bank.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { wordOf } from '../../records/record-names.ts';

/** Its lines are said again with the result. */
export interface TwinPlan extends PlanPart {
  readonly lines: readonly string[];
}

interface Kind {
  readonly resource: string;
  readonly plural: string;
  /** What is known of every one of them, newest first. */
  readonly list: (ctx: ToolContext) => Promise<Scan<object>>;
}

/** Enough for a mid-sized brokerage; beyond that the plan says how far it looked. */
const rowsMax = 2_500;
const twinsShown = 5;
const numbersMax = 100;
const every = { filter: {}, rowsMax };

/** By operation that creates a party. */
const kinds: Readonly<Record<string, Kind>> = {
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

/** Who is on record already and may be the party that a call creates; a person looks at them first. */
export async function twinPlan(ctx: ToolContext, operation: string, input: JsonObject): Promise<TwinPlan> {
  const kind = kinds[operation];
  if (!kind) return { lines: [] };
  const { plural } = kind;
  const found = await orUnknown(() => kind.list(ctx));
  if (!found) {
    const sentence = `Twins were not looked for: the API does not list ${plural}.`;
    return { lines: [sentence], gate: 'confirm', hits: [sentence] };
  }
  const older = found.isComplete ? [] : await sameNumbers(ctx, kind, input);
  const twins = twinsAmong([...found.rows.filter(isPlainRecord), ...older], factsOf(input));
  const where = found.isComplete
    ? `all ${plural} on record`
    : `the newest ${rowsMax} ${plural}, and by its numbers with all of them`;
  const looked = `looked for among ${where}, by ${comparedBy(factsOf(input))}`;
  if (twins.length === 0) return { lines: [`No twin found; ${looked}.`] };
  const more = twins.length > twinsShown ? `, ${twins.length - twinsShown} more like it` : '';
  return {
    lines: [...twins.slice(0, twinsShown).map(twinLine), `Twins were ${looked}${more}.`],
    gate: 'confirm',
    hits: [`May be on record already: ${twins.slice(0, twinsShown).map(nameOf).join(', ')}.`],
  };
}

const twinsAmong = (records: readonly JsonObject[], asked: PartyFacts): readonly Twin[] =>
  [...new Map(records.map((record) => [record['id'], record])).values()]
    .map((record): Twin => ({ record, same: listLikenesses(asked, factsOf(record)) }))
    .filter(({ same }) => same.length > 0)
    .toSorted((one, other) => other.same.length - one.same.length);

/** Whoever has one of the numbers, among all that there are. */
async function sameNumbers(ctx: ToolContext, { resource }: Kind, input: JsonObject): Promise<readonly JsonObject[]> {
  const wanted = Object.keys(numberLabels).flatMap((field) => {
    const digits = /[1-9]\d{3,}|[A-Za-z]{2,4}$/.exec(text(input[field]) ?? '')?.[0];
    return digits === undefined ? [] : [{ [field]: { includes: digits } }];
  });
  if (wanted.length === 0) return [];
  const answer = await ctx.api.call(`${resource}.filter`, { filter: { or: wanted }, pageSize: numbersMax });
  return isPlainRecord(answer) ? listPlainRecords(answer['data']) : [];
}

function twinLine(twin: Twin): string {
  const { record, same } = twin;
  const status = text(record['status']);
  const equal = same.map(({ label, value }) =>
    label === 'name' ? 'a name like it' : `the same ${label} ${recordText(value, 'list')}`,
  );
  return `On record: ${nameOf(twin)}${status === null ? '' : `, ${wordOf(status)}`}, with ${equal.join(', ')}`;
}

function nameOf({ record }: Twin): string {
  const number = text(record['friendlyId']);
  const name = recordText(factsOf(record).names[0] ?? 'without a name', 'list');
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

/** The same of a record and of an input, which name their members alike. */
function factsOf(party: JsonObject): PartyFacts {
  const texts = (...names: readonly string[]) => names.flatMap((name) => text(party[name]) ?? []);
  const addresses = [party['corporateAddress'], party['billingAddress']].filter(isPlainRecord);
  return {
    names: texts('name', 'companyName', 'dbaName'),
    numbers: Object.entries(numberLabels).flatMap(([field, label]) => texts(field).map((value) => ({ label, value }))),
    emails: texts('email'),
    phones: texts('phone', 'phoneNumber'),
    addresses: [
      ...addresses.map(({ line1, zipCode }) => [text(line1), text(zipCode)]),
      [text(party['addressLine1']), text(party['zipCode'])],
    ].flatMap(([line, zip]) => (line && zip ? [{ line, zip }] : [])),
    accounts: [party, ...listPlainRecords(party['paymentMethods'])].flatMap((one) => {
      const ending = getLastFour(text(one['accountNumber']));
      return ending === undefined ? [] : [{ bank: text(one['bankName']), ending }];
    }),
  };
}

/** Which values the request gives, in words. */
function comparedBy({ numbers, emails, phones, addresses, accounts }: PartyFacts): string {
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

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
