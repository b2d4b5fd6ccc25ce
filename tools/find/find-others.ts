import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type DeclaredFinder, createDeclaredFinder, type RecordMatch } from '../arguments/finders/declared-finder.ts';
import type { TextReading } from '../records/reading.ts';
import { formatStatus, isStatusCode } from '../records/record-names.ts';
import { type FindHit, type Hits, type HitKind, rowsMax } from './find-hits.ts';

/** Kinds that are found by what the contract declares for them: their number, key, reference, name, e-mail and phone. */
export const declaredKinds = {
  payment: 'payments',
  'bill payment': 'billPayments',
  'credit memo': 'creditMemos',
  vendor: 'vendors',
  factor: 'carrierFactors',
  location: 'locations',
  'customer contact': 'customerContacts',
  'carrier contact': 'carrierContacts',
  'vendor contact': 'vendorContacts',
  user: 'users',
  document: 'documents',
} as const satisfies Partial<Record<HitKind, string>>;
export type DeclaredKind = keyof typeof declaredKinds;

/** The keys of a record of fixed names. */
export const declaredKindNames = Object.keys(declaredKinds) as readonly DeclaredKind[];

const finders = new Map<DeclaredKind, DeclaredFinder>(
  declaredKindNames.map((kind) => [kind, { ...createDeclaredFinder(declaredKinds[kind]), noun: kind }]),
);

/** The finder of each kind, for what is close to a text that means none. */
export const declaredFinders: readonly DeclaredFinder[] = [...finders.values()];

/** Finds every record of the kind that the text can name. */
export async function findDeclared(kind: DeclaredKind, ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const finder = finders.get(kind);
  const matches = finder ? await finder.matches(ctx, reading) : [];
  return {
    kind,
    rows: matches.map((match) => toHit(kind, match, finder?.describe(match.record, ctx.timeZone) ?? '')),
    hasMore: matches.length >= rowsMax,
  };
}

function toHit(kind: DeclaredKind, { record, by }: RecordMatch, description: string): FindHit {
  const { id, friendlyId = '', status, createdAt } = record;
  return {
    kind,
    friendlyId,
    what: description,
    status: typeof status !== 'string' ? null : isStatusCode(status) ? status : formatStatus(status),
    matchedBy: by,
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    id,
  };
}
