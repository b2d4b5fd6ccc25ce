import { type AccountTable, accountTables, encryptedNumber } from './account-numbers.ts';
import { type Cipher, createCipher, encryptedPrefix } from './cipher.ts';
import { type BrokerageDatabase, lock, type Queries, type Tx } from './database.ts';

/** The row of `setting` that tells whether a key is the one of this store: a known text, encrypted with it. */
const checkSetting = 'encryption';
const checkText = 'waybill';

/** Whether some key is already the store's. */
export async function isEncrypted({ reader }: BrokerageDatabase): Promise<boolean> {
  return (await storedCheck(reader)) !== undefined;
}

/** The cipher of a store; undefined when its numbers are encrypted with another key. The first key it sees becomes its own. */
export async function openCipher(database: BrokerageDatabase, key: Uint8Array): Promise<Cipher | undefined> {
  const cipher = createCipher(key);
  const check = (await storedCheck(database.reader)) ?? (await adopt(database, cipher));
  return fits(cipher, check) ? cipher : undefined;
}

async function storedCheck(db: Pick<Queries, 'selectFrom'>): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', checkSetting).executeTakeFirst();
  return row?.value;
}

function fits(cipher: Cipher, check: string): boolean {
  try {
    return cipher.decrypt(check, checkSetting) === checkText;
  } catch {
    // Another key: the caller says which setting is wrong.
    return false;
  }
}

/** Of several processes one writes the check, and encrypts what a store kept plain before it knew of keys. */
function adopt(database: BrokerageDatabase, cipher: Cipher): Promise<string> {
  return database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:encryption');
    const known = await storedCheck(tx);
    if (known !== undefined) return known;
    const value = cipher.encrypt(checkText, checkSetting);
    await tx.insertInto('setting').values({ name: checkSetting, value }).execute();
    for (const table of accountTables) await encryptPlainNumbers(tx, cipher, table);
    return value;
  });
}

async function encryptPlainNumbers(tx: Tx, cipher: Cipher, table: AccountTable): Promise<void> {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'account_number'])
    .where('account_number', 'is not', null)
    .where('account_number', 'not like', `${encryptedPrefix}%`)
    .execute();
  for (const { id, account_number: number } of rows) {
    if (number === null) continue;
    const encrypted = encryptedNumber(cipher, table, id, number);
    await tx.updateTable(table).set({ account_number: encrypted }).where('id', '=', id).execute();
  }
}
