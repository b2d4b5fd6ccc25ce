import type { BrokerageDatabase, Tx } from './connection.ts';
import type { Cipher } from './cipher.ts';
import { createBrokerageKeyCheck, checkName, type KeyCheck, createKeyCheck } from './encryption.ts';
import { lock } from './lock.ts';
import { sealPlainAccounts } from './seal-plain.ts';
import { toPlace, sealedColumns } from './sealed-columns.ts';

/** A store as far as its key goes. */
export interface KeyedStore {
  readonly check: KeyCheck;
  /** Encrypts everything with another key, at once or not at all. Without the old cipher what it held is given up. */
  rekey(from: Cipher | undefined, to: Cipher, now: string): Promise<void>;
}

export const createKeyedBrokerage = (database: BrokerageDatabase): KeyedStore => ({
  check: createBrokerageKeyCheck(database),
  async rekey(from, to, now) {
    if (from) await sealPlainAccounts(database, from);
    await database.transaction(async (tx) => {
      await lock(database.kind, tx, 'waybill:encryption');
      if (from === undefined) await endSubscriptions(tx, to, now);
      for (const { table, columns } of sealedColumns) {
        if (from === undefined && table === 'webhook_subscription') continue;
        await rekeyRows(tx, table, columns, (text, place) =>
          from === undefined ? null : to.encrypt(from.decrypt(text, place), place),
        );
      }
      // The fingerprints of requests end with the key: a repeated one is refused, and its stored answer is of no use.
      await tx.updateTable('idempotency').set({ body: null }).execute();
      await tx
        .updateTable('setting')
        .set({ value: createKeyCheck(to) })
        .where('name', '=', checkName)
        .execute();
    });
  },
});

type TextChange = (text: string, place: string) => string | null;

async function rekeyRows(
  tx: Tx,
  table: Parameters<typeof toPlace>[0],
  columns: readonly string[],
  change: TextChange,
): Promise<void> {
  const rows = await tx.selectFrom(table).selectAll().execute();
  for (const row of rows) {
    const sealedTexts = Object.entries(row).filter(([name, value]) => columns.includes(name) && value !== null);
    const changed = sealedTexts.map(([name, text]) => [name, change(String(text), toPlace(table, name, row.id))]);
    if (changed.length === 0) continue;
    await tx.updateTable(table).set(Object.fromEntries(changed)).where('id', '=', row.id).execute();
  }
}

/**
 * Ends all webhook subscriptions. Their notifications can't be signed without the old key, so receivers must subscribe
 * again.
 */
async function endSubscriptions(tx: Tx, to: Cipher, now: string): Promise<void> {
  const rows = await tx.selectFrom('webhook_subscription').select(['id', 'deleted_at']).execute();
  for (const { id, deleted_at: deletedAt } of rows) {
    const encryptEmpty = (column: string) => to.encrypt('', toPlace('webhook_subscription', column, id));
    await tx
      .updateTable('webhook_subscription')
      .set({
        token: encryptEmpty('token'),
        signing_secret: encryptEmpty('signing_secret'),
        deleted_at: deletedAt ?? now,
      })
      .where('id', '=', id)
      .execute();
  }
}
