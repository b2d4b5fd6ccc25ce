import { catalogue } from '../../src/contract/catalogue.ts';
import { foldText, hasText, isSameText } from '../../src/domain/kit/folding.ts';
import { type FriendlyResource, friendlyFormats } from '../../src/domain/kit/friendly-id.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { compactReference, extractReferenceNumber } from '../../src/domain/kit/references.ts';
import { computeSimilarity } from '../../src/domain/kit/spelling.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Reading } from '../records/reading.ts';
import { amountText } from '../records/amounts.ts';
import { nameOfParty, nameOfRecord } from '../records/record-names.ts';
import { halvesOf, isCloseReference, queriesOf } from './closest.ts';
import type { Finder } from './finder.ts';

export interface FoundRecord extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly friendlyId?: string | undefined;
}

/** What a person may know a record by, beside its number: the words for it, and the fields that can hold it. */
const handles = [
  { as: 'check or reference number', fields: ['reference'] },
  { as: 'name', fields: ['name', 'companyName', 'fileName'] },
  { as: 'e-mail', fields: ['email'] },
  { as: 'phone number', fields: ['phoneNumber', 'phone'] },
] as const;
type Handle = (typeof handles)[number];
type HandleField = Handle['fields'][number];

/** As many as anyone would read. */
const rowsMax = 50;
const phoneDigits = 10;
/** The end of a reference seldom has a separator in it, so that it is found however the rest is written. */
const endLength = 3;
/** Shorter parts of a name fit too much. */
const nameMin = 3;
/** Of a name to what may be meant by it. */
const likenessMin = 0.3;

const entries = new Map(catalogue().map((entry) => [entry.name as string, entry]));

/** A finder that can also say by what each record was found. */
export interface DeclaredFinder extends Finder<FoundRecord> {
  readonly resource: string;
  /** Every record that the text can mean, each by what; one call of the API. */
  readonly matches: (ctx: ToolContext, reading: Reading) => Promise<readonly Match[]>;
}

export interface Match {
  readonly record: FoundRecord;
  readonly by: string;
}

/** What the contract declares for a resource that is filtered. */
interface Declared {
  readonly known: readonly { readonly as: Handle['as']; readonly fields: readonly HandleField[] }[];
  readonly friendly: FriendlyResource | undefined;
  readonly hasKey: boolean;
  /** Rows of which one of the conditions holds; none where the API did not apply them. */
  readonly read: (ctx: ToolContext, or: readonly object[]) => Promise<readonly FoundRecord[]>;
}

function declaredOf(resource: string, singular: string): Declared {
  const declared = entries.get(`${resource}.filter`)?.operation.filter ?? {};
  return {
    known: handles.map(({ as, fields }) => ({
      as,
      fields: fields.filter((name) => declared[name]?.kind === 'string'),
    })),
    friendly: isFriendly(singular) && 'friendlyId' in declared ? singular : undefined,
    hasKey: 'key' in declared,
    async read(ctx, or) {
      if (or.length === 0) return [];
      const answer = await ctx.api.call(`${resource}.filter`, { filter: { or }, pageSize: rowsMax });
      const isApplied = isPlainRecord(answer) && [answer['errors'] ?? []].flat().length === 0;
      return isApplied && Array.isArray(answer['data']) ? answer['data'].filter(isFound) : [];
    },
  };
}

/** Finds records by the number, the client key, the references and the names that the contract declares for them. */
export function declaredFinder(resource: string): DeclaredFinder {
  const singular = resource.replace(/ies$/, 'y').replace(/s$/, '');
  const declared = declaredOf(resource, singular);
  const { known, friendly, read } = declared;
  const isNamed = (record: FoundRecord, text: string) =>
    known.some(({ as, fields }) => fields.some((field) => isWhole(as, valueOf(record, field), text)));
  const matches: DeclaredFinder['matches'] = (ctx, reading) => matchesOf(ctx, declared, reading);
  return {
    resource,
    noun: singular.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    friendly,
    async get(ctx, id, by) {
      const record = await ctx.api.call(`${resource}.get`, { id, by });
      if (!isFound(record)) throw new Error(`${resource}.get returned no record`);
      return record;
    },
    looksAt: [
      'numbers and client keys',
      ...known.filter(({ fields }) => fields.length > 0).map(({ as }) => `${as}s`),
    ].join(', '),
    byNumbers: (ctx, friendlyIds) => read(ctx, [{ friendlyId: { in: friendlyIds } }]),
    matches,
    // A part of a name is a candidate to look at, not one to act on.
    search: async (ctx, text, reading) =>
      (await matches(ctx, reading)).map(({ record }) => record).filter((record) => isNamed(record, text)),
    isNamed,
    close: (ctx, text) => closeRecords(ctx, declared, text),
    describe: (record) => describe(resource, record),
  };
}

async function matchesOf(
  ctx: ToolContext,
  { known, friendly, hasKey, read }: Declared,
  reading: Reading,
): Promise<readonly Match[]> {
  const number = friendly && reading.numbers.get(friendly);
  const rows = await read(ctx, [
    ...(reading.uuid ? [{ id: { equalTo: reading.uuid } }] : []),
    ...(number ? [{ friendlyId: { equalTo: number } }] : []),
    ...(hasKey ? [{ key: { equalTo: reading.typed } }] : []),
    ...known.flatMap(({ as, fields }) => fields.flatMap((field) => conditionOf(as, field, reading))),
  ]);
  return rows.flatMap((record) => {
    const fitting = known.find(({ as, fields }) => fields.some((field) => fits(as, valueOf(record, field), reading)));
    const by = ownHandle(record, number, reading) ?? fitting?.as;
    return by === undefined ? [] : [{ record, by }];
  });
}

/** The closest first; references before names. */
async function closeRecords(
  ctx: ToolContext,
  { known, read }: Declared,
  text: string,
): Promise<readonly FoundRecord[]> {
  const parts = [...queriesOf(text), ...partsOfWords(text)];
  const hasReference = known.some(({ fields }) => fields.includes('reference'));
  const rows = await read(ctx, [
    ...namesIn(known).flatMap((field) => parts.map((part) => ({ [field]: { includes: part } }))),
    ...(hasReference ? halvesOf(text).map((half) => ({ reference: { includes: half } })) : []),
  ]);
  const likeness = (record: FoundRecord) => computeSimilarity(foldText(labelOf(record)), foldText(text));
  return [
    ...rows.filter((record) => isCloseReference(valueOf(record, 'reference') ?? null, text)),
    ...rows
      .filter((record) => likeness(record) >= likenessMin)
      .toSorted((one, other) => likeness(other) - likeness(one)),
  ];
}

/** Where a word is mistyped, its beginning or one of its halves is right. */
const partsOfWords = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((word) => word.length > nameMin)
    .flatMap((word) => [word.slice(0, nameMin), word.slice(Math.ceil(word.length / 2))])
    .filter((part) => part.length >= nameMin);

const namesIn = (known: Declared['known']) => known.flatMap(({ as, fields }) => (as === 'name' ? fields : []));

const labelOf = (record: FoundRecord): string =>
  ['name', 'companyName', 'fileName'].map((field) => record[field]).find(isText) ?? '';

function conditionOf(as: Handle['as'], field: HandleField, { typed, name, email }: Reading): readonly object[] {
  switch (as) {
    case 'check or reference number':
      return [...new Set([extractReferenceNumber(typed), toBareReference(typed).slice(-endLength)])].map((part) => ({
        [field]: { includes: part },
      }));
    case 'name':
      // A file is called by numbers too.
      if (field === 'fileName') return [{ [field]: { includes: typed } }];
      return name !== undefined && name.length >= nameMin ? [{ [field]: { includes: name } }] : [];
    case 'e-mail':
      return email === undefined ? [] : [{ [field]: { equalTo: email } }];
    case 'phone number':
      return phoneIn(typed) === undefined ? [] : [{ [field]: { includes: phoneIn(typed)?.slice(-endLength) } }];
    default:
      return as satisfies never;
  }
}

function fits(as: Handle['as'], value: string | undefined, { typed, email }: Reading): boolean {
  if (value === undefined) return false;
  if (as === 'name') return hasText(value, typed);
  if (as === 'e-mail') return value.toLowerCase() === email;
  return isWhole(as, value, typed);
}

/** Whether the text is all of what the record is known by. */
function isWhole(as: Handle['as'], value: string | undefined, text: string): boolean {
  if (value === undefined) return false;
  if (as === 'phone number') return phoneIn(value) !== undefined && phoneIn(value) === phoneIn(text);
  if (as === 'check or reference number') return toBareReference(value) === toBareReference(text);
  return isSameText(value, text.trim());
}

const toBareReference = (text: string) => compactReference(extractReferenceNumber(text));

/** The ten digits of a number in North America; undefined for what is none. */
function phoneIn(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === phoneDigits ? digits : undefined;
}

function ownHandle(record: FoundRecord, number: string | undefined, { uuid, typed }: Reading): string | undefined {
  if (record.id === uuid) return 'id';
  if (number !== undefined && record.friendlyId === number) return 'number';
  return record['key'] === typed ? 'client key' : undefined;
}

/** A contact keeps what it is reached by in a part of its own. */
function valueOf(record: FoundRecord, field: HandleField): string | undefined {
  const { contactInfo } = record;
  const value = record[field] ?? (isPlainRecord(contactInfo) ? contactInfo[field] : undefined);
  return typeof value === 'string' ? value : undefined;
}

/** Its name, whose it is, its money, its day and its place, as far as it has them. */
function describe(resource: string, record: FoundRecord): string {
  const name = nameOfRecord({ resource, record });
  const party = nameOfParty(record);
  const { totalAmount, amount, currency, paymentDate, memoDate, address, contactInfo, email } = record;
  const money = [totalAmount, amount].find((value) => typeof value === 'number');
  const place = isPlainRecord(address) ? [address['city'], address['state']].filter(isText).join(', ') : '';
  return [
    name,
    party !== null && !name.includes(party) ? party : '',
    money === undefined ? '' : amountText(money, isText(currency) ? currency : null),
    [paymentDate, memoDate].find(isText) ?? '',
    place,
    isPlainRecord(contactInfo) ? contactInfo['email'] : email,
  ]
    .filter(isText)
    .filter((part, index) => index === 0 || part !== name)
    .join(', ');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFriendly = (noun: string): noun is FriendlyResource => Object.hasOwn(friendlyFormats, noun);
const isFound = (value: unknown): value is FoundRecord => isPlainRecord(value) && typeof value['id'] === 'string';
/** Of a resource that the API reads by itself. */
export const isReadable = (resource: string): boolean => entries.has(`${resource}.get`);
