import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Cipher, createCipher } from '../../src/store/cipher.ts';
import { type KeyCheck, openCipher } from '../../src/store/encryption.ts';

const key = Buffer.alloc(32, 7);

/** Cipher of every store in the tests, so that several services can share one. */
export const testCipher: Cipher = createCipher(key);

/** Opens what the tool server remembers. */
export const openTestKey = (check: KeyCheck): Promise<Cipher> => openWithKey(check, key);

/** Opens what the tool server remembers with the key of an installation. */
export const readInstalledKey =
  (home: string) =>
  (check: KeyCheck): Promise<Cipher> =>
    openWithKey(check, Buffer.from(readFileSync(path.join(home, 'encryption.key'), 'utf8'), 'base64'));

async function openWithKey(check: KeyCheck, bytes: Uint8Array): Promise<Cipher> {
  const cipher = await openCipher(check, bytes);
  if (!cipher) throw new Error('another key');
  return cipher;
}
