import { isCursorRefused } from '../client/responses/refused-cursor.ts';
import { WaybillError } from '../errors.ts';
import type { Log } from '../log.ts';
import { forgetExpected } from './expected-changes.ts';
import type { Collection, CopyFilter } from './kit/collection.ts';
import type { HeldLease } from './state/lease.ts';
import { type DatedPage, readPage, type ApiSource, formatCollectionName } from './state/requests.ts';
import { advanceState, readCurrentState, type CollectionState, writeState } from './state/state.ts';
import type { CopyDatabase, CopyTables, PassKind, CopyTransaction } from './state/tables.ts';

/** A list that is being read, page by page. */
export type Pass = CopyTables['pass'];

/** One page, read and written while no other process writes. */
export interface CopyStep {
  readonly database: CopyDatabase;
  readonly source: ApiSource;
  readonly collection: Collection;
  readonly heldLease: HeldLease;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export const createPass = ({ name }: Collection, kind: PassKind): Pass => ({
  collection: name,
  kind,
  bound: null,
  cursor: null,
  as_of: null,
  ahead_ms: null,
  newest_at: null,
  is_ordered: 1,
  is_checking: 0,
  checks: 0,
  requests: 0,
  spent_ms: 0,
});

export const findPass = ({ database, collection }: CopyStep, kind: PassKind): Promise<Pass | undefined> =>
  database.reader
    .selectFrom('pass')
    .selectAll()
    .where('collection', '=', collection.name)
    .where('kind', '=', kind)
    .executeTakeFirst();

/**
 * Reads the page at the cursor; undefined if the cursor was refused and the list begins anew with the next step. Rows
 * that came before under another cursor are refused: those that belong here would be missing.
 */
export async function readPassPage(
  step: CopyStep,
  pass: Pass,
  filter: CopyFilter | undefined,
): Promise<DatedPage | undefined> {
  try {
    const request = { filter, cursor: pass.cursor ?? undefined, isPast: pass.kind === 'backfill' };
    const page = await readPage(step.source, step.collection, request, step.signal);
    if (await isRepeatedPage(step, pass, page)) throw buildRepeatedPageError(step.collection);
    return page;
  } catch (error) {
    if (pass.cursor === null || !isCursorRefused(error)) throw error;
    await step.database.transaction(async (tx) => {
      await step.heldLease.require(tx);
      const bound = await findNewBound(tx, pass);
      await deletePass(tx, pass);
      await writePass(tx, { ...pass, cursor: null, bound });
    });
    return undefined;
  }
}

/**
 * Returns true if this page came before under another cursor. Under the same cursor another process has read and
 * written it meanwhile.
 */
async function isRepeatedPage({ database }: CopyStep, pass: Pass, { records }: DatedPage): Promise<boolean> {
  const [first] = records;
  if (first === undefined) return false;
  const { collection, kind, cursor } = pass;
  const earlierPage = await database.reader
    .selectFrom('page_of_pass')
    .select('cursor')
    .where('collection', '=', collection)
    .where('kind', '=', kind)
    .where('first_id', '=', first.id)
    .executeTakeFirst();
  return earlierPage !== undefined && earlierPage.cursor !== cursor;
}

const buildRepeatedPageError = ({ name }: Collection) =>
  new WaybillError(
    'BAD_RESPONSE',
    `the API gave a page of ${formatCollectionName(name)} twice, so that another one is missing; it is asked for again`,
  );

/**
 * Finds the bound at which a list starts again: a backfill continues at the oldest record it has, if the API sent them
 * in order.
 */
async function findNewBound(
  tx: CopyTransaction,
  { collection, kind, bound, is_ordered: isOrdered }: Pass,
): Promise<string | null> {
  if (kind === 'update') return bound;
  return isOrdered === 1 ? (await readCurrentState(tx, collection)).complete_from : null;
}

export async function writePass(tx: CopyTransaction, pass: Pass): Promise<void> {
  await tx.replaceInto('pass').values(pass).execute();
}

/** Stores the position after this page, which was read at the pass's cursor. */
export async function turnPage(tx: CopyTransaction, pass: Pass, { records, page }: DatedPage): Promise<void> {
  const [first] = records;
  await writePass(tx, { ...pass, cursor: page.endCursor });
  if (first === undefined) return;
  const { collection, kind, cursor } = pass;
  await tx.replaceInto('page_of_pass').values({ collection, kind, first_id: first.id, cursor }).execute();
}

export async function deletePass(
  tx: CopyTransaction,
  { collection, kind }: Pick<Pass, 'collection' | 'kind'>,
): Promise<void> {
  for (const table of ['pass', 'page_of_pass'] as const)
    await tx.deleteFrom(table).where('collection', '=', collection).where('kind', '=', kind).execute();
}

/** Ends an update that received the expected changes or has read the records that differed. */
export async function finishUpdate(tx: CopyTransaction, state: CollectionState, pass: Pass): Promise<void> {
  await deletePass(tx, pass);
  await forgetExpected(tx, pass.collection);
  await writeState(tx, advanceState(state, pass));
}
