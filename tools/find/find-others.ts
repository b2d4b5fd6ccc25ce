import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type DeclaredFinder, createDeclaredFinder, type RecordMatch } from '../arguments/declared-finder.ts';
import type { Reading } from '../records/reading.ts';
import { wordOf } from '../records/record-names.ts';
import { type Hit, type Hits, type Kind, rowsMax } from './find-hits.ts';

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
} as const satisfies Partial<Record<Kind, string>>;
export type DeclaredKind = keyof typeof declaredKinds;

/** The keys of a record of fixed names. */
export const declaredKindNames = Object.keys(declaredKinds) as readonly DeclaredKind[];

const finders = new Map<DeclaredKind, DeclaredFinder>(
  declaredKindNames.map((kind) => [kind, { ...createDeclaredFinder(declaredKinds[kind]), noun: kind }]),
);

/** The finder of each kind, for what is close to a text that means none. */
export const declaredFinders: readonly DeclaredFinder[] = [...finders.values()];

/** Every record of the kind that the text can mean. */
export async function findDeclared(kind: DeclaredKind, ctx: ToolContext, reading: Reading): Promise<Hits> {
  const finder = finders.get(kind);
  const matches = finder ? await finder.matches(ctx, reading) : [];
  return {
    kind,
    rows: matches.map((match) => hitOf(kind, match, finder?.describe(match.record) ?? '')),
    hasMore: matches.length >= rowsMax,
  };
}

function hitOf(kind: DeclaredKind, { record, by }: RecordMatch, what: string): Hit {
  const { id, friendlyId = '', status, createdAt } = record;
  return {
    kind,
    friendlyId,
    what,
    status: typeof status === 'string' ? wordOf(status) : null,
    matchedBy: by,
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    id,
  };
}
