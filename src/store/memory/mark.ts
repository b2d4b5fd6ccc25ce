import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../cipher.ts';

/** What only a holder of the encryption key can put beside a text; the key follows from that one and is stored nowhere. */
export const markOf = (cipher: Cipher, purpose: string, text: string): string =>
  createHmac('sha256', cipher.derive(purpose)).update(text).digest('hex');

export function hasMark(cipher: Cipher, purpose: string, text: string, mark: string | null): boolean {
  const [given, right] = [Buffer.from(mark ?? ''), Buffer.from(markOf(cipher, purpose, text))];
  return given.length === right.length && timingSafeEqual(given, right);
}
