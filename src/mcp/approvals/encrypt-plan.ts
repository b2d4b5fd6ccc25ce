import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { WaybillError } from '../../errors.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts JSON with AES-256-GCM; `about` is bound to the text, so a sealed text cannot be moved to another record. */
export function seal(value: unknown, key: Uint8Array, about: string): string {
  // Not injected like other randomness: a repeated nonce would give the key away.
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

export function unseal(sealed: string, key: Uint8Array, about: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const body = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new WaybillError('INTERNAL_ERROR', 'A stored plan cannot be read: it was changed or its key is gone.', {
      cause,
    });
  }
}
