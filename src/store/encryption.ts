import type { BrokerageDatabase, Queries } from './connection.ts';
import { type Cipher, createCipher } from './cipher.ts';
import { lock } from './lock.ts';

/** What shows whether a key is the one of a store: a known text, encrypted with it and kept in the store. */
export interface KeyCheck {
  find(): Promise<string | undefined>;
  /** Of several processes one writes the check; returns what is kept. */
  keepFirst(check: string, cipher: Cipher): Promise<string>;
}

/** The name of the row that holds the check, and the place that its text is bound to. */
export const checkName = 'encryption';
const checkText = 'waybill';

export const newKeyCheck = (cipher: Cipher): string => cipher.encrypt(checkText, checkName);

/** The cipher of a store; undefined when it is encrypted with another key. The first key it sees becomes its own. */
export async function openCipher(check: KeyCheck, key: Uint8Array): Promise<Cipher | undefined> {
  const cipher = createCipher(key);
  const kept = (await check.find()) ?? (await check.keepFirst(newKeyCheck(cipher), cipher));
  return fits(cipher, kept) ? cipher : undefined;
}

/** Whether it is the cipher that made the check. */
export function fits(cipher: Cipher, check: string): boolean {
  try {
    return cipher.decrypt(check, checkName) === checkText;
  } catch {
    // Another key: the caller says which setting is wrong.
    return false;
  }
}

export function brokerageKeyCheck(database: BrokerageDatabase): KeyCheck {
  return {
    find: () => storedCheck(database.reader),
    keepFirst: (value) =>
      database.transaction(async (tx) => {
        await lock(database.kind, tx, 'waybill:encryption');
        const known = await storedCheck(tx);
        if (known !== undefined) return known;
        await tx.insertInto('setting').values({ name: checkName, value }).execute();
        return value;
      }),
  };
}

async function storedCheck(db: Pick<Queries, 'selectFrom'>): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', checkName).executeTakeFirst();
  return row?.value;
}
