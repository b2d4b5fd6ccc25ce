import type { FriendlyResource } from '../../src/domain/identifiers/friendly-id.ts';
import type { Scan } from '../../src/mcp/tool/scan.ts';
import type { TextReading } from '../records/reading.ts';

/** One record that the text can mean. */
export type FindHit = DescribedHit & { readonly kind: HitKind };

type DescribedHit = {
  /** Empty where records of the kind have no number. */
  readonly friendlyId: string;
  /** Text from the record. */
  readonly what: string;
  readonly status: string | null;
  readonly matchedBy: string;
  /** Instant. */
  readonly createdAt: string;
  readonly id: string;
};

export interface Hits {
  readonly kind: HitKind;
  /** Newest first. */
  readonly rows: readonly FindHit[];
  /** More match than were read. */
  readonly hasMore: boolean;
  /** Name of the records that were not searched, because the API does not offer it. */
  readonly missed?: string | undefined;
}

export const kinds = [
  'shipment',
  'quote',
  'invoice',
  'bill',
  'payment',
  'bill payment',
  'credit memo',
  'carrier',
  'customer',
  'vendor',
  'factor',
  'location',
  'customer contact',
  'carrier contact',
  'vendor contact',
  'user',
  'document',
] as const;
export type HitKind = (typeof kinds)[number];

/** Rows that are read of each kind. */
export const rowsMax = 50;

/** Builds the filter for id, number and client key, which every kind has. */
export function buildCommonFilter({ uuid, numbers, typed }: TextReading, kind: FriendlyResource) {
  const number = numbers.get(kind);
  return [
    ...(uuid ? [{ id: { equalTo: uuid } }] : []),
    ...(number ? [{ friendlyId: { equalTo: number } }] : []),
    { key: { equalTo: typed } },
  ];
}

interface TypedKeys {
  readonly uuid: string | undefined;
  readonly number: string | undefined;
  readonly typed: string;
}

export function matchOwnKey(
  row: { readonly id: string; readonly friendlyId: string; readonly key: string | null },
  { uuid, number, typed }: TypedKeys,
) {
  if (row.friendlyId === number) return 'number';
  if (row.id === uuid) return 'id';
  return row.key === typed ? 'client key' : undefined;
}

interface Recorded {
  readonly id: string;
  readonly friendlyId: string;
  readonly createdAt: string;
}

export function describe(
  { id, friendlyId, createdAt }: Recorded,
  matchedBy: string | undefined,
  status: string | null,
  description: string,
): DescribedHit | null {
  return matchedBy === undefined ? null : { friendlyId, what: description, status, matchedBy, createdAt, id };
}

export function toHits<Row>(kind: HitKind, scanned: Scan<Row>, rowOf: (row: Row) => DescribedHit | null): Hits {
  const rows = scanned.rows.map(rowOf).filter((row) => row !== null);
  return {
    kind,
    rows: rows.map((row) => ({ kind, ...row })),
    hasMore: !scanned.isComplete,
  };
}
