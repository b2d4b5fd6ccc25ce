import { catalogue } from '../../../src/contract/catalogue.ts';
import { foldText, hasText, isSameText } from '../../../src/domain/text/folding.ts';
import { type FriendlyResource, friendlyFormats } from '../../../src/domain/identifiers/friendly-id.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { compactReference, extractReferenceNumber } from '../../../src/domain/identifiers/references.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { computeSimilarity } from '../../../src/domain/text/spelling.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { TextReading } from '../../records/reading.ts';
import { formatWireAmount } from '../../records/amounts.ts';
import { formatRecordLabel, getNameOrParty, getPartyName } from '../../records/record-names.ts';
import { splitInHalves, isCloseReference, listQueries } from './closest.ts';
import type { Finder } from './finder.ts';

export interface DeclaredRecord extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly friendlyId?: string | undefined;
}

/** Names that a person may know a record by, beside its number, and the fields that can hold them. */
const handles = [
  { as: 'check or reference number', fields: ['reference'] },
  { as: 'name', fields: ['name', 'companyName', 'fileName'] },
  { as: 'e-mail', fields: ['email'] },
  { as: 'phone number', fields: ['phoneNumber', 'phone'] },
] as const;
type Handle = (typeof handles)[number];
type HandleField = Handle['fields'][number];

/** Largest number of candidates, more than a person would read. */
const rowsMax = 50;
const phoneDigits = 10;
/** The end of a reference seldom has a separator in it, so that it is found however the rest is written. */
const endLength = 3;
/** Shorter parts of a name fit too much. */
const nameMin = 3;
/** Smallest similarity of a name to the text that may mean it. */
const likenessMin = 0.3;

const entries = new Map(catalogue().map((entry) => [entry.name as string, entry]));

/** Finder that can also say by what each record was found. */
export interface DeclaredFinder extends Finder<DeclaredRecord> {
  readonly resource: string;
  /** Finds every record that the text can mean, with its handle, in one call of the API. */
  readonly matches: (ctx: ToolContext, reading: TextReading) => Promise<readonly RecordMatch[]>;
}

export interface RecordMatch {
  readonly record: DeclaredRecord;
  readonly by: string;
}

/** Parts of the contract's declaration of a resource that is filtered. */
interface ResourceDeclaration {
  readonly usedHandles: readonly { readonly as: Handle['as']; readonly fields: readonly HandleField[] }[];
  readonly friendly: FriendlyResource | undefined;
  readonly hasKey: boolean;
  /** Reads rows that meet one of the conditions; none where the API did not apply them. */
  readonly read: (ctx: ToolContext, or: readonly object[]) => Promise<readonly DeclaredRecord[]>;
}

function readDeclaration(resource: string, singular: string): ResourceDeclaration {
  const declared = entries.get(`${resource}.filter`)?.operation.filter ?? {};
  return {
    usedHandles: handles.map(({ as, fields }) => ({
      as,
      fields: fields.filter((name) => declared[name]?.kind === 'string'),
    })),
    friendly: isFriendly(singular) && 'friendlyId' in declared ? singular : undefined,
    hasKey: 'key' in declared,
    async read(ctx, or) {
      if (or.length === 0) return [];
      const answer = await ctx.api.call(`${resource}.filter`, { filter: { or }, pageSize: rowsMax });
      const isApplied = isPlainRecord(answer) && [answer['errors'] ?? []].flat().length === 0;
      return isApplied && Array.isArray(answer['data']) ? answer['data'].filter(isDeclaredRecord) : [];
    },
  };
}

/**
 * Creates a finder of records by the number, the client key, the references and the names that the contract declares
 * for them.
 */
export function createDeclaredFinder(resource: string): DeclaredFinder {
  const singular = resource.replace(/ies$/, 'y').replace(/s$/, '');
  const declared = readDeclaration(resource, singular);
  const { usedHandles, friendly, read } = declared;
  const isNamed = (record: DeclaredRecord, text: string) =>
    usedHandles.some(({ as, fields }) => fields.some((field) => isWhole(as, getText(record, field), text)));
  const findMatches: DeclaredFinder['matches'] = (ctx, reading) => listMatches(ctx, declared, reading);
  return {
    resource,
    noun: singular.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    friendly,
    async get(ctx, id, by) {
      const record = await ctx.api.call(`${resource}.get`, { id, by });
      if (!isDeclaredRecord(record)) throw new Error(`${resource}.get returned no record`);
      return record;
    },
    looksAt: [
      'numbers and client keys',
      ...usedHandles.filter(({ fields }) => fields.length > 0).map(({ as }) => `${as}s`),
    ].join(', '),
    byNumbers: (ctx, friendlyIds) => read(ctx, [{ friendlyId: { in: friendlyIds } }]),
    matches: findMatches,
    // A part of a name is a candidate to look at, not one to act on.
    search: async (ctx, text, reading) =>
      (await findMatches(ctx, reading)).map(({ record }) => record).filter((record) => isNamed(record, text)),
    isNamed,
    close: (ctx, text) => findCloseRecords(ctx, declared, text),
    describe: (record) => describeDeclaredRecord(resource, record),
  };
}

async function listMatches(
  ctx: ToolContext,
  { usedHandles, friendly, hasKey, read }: ResourceDeclaration,
  reading: TextReading,
): Promise<readonly RecordMatch[]> {
  const number = friendly && reading.numbers.get(friendly);
  const rows = await read(ctx, [
    ...(reading.uuid ? [{ id: { equalTo: reading.uuid } }] : []),
    ...(number ? [{ friendlyId: { equalTo: number } }] : []),
    ...(hasKey ? [{ key: { equalTo: reading.typed } }] : []),
    ...usedHandles.flatMap(({ as, fields }) => fields.flatMap((field) => buildConditions(as, field, reading))),
  ]);
  return rows.flatMap((record) => {
    const fitting = usedHandles.find(({ as, fields }) =>
      fields.some((field) => isFitting(as, getText(record, field), reading)),
    );
    const by = findOwnHandle(record, number, reading) ?? fitting?.as;
    return by === undefined ? [] : [{ record, by }];
  });
}

/** Finds close records, the closest first; references before names. */
async function findCloseRecords(
  ctx: ToolContext,
  { usedHandles, read }: ResourceDeclaration,
  text: string,
): Promise<readonly DeclaredRecord[]> {
  const parts = [...listQueries(text), ...listWordParts(text)];
  const hasReference = usedHandles.some(({ fields }) => fields.includes('reference'));
  const rows = await read(ctx, [
    ...listNameFields(usedHandles).flatMap((field) => parts.map((part) => ({ [field]: { includes: part } }))),
    ...(hasReference ? splitInHalves(text).map((half) => ({ reference: { includes: half } })) : []),
  ]);
  const computeLikeness = (record: DeclaredRecord) => computeSimilarity(foldText(getLabel(record)), foldText(text));
  return [
    ...rows.filter((record) => isCloseReference(getText(record, 'reference') ?? null, text)),
    ...rows
      .filter((record) => computeLikeness(record) >= likenessMin)
      .toSorted((a, b) => computeLikeness(b) - computeLikeness(a)),
  ];
}

/** Lists parts of words: where a word is mistyped, its beginning or one of its halves is right. */
const listWordParts = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((word) => word.length > nameMin)
    .flatMap((word) => [word.slice(0, nameMin), word.slice(Math.ceil(word.length / 2))])
    .filter((part) => part.length >= nameMin);

const listNameFields = (usedHandles: ResourceDeclaration['usedHandles']) =>
  usedHandles.flatMap(({ as, fields }) => (as === 'name' ? fields : []));

const getLabel = (record: DeclaredRecord): string =>
  ['name', 'companyName', 'fileName'].map((field) => record[field]).find(isText) ?? '';

function buildConditions(as: Handle['as'], field: HandleField, { typed, name, email }: TextReading): readonly object[] {
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
      return parsePhone(typed) === undefined ? [] : [{ [field]: { includes: parsePhone(typed)?.slice(-endLength) } }];
    default:
      return as satisfies never;
  }
}

function isFitting(as: Handle['as'], value: string | undefined, { typed, email }: TextReading): boolean {
  if (value === undefined) return false;
  if (as === 'name') return hasText(value, typed);
  if (as === 'e-mail') return value.toLowerCase() === email;
  return isWhole(as, value, typed);
}

/** Returns whether the text is all of the handle that the record is known by. */
function isWhole(as: Handle['as'], value: string | undefined, text: string): boolean {
  if (value === undefined) return false;
  if (as === 'phone number') return parsePhone(value) !== undefined && parsePhone(value) === parsePhone(text);
  if (as === 'check or reference number') return toBareReference(value) === toBareReference(text);
  return isSameText(value, text.trim());
}

const toBareReference = (text: string) => compactReference(extractReferenceNumber(text));

/** Returns the ten digits of a number in North America; undefined for any other text. */
function parsePhone(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === phoneDigits ? digits : undefined;
}

function findOwnHandle(
  record: DeclaredRecord,
  number: string | undefined,
  { uuid, typed }: TextReading,
): string | undefined {
  if (record.id === uuid) return 'id';
  if (number !== undefined && record.friendlyId === number) return 'number';
  return record['key'] === typed ? 'client key' : undefined;
}

/** Returns the value of a field; a contact has some of its fields in `contactInfo`. */
function getText(record: DeclaredRecord, field: HandleField): string | undefined {
  const { contactInfo } = record;
  const value = record[field] ?? (isPlainRecord(contactInfo) ? contactInfo[field] : undefined);
  return typeof value === 'string' ? value : undefined;
}

/** Describes a record by its name, party, money, day and place, as far as it has them, without its number. */
function describeDeclaredRecord(resource: string, record: DeclaredRecord): string {
  const namedRecord = { resource, record };
  const name = record.friendlyId === undefined ? formatRecordLabel(namedRecord) : (getNameOrParty(namedRecord) ?? '');
  const party = getPartyName(record);
  const { totalAmount, amount, currency, paymentDate, memoDate, address, contactInfo, email } = record;
  const money = [totalAmount, amount].find((value) => typeof value === 'number');
  const place = isPlainRecord(address) ? [address['city'], address['state']].filter(isText).join(', ') : '';
  return [
    name,
    party !== null && !name.includes(party) ? party : '',
    money === undefined ? '' : formatWireAmount(money, isText(currency) ? currency : null),
    formatDate([paymentDate, memoDate].find(isText) ?? ''),
    place,
    isPlainRecord(contactInfo) ? contactInfo['email'] : email,
  ]
    .filter(isText)
    .filter((part, index) => index === 0 || part !== name)
    .join(', ');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFriendly = (noun: string): noun is FriendlyResource => Object.hasOwn(friendlyFormats, noun);
const isDeclaredRecord = (value: unknown): value is DeclaredRecord =>
  isPlainRecord(value) && typeof value['id'] === 'string';
/** Returns whether the API reads records of the resource by themselves. */
export const isReadable = (resource: string): boolean => entries.has(`${resource}.get`);
