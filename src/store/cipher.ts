import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in the database file; only a holder of the key reads it back. */
export interface Cipher {
  /** Encrypts a text for its place. Moved to another place, it can't be decrypted. */
  encrypt(text: string, place: string): string;
  /** Throws when the text was not encrypted with this key for this place. */
  decrypt(encrypted: string, place: string): string;
  /** Computes a keyed hash, which is the same for the same text. Without the key the text can't be guessed from it. */
  fingerprint(text: string): string;
  /** Derives a key for one purpose from this key, so that it is stored nowhere. */
  derive(purpose: string): Buffer;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Prefix of every encrypted text. */
const encryptedPrefix = 'enc:v1:';

export function createCipher(key: Uint8Array): Cipher {
  const derivedKeys = new Map<string, Buffer>();
  const derive = (purpose: string) => {
    const derivedKey = derivedKeys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    derivedKeys.set(purpose, derivedKey);
    return derivedKey;
  };
  const fingerprintKey = derive('fingerprint');
  return {
    encrypt(text, place) {
      // Not injected like other randomness: a repeated one would give the texts away.
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return encryptedPrefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt(encrypted, place) {
      try {
        return decryptText(key, encrypted, place);
      } catch (cause) {
        throw new Error(`${place} cannot be decrypted: it was changed, moved or encrypted with another key`, { cause });
      }
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
    derive,
  };
}

function decryptText(key: Uint8Array, encrypted: string, place: string): string {
  if (!encrypted.startsWith(encryptedPrefix)) throw new Error(`it does not begin with ${encryptedPrefix}`);
  const bytes = Buffer.from(encrypted.slice(encryptedPrefix.length), 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}
