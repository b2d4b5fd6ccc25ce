import { accountNumberFields, maskAccountNumber } from '../domain/payments/account-number.ts';
import type { BrokerageDatabase, Tx } from './connection.ts';
import type { Cipher } from './cipher.ts';
import { lock } from './lock.ts';
import { accountTables, sealAccount } from './sealed-columns.ts';

/** Set by a migration, which has no key, while a store holds numbers that an earlier version left in plain text. */
const plainSetting = 'plain accounts';

/** Encrypts what an earlier version left in plain text, once; its notifications keep the ends of the numbers only. */
export async function sealPlainAccounts(database: BrokerageDatabase, cipher: Cipher): Promise<void> {
  const isPlain = (db: Pick<Tx, 'selectFrom'>) =>
    db.selectFrom('setting').select('name').where('name', '=', plainSetting).executeTakeFirst();
  if ((await isPlain(database.reader)) === undefined) return;
  await database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:encryption');
    if ((await isPlain(tx)) === undefined) return;
    await sealRows(tx, cipher);
    await maskNotifications(tx);
    await tx.deleteFrom('setting').where('name', '=', plainSetting).execute();
  });
}

async function sealRows(tx: Tx, cipher: Cipher): Promise<void> {
  for (const table of accountTables) {
    const rows = await tx.selectFrom(table).select(['id', 'wire', 'eft_institution', 'eft_transit', 'clabe']).execute();
    for (const { id, ...plain } of rows)
      await tx
        .updateTable(table)
        .set(sealAccount(cipher, table, id, plain))
        .where('id', '=', id)
        .execute();
  }
}

async function maskNotifications(tx: Tx): Promise<void> {
  const rows = await tx
    .selectFrom('webhook_delivery')
    .select(['id', 'payload'])
    .where('payload', 'like', '%"clabe":%')
    .execute();
  for (const { id, payload } of rows) {
    const masked = JSON.stringify(JSON.parse(payload, maskMember));
    await tx.updateTable('webhook_delivery').set({ payload: masked }).where('id', '=', id).execute();
  }
}

const names = new Set<string>(accountNumberFields);

const maskMember = (name: string, value: unknown): unknown =>
  names.has(name) && typeof value === 'string' && !value.startsWith('****') ? maskAccountNumber(value) : value;
