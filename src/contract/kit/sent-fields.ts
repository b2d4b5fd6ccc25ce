import { isRecord } from './absent.ts';

/** Fields of one record that the response it was read from lacked. Our own service sends all of them. */
export interface RecordGaps {
  /** Id of the record's declared shape, such as `CarrierReference`. */
  readonly shape: string | undefined;
  /** Fields without a value in the response that could not be computed from others either. */
  readonly absent: ReadonlySet<string>;
  /** Names and numbers that a key or the start of an id stands in for: they are shown, and never compared. */
  readonly standIns: ReadonlySet<string>;
}

const gapsByRecord = new WeakMap<object, RecordGaps>();

/** Remembers which fields a record came without. */
export function noteGaps(record: object, gaps: RecordGaps): void {
  gapsByRecord.set(record, gaps);
}

/** Returns the fields that a record came without, or undefined where it came with all of them. */
export const findGaps = (record: object): RecordGaps | undefined => gapsByRecord.get(record);

/** Checks whether an API sent a field of a record, even without a value. */
export const isSent = (record: object, field: string): boolean => gapsByRecord.get(record)?.absent.has(field) !== true;

interface NamedParty {
  readonly name: string;
}

/** Returns the name of a party for comparisons, or undefined where only a key or an id stands in for it. */
export const findSentName = (party: NamedParty | null | undefined): string | undefined =>
  party && gapsByRecord.get(party)?.standIns.has('name') !== true ? party.name : undefined;

const incompleteRecords = new WeakSet<object>();

/** Remembers that something is missing in each of these records or below them. */
export function noteIncomplete(records: readonly unknown[]): void {
  for (const record of records) if (isRecord(record)) incompleteRecords.add(record);
}

/** Checks whether something is missing in a record of a response or below it. */
export const isIncomplete = (record: object): boolean => incompleteRecords.has(record);

interface FieldCount {
  readonly absent: number;
  readonly sent: number;
}

/** A field that no record of a collection ever carried. */
export interface UnsentField {
  /** Such as `bill.carrierFactor`. */
  readonly field: string;
  /** Number of records without the field. */
  readonly absent: number;
}

/**
 * Counts, by path such as `carriers.carrier`, how many of the records have a value in a field and how many lack the field.
 * A null says neither: some APIs send it for what is never there.
 */
export function countFields(records: readonly object[]): ReadonlyMap<string, FieldCount> {
  const counts = new Map<string, FieldCount>();
  for (const record of records) countIn(record, '', counts);
  return counts;
}

function countIn(record: object, prefix: string, counts: Map<string, FieldCount>): void {
  const gaps = gapsByRecord.get(record);
  const count = (field: string, isAbsent: boolean) => {
    const { absent, sent } = counts.get(prefix + field) ?? { absent: 0, sent: 0 };
    counts.set(prefix + field, { absent: absent + Number(isAbsent), sent: sent + Number(!isAbsent) });
  };
  for (const field of gaps?.absent ?? []) count(field, true);
  for (const [field, value] of Object.entries(record)) {
    if (gaps?.absent.has(field)) continue;
    if (value !== null) count(field, gaps?.standIns.has(field) === true);
    for (const part of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (isRecord(part)) countIn(part, `${prefix}${field}.`, counts);
  }
}
