import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { type AuditAnchor, isSigned, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

type AuditRow = ToolMemoryTables['tool_audit'];

export function auditIn(store: Store, cipher: Cipher) {
  const all = () => store.reader.selectFrom('tool_audit').selectAll();
  return {
    /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
    append: (chain: (last: Pick<AuditRow, 'seq' | 'hash'> | null) => Readonly<AuditRow>) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:audit');
        const found = await tx
          .selectFrom('tool_audit')
          .select(['seq', 'hash'])
          .orderBy('seq', 'desc')
          .executeTakeFirst();
        const anchor = await readAnchor(tx, cipher);
        const entry = chain(lastOf(found, anchor));
        await tx.insertInto('tool_audit').values(entry).execute();
        // A log whose anchor was taken away or forged stays without one: appending to it must not make it whole.
        if (anchor) await writeAnchor(tx, signAnchor(cipher, { entries: entry.seq, hash: entry.hash }));
        return entry;
      }),
    after: (seq: number, limit: number) => all().where('seq', '>', seq).orderBy('seq').limit(limit).execute(),
    latest({ who, limit }: { readonly who?: string | undefined; readonly limit: number }): Promise<AuditRow[]> {
      const query = all().orderBy('seq', 'desc').limit(limit);
      return (who === undefined ? query : query.where('who', '=', who)).execute();
    },
    /** Entries that have a list of changed values. In a text of JSON every quotation mark of a value is escaped. */
    changing: ({ since }: { readonly since: string }): Promise<AuditRow[]> =>
      all().where('at', '>=', since).where('body', 'like', '%"changes":[%').orderBy('seq', 'desc').execute(),
    anchor: () => readAnchor(store.reader, cipher),
    isAnchor: (anchor: AuditAnchor) => isSigned(cipher, anchor),
  };
}

/**
 * What the next entry follows: the anchored one, also where it is no longer in the table, so that a cut is not grown
 * over; behind any that was put there past the anchor.
 */
function lastOf(
  found: Pick<AuditRow, 'seq' | 'hash'> | undefined,
  anchor: AuditAnchor | undefined,
): Pick<AuditRow, 'seq' | 'hash'> | null {
  if (!anchor) return found ?? null;
  const seq = Math.max(anchor.entries, found?.seq ?? 0);
  return seq === 0 ? null : { seq, hash: anchor.hash };
}
