import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { WaybillError } from '../../errors.ts';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { type AuditAnchor, anchorLog, isSigned, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

type AuditRow = ToolMemoryTables['tool_audit'];
type Tail = Pick<AuditRow, 'seq' | 'hash'>;
type Chain = (last: Tail | null) => Readonly<AuditRow>;

export function auditIn(store: Store, cipher: Cipher) {
  const all = () => store.reader.selectFrom('tool_audit').selectAll();
  const whileLocked = (work: (tx: Transaction<ToolMemoryTables>) => Promise<AuditRow>) =>
    store.transaction(async (tx) => {
      await lock(store.kind, tx, 'waybill:audit');
      return work(tx);
    });
  return {
    /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
    append: (chain: Chain) => whileLocked((tx) => append(tx, store, cipher, chain)),
    /** Signs the end of the log as it stands, and appends the entry that says so. */
    accept: (chain: Chain) =>
      whileLocked(async (tx) => {
        await anchorLog(tx, cipher);
        return append(tx, store, cipher, chain);
      }),
    /** Oldest first; from the first row on, whatever its number, where `seq` is null. */
    after(seq: number | null, limit: number): Promise<AuditRow[]> {
      const query = all().orderBy('seq').limit(limit);
      return (seq === null ? query : query.where('seq', '>', seq)).execute();
    },
    latest({ before, limit }: { readonly before?: number | undefined; readonly limit: number }): Promise<AuditRow[]> {
      const query = all().orderBy('seq', 'desc').limit(limit);
      return (before === undefined ? query : query.where('seq', '<', before)).execute();
    },
    /** Entries that have a list of changed values. In a text of JSON every quotation mark of a value is escaped. */
    changing: ({ since }: { readonly since: string }): Promise<AuditRow[]> =>
      all().where('at', '>=', since).where('body', 'like', '%"changes":[%').orderBy('seq', 'desc').execute(),
    async holding({ texts, since }: { readonly texts: readonly string[]; readonly since: string }) {
      if (texts.length === 0) return [];
      return all()
        .where('at', '>=', since)
        .where((where) => where.or(texts.map((text) => where('body', 'like', `%${text}%`))))
        .orderBy('seq', 'desc')
        .execute();
    },
    anchor: () => readAnchor(store.reader, cipher),
    isAnchor: (anchor: AuditAnchor) => isSigned(cipher, anchor),
  };
}

async function append(
  tx: Transaction<ToolMemoryTables>,
  { kind }: Pick<Store, 'kind'>,
  cipher: Cipher,
  chain: Chain,
): Promise<AuditRow> {
  const found = await tx.selectFrom('tool_audit').select(['seq', 'hash']).orderBy('seq', 'desc').executeTakeFirst();
  const anchor = await readAnchor(tx, cipher);
  const entry = chain(lastOf(found, anchor));
  await tx.insertInto('tool_audit').values(entry).execute();
  // A log whose anchor was taken away or forged stays without one: appending to it must not make it whole.
  const next = anchor && signAnchor(cipher, { entries: entry.seq, hash: entry.hash });
  if (next) await writeAnchor(tx, next);
  // What a trigger has put off until the end of the transaction happens now.
  if (kind === 'postgres') await sql`set constraints all immediate`.execute(tx);
  const kept = await tx.selectFrom('tool_audit').selectAll().where('seq', '=', entry.seq).executeTakeFirst();
  requireSame({ ...kept }, entry);
  requireSame(await readAnchor(tx, cipher), next);
  return entry;
}

/** A trigger or a rule in the database can drop an entry without a word: nothing is done without its entry. */
function requireSame(kept: unknown, written: unknown): void {
  if (isDeepStrictEqual(kept, written)) return;
  throw new WaybillError(
    'INTERNAL_ERROR',
    'The database did not keep the entry of the audit log as it was written: a trigger or a rule in it changes tool_audit or tool_setting.',
  );
}

/**
 * What the next entry follows: the anchored one, also where it is no longer in the table, so that a cut is not grown
 * over; behind any that was put there past the anchor.
 */
function lastOf(found: Tail | undefined, anchor: AuditAnchor | undefined): Tail | null {
  if (!anchor) return found ?? null;
  const seq = Math.max(anchor.entries, found?.seq ?? 0);
  return seq === 0 ? null : { seq, hash: anchor.hash };
}
