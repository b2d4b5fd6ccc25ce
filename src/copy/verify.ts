import { sql } from 'kysely';
import { collections } from './collections/index.ts';
import { isHost, isUpdateFilterMissing } from './changes.ts';
import { isEmbedded } from './embedded.ts';
import { keepComparison, findLatestComparison } from './comparison.ts';
import type { Collection, CopiedRecord, CopyFilter } from './kit/collection.ts';
import { members } from './kit/members.ts';
import { hasSameRows, readStoredRows } from './kit/stored-rows.ts';
import {
  readApiTime,
  computeGapMs,
  pauseFor,
  readPage,
  runWhenAllowed,
  formatCollectionName,
} from './state/requests.ts';
import { readCurrentState, readState, writeState } from './state/state.ts';
import type { Copying } from './state/copying.ts';
import { allNames, updateCollections, updateFacts } from './update.ts';
import { compareFacts, type Verification } from './verify-facts.ts';

/** The name under which facts are compared, although they are not a collection of the API. */
const factCollection = 'shipment_fact';

/** Result of comparing one collection. */
export interface CollectionVerdict {
  readonly collection: string;
  /** Name of the collection in plain words. */
  readonly name: string;
  readonly compared: number;
  /** Ids of records that the copy does not hold as the API shows them. */
  readonly different: readonly string[];
  /** The moment since which every record was compared; absent if only some were. */
  readonly fullFrom?: string;
}

/** Compares, and stores the result for later requests. */
export async function compareAndKeep(copying: Copying, verification: Verification): Promise<CollectionVerdict[]> {
  const { database, source, signal } = copying;
  const verdicts = await verify(copying, verification);
  await keepComparison(database, {
    at: await readApiTime(source.api, signal),
    compared: verdicts.reduce((sum, { compared }) => sum + compared, 0),
    different: verdicts.flatMap(({ different }) => different).length,
    isRepaired: false,
  });
  await noteFull(
    copying,
    verdicts.filter(({ different }) => different.length === 0),
  );
  return verdicts;
}

/** Reads the records that a comparison named again. */
export async function repairDifferent(copying: Copying, verdicts: readonly CollectionVerdict[]): Promise<void> {
  const { database } = copying;
  const rows = verdicts.flatMap(({ collection, different }) => different.map((id) => ({ collection, id })));
  await database.transaction(async (tx) => {
    for (const { collection, id } of rows) {
      if (collection === factCollection) await tx.replaceInto('stale_fact').values({ shipment_id: id }).execute();
      else await tx.replaceInto('reread').values({ collection, id }).execute();
    }
  });
  await updateCollections(copying, allNames);
  await noteFull(copying, verdicts);
  const comparison = await findLatestComparison(database);
  if (comparison) await keepComparison(database, { ...comparison, isRepaired: true });
}

/** Notes the moment since which every record of these collections matches the API. */
async function noteFull({ database }: Copying, verdicts: readonly CollectionVerdict[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { collection, fullFrom } of verdicts)
      if (fullFrom !== undefined)
        await writeState(tx, { ...(await readCurrentState(tx, collection)), full_as_of: fullFrom });
  });
}

/** Time after which every record is read again where changes can't be listed. */
const fullEveryMs = 24 * 60 * 60_000;

/** Reads every record of the collections of which an update reads only some, if that was done longer than a day ago. */
export async function renewOlder(copying: Copying, random: () => number): Promise<void> {
  const { database, source, signal } = copying;
  const now = Date.parse(await readApiTime(source.api, signal));
  const due: Collection[] = [];
  for (const collection of collections) {
    const { full_as_of: asOf } = await readState(database, collection.name);
    const isDue = asOf === null || now - Date.parse(asOf) > fullEveryMs;
    if (isDue && (await isReadPartly(copying, collection))) due.push(collection);
  }
  if (due.length === 0) return;
  const verdicts: CollectionVerdict[] = [];
  for (const collection of due) verdicts.push(await verifyCollection(copying, collection, { isWhole: true, random }));
  await repairDifferent(copying, verdicts);
}

/** Returns true if an update reads only new records and those that may still change. */
const isReadPartly = async ({ database, source }: Copying, collection: Collection): Promise<boolean> =>
  (await isUpdateFilterMissing(source, collection)) || (await isHost(database, collection));

/** Compares the newest and some other page of each collection, or every page, with the copy; and facts with records. */
async function verify(copying: Copying, { isWhole, random }: Verification): Promise<CollectionVerdict[]> {
  const verdicts: CollectionVerdict[] = [];
  for (const collection of collections) {
    const { is_missing: isMissing } = await readState(copying.database, collection.name);
    if (isMissing === 1 || (await isEmbedded(copying.database, collection.name))) continue;
    const isFull = isWhole || (await isReadPartly(copying, collection));
    verdicts.push(await verifyCollection(copying, collection, { isWhole: isFull, random }));
  }
  await updateFacts(copying);
  const facts = await compareFacts(copying, { isWhole, random });
  return [...verdicts, { collection: factCollection, name: formatCollectionName(factCollection), ...facts }];
}

async function verifyCollection(
  copying: Copying,
  collection: Collection,
  { isWhole, random }: Verification,
): Promise<CollectionVerdict> {
  const fullFrom = await readApiTime(copying.source.api, copying.signal);
  const comparison = await compareTwice(copying, collection, isWhole ? [{ isToTheEnd: true }] : await pickSections());
  return {
    collection: collection.name,
    name: formatCollectionName(collection.name),
    ...comparison,
    ...(isWhole && { fullFrom }),
  };

  async function pickSections() {
    const from = await pickMoment(copying, collection, random);
    return [{}, ...(from === undefined ? [] : [{ from }])];
  }
}

interface Section {
  /** Records created then or before; from the newest on when left out. */
  readonly from?: string | undefined;
  readonly isToTheEnd?: boolean;
}

/** Compares twice, with an update in between, because a record may change between an update and the comparison. */
async function compareTwice(copying: Copying, collection: Collection, sections: readonly Section[]) {
  let comparison = await compareSections(copying, collection, sections);
  if (comparison.different.length > 0) {
    await updateCollections(copying, [collection.name]);
    const again = await compareSections(copying, collection, sections);
    comparison = { ...again, different: again.different.filter((id) => comparison.different.includes(id)) };
  }
  return comparison;
}

async function compareSections(copying: Copying, collection: Collection, sections: readonly Section[]) {
  const different = new Set<string>();
  let compared = 0;
  for (const section of sections) {
    for await (const page of readPages(copying, collection, section)) {
      for (const id of await findDifferences(copying, collection, page)) different.add(id);
      compared += page.records.length;
    }
  }
  return { compared, different: [...different] };
}

interface Compared {
  readonly records: readonly CopiedRecord[];
  /** Creation time of the last record of the previous page; undefined for the newest page. */
  readonly before: string | undefined;
  readonly isLast: boolean;
}

async function* readPages(copying: Copying, collection: Collection, { from, isToTheEnd = false }: Section) {
  const { source, signal } = copying;
  const filter: CopyFilter | undefined = from === undefined ? undefined : { createdAt: { lessThanOrEqualTo: from } };
  let cursor: string | undefined;
  let before = from;
  for (;;) {
    const request = { filter, cursor, isPast: true };
    const { records, page } = await runWhenAllowed(source, signal, () => readPage(source, collection, request, signal));
    const compared: Compared = { records, before, isLast: !page.hasNextPage };
    yield compared;
    await pauseFor(source, computeGapMs(source), signal);
    if (!page.hasNextPage || !isToTheEnd) return;
    cursor = page.endCursor ?? undefined;
    before = records.at(-1)?.createdAt;
  }
}

/**
 * Lists the records of a page that the copy lacks or has in another state, and records in between that only the copy
 * has.
 */
async function findDifferences(
  { database }: Copying,
  collection: Collection,
  { records, before, isLast }: Compared,
): Promise<string[]> {
  const ids = records.map(({ id }) => id);
  const stored = await readStoredRows(database.reader, collection, ids);
  const shownOtherwise = await listShownOtherwise(database, collection, records);
  const wrong = records.filter(
    ({ id, rows }) => shownOtherwise.has(id) || !hasSameRows(collection, rows, stored.get(id)),
  );
  const until = records.at(-1)?.createdAt ?? '';
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.name)}
    where id not in ${members(ids)}
      and (${isLast ? 1 : 0} or created_at > ${until})
      and (${before === undefined ? 1 : 0} or created_at < ${before ?? ''})`.execute(database.reader);
  const { complete_from: completeFrom } = await readState(database, collection.name);
  // What the backfill has not come to yet is no difference.
  const expected = wrong.filter(({ id, createdAt }) => stored.has(id) || createdAt >= (completeFrom ?? ''));
  return [...expected.map(({ id }) => id), ...rows.map(({ id }) => id)];
}

/** Lists the ids of records that show records of other collections in another state than the copy. */
async function listShownOtherwise(
  database: Copying['database'],
  { name }: Collection,
  records: readonly CopiedRecord[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const embeddedCollection of collections) {
    const host = embeddedCollection.hosts.find(({ collectionName }) => collectionName === name);
    if (host === undefined || !(await isEmbedded(database, embeddedCollection.name))) continue;
    // They are records of this very host.
    const shownBy = records.map(({ id, source }) => ({ id, shownRecords: host.read(source as never) }));
    const shownIds = shownBy.flatMap(({ shownRecords }) => shownRecords.map((record) => record.id));
    const rowsById = await readStoredRows(database.reader, embeddedCollection, shownIds);
    for (const { id, shownRecords } of shownBy)
      if (shownRecords.some((record) => !hasSameRows(embeddedCollection, record.rows, rowsById.get(record.id))))
        ids.add(id);
  }
  return ids;
}

/** Picks a random moment between the first and the last record; counting to a random record would take long. */
async function pickMoment(
  { database }: Copying,
  { name }: Collection,
  random: () => number,
): Promise<string | undefined> {
  const table = sql.table(name);
  const { rows } = await sql<{ first: string | null; last: string | null }>`select
    (select min(created_at) from ${table}) as first, (select max(created_at) from ${table}) as last`.execute(
    database.reader,
  );
  const [first, last] = [rows[0]?.first, rows[0]?.last].map((at) => Date.parse(at ?? ''));
  if (first === undefined || last === undefined || Number.isNaN(first)) return undefined;
  return new Date(first + Math.ceil((last - first) * random())).toISOString();
}
