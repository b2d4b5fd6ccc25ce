import type { BrokerageDatabase, Queries } from './connection.ts';
import { type Cipher, createCipher } from './cipher.ts';
import { lock } from './lock.ts';

/** The row of `setting` that shows whether a key is the one of this store: a known text, encrypted with it. */
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

/** Of several processes one writes the check; the others find it. */
function adopt(database: BrokerageDatabase, cipher: Cipher): Promise<string> {
  return database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:encryption');
    const known = await storedCheck(tx);
    if (known !== undefined) return known;
    const value = cipher.encrypt(checkText, checkSetting);
    await tx.insertInto('setting').values({ name: checkSetting, value }).execute();
    return value;
  });
}
