import type { BrokerageDatabase, Queries } from './connection.ts';
import { type Cipher, createCipher } from './cipher.ts';
import { lock } from './lock.ts';

/** A fixed text, encrypted with the store's key and stored beside its data. It shows whether a key is the right one. */
export interface KeyCheck {
  find(): Promise<string | undefined>;
  /** Writes the check unless another process was first. Returns the stored check. */
  keepFirst(check: string, cipher: Cipher): Promise<string>;
}

/** The name of the row that holds the check, and the place that its text is bound to. */
export const checkName = 'encryption';
const checkText = 'waybill';

export const createKeyCheck = (cipher: Cipher): string => cipher.encrypt(checkText, checkName);

/**
 * Opens the cipher of a store. Returns undefined if the store is encrypted with another key. The first key that a store
 * sees becomes its own.
 */
export async function openCipher(check: KeyCheck, key: Uint8Array): Promise<Cipher | undefined> {
  const cipher = createCipher(key);
  const storedText = (await check.find()) ?? (await check.keepFirst(createKeyCheck(cipher), cipher));
  return isMadeWithCipher(cipher, storedText) ? cipher : undefined;
}

/** Returns true if this cipher encrypted the check. */
export function isMadeWithCipher(cipher: Cipher, check: string): boolean {
  try {
    return cipher.decrypt(check, checkName) === checkText;
  } catch {
    // Another key: the caller says which setting is wrong.
    return false;
  }
}

export function createBrokerageKeyCheck(database: BrokerageDatabase): KeyCheck {
  return {
    find: () => readStoredCheck(database.reader),
    keepFirst: (value) =>
      database.transaction(async (tx) => {
        await lock(database.kind, tx, 'waybill:encryption');
        const existingCheck = await readStoredCheck(tx);
        if (existingCheck !== undefined) return existingCheck;
        await tx.insertInto('setting').values({ name: checkName, value }).execute();
        return value;
      }),
  };
}

async function readStoredCheck(db: Pick<Queries, 'selectFrom'>): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', checkName).executeTakeFirst();
  return row?.value;
}
