import type { FriendlyResource } from '../../src/domain/kit/friendly-id.ts';
import type { Scan } from '../../src/mcp/tool/scan.ts';
import type { Reading } from '../records/reading.ts';

/** One record that the text can mean. */
export type Hit = Described & { readonly kind: Kind };

type Described = {
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
  readonly kind: Kind;
  /** Newest first. */
  readonly rows: readonly Hit[];
  /** More match than were read. */
  readonly hasMore: boolean;
  /** What could not be searched, because the API does not offer it. */
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
export type Kind = (typeof kinds)[number];

/** Read of each kind. */
export const rowsMax = 50;

/** Id, number and client key, which every kind has. */
export function common({ uuid, numbers, typed }: Reading, kind: FriendlyResource) {
  const number = numbers.get(kind);
  return [
    ...(uuid ? [{ id: { equalTo: uuid } }] : []),
    ...(number ? [{ friendlyId: { equalTo: number } }] : []),
    { key: { equalTo: typed } },
  ];
}

interface Own {
  readonly uuid: string | undefined;
  readonly number: string | undefined;
  readonly typed: string;
}

export function ownMatch(
  row: { readonly id: string; readonly friendlyId: string; readonly key: string | null },
  { uuid, number, typed }: Own,
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
  what: string,
): Described | null {
  return matchedBy === undefined ? null : { friendlyId, what, status, matchedBy, createdAt, id };
}

export function hits<Row>(kind: Kind, found: Scan<Row>, rowOf: (row: Row) => Described | null): Hits {
  const rows = found.rows.map(rowOf).filter((row) => row !== null);
  return {
    kind,
    rows: rows.map((row) => ({ kind, ...row })),
    hasMore: !found.isComplete,
  };
}
