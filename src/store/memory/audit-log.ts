import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { WaybillError } from '../../errors.ts';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { type SignedAnchor, signLogEnd, isSigned, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';

type AuditRow = ToolMemoryTables['tool_audit'];
type Tail = Pick<AuditRow, 'seq' | 'hash'>;
type Chain = (last: Tail | null) => Readonly<AuditRow>;

export function createAuditMemory(store: ToolMemoryDatabase, cipher: Cipher) {
  const selectEntries = () => store.reader.selectFrom('tool_audit').selectAll();
  const runLocked = (work: (tx: Transaction<ToolMemoryTables>) => Promise<AuditRow>) =>
    store.transaction(async (tx) => {
      await lock(store.kind, tx, 'waybill:audit');
      return work(tx);
    });
  return {
    /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
    append: (chain: Chain) => runLocked((tx) => append(tx, store, cipher, chain)),
    /** Signs the end of the log as it stands, and appends the entry that says so. */
    accept: (chain: Chain) =>
      runLocked(async (tx) => {
        await signLogEnd(tx, cipher);
        return append(tx, store, cipher, chain);
      }),
    /** Lists entries after a number, oldest first, or from the first row on if `seq` is null. */
    after(seq: number | null, limit: number): Promise<AuditRow[]> {
      const query = selectEntries().orderBy('seq').limit(limit);
      return (seq === null ? query : query.where('seq', '>', seq)).execute();
    },
    latest({ before, limit }: { readonly before?: number | undefined; readonly limit: number }): Promise<AuditRow[]> {
      const query = selectEntries().orderBy('seq', 'desc').limit(limit);
      return (before === undefined ? query : query.where('seq', '<', before)).execute();
    },
    /** Entries that have a list of changed values. In a text of JSON every quotation mark of a value is escaped. */
    listChanging: ({ since }: { readonly since: string }): Promise<AuditRow[]> =>
      selectEntries().where('at', '>=', since).where('body', 'like', '%"changes":[%').orderBy('seq', 'desc').execute(),
    async listContaining({ texts, since }: { readonly texts: readonly string[]; readonly since: string }) {
      if (texts.length === 0) return [];
      return selectEntries()
        .where('at', '>=', since)
        .where((where) => where.or(texts.map((text) => where('body', 'like', `%${text}%`))))
        .orderBy('seq', 'desc')
        .execute();
    },
    anchor: () => readAnchor(store.reader, cipher),
    isAnchor: (anchor: SignedAnchor) => isSigned(cipher, anchor),
  };
}

async function append(
  tx: Transaction<ToolMemoryTables>,
  { kind }: Pick<ToolMemoryDatabase, 'kind'>,
  cipher: Cipher,
  chain: Chain,
): Promise<AuditRow> {
  const lastEntry = await tx.selectFrom('tool_audit').select(['seq', 'hash']).orderBy('seq', 'desc').executeTakeFirst();
  const anchor = await readAnchor(tx, cipher);
  const entry = chain(findTail(lastEntry, anchor));
  await tx.insertInto('tool_audit').values(entry).execute();
  // A log whose anchor was taken away or forged stays without one: appending to it must not make it whole.
  const next = anchor && signAnchor(cipher, { entries: entry.seq, hash: entry.hash });
  if (next) await writeAnchor(tx, next);
  // What a trigger has put off until the end of the transaction happens now.
  if (kind === 'postgres') await sql`set constraints all immediate`.execute(tx);
  const storedEntry = await tx.selectFrom('tool_audit').selectAll().where('seq', '=', entry.seq).executeTakeFirst();
  requireSame({ ...storedEntry }, entry);
  requireSame(await readAnchor(tx, cipher), next);
  return entry;
}

/**
 * Throws if the database stored something else than was written. A trigger or a rule can drop an entry silently, and
 * nothing may happen without its entry.
 */
function requireSame(stored: unknown, written: unknown): void {
  if (isDeepStrictEqual(stored, written)) return;
  throw new WaybillError(
    'INTERNAL_ERROR',
    'The database did not keep the entry of the audit log as it was written: a trigger or a rule in it changes tool_audit or tool_setting.',
  );
}

/**
 * Returns the entry that the next one follows. It is the anchored entry even if that is no longer in the table, so that
 * new entries don't hide a removal. Its number is above that of any entry that was inserted past the anchor.
 */
function findTail(lastEntry: Tail | undefined, anchor: SignedAnchor | undefined): Tail | null {
  if (!anchor) return lastEntry ?? null;
  const seq = Math.max(anchor.entries, lastEntry?.seq ?? 0);
  return seq === 0 ? null : { seq, hash: anchor.hash };
}
