import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../cipher.ts';

/**
 * Computes the mark of a text, which proves that its writer had the encryption key. The mark's own key is derived from
 * that key and stored nowhere.
 */
export const computeMark = (cipher: Cipher, purpose: string, text: string): string =>
  createHmac('sha256', cipher.derive(purpose)).update(text).digest('hex');

export function hasMark(cipher: Cipher, purpose: string, text: string, mark: string | null): boolean {
  const [actualMark, expectedMark] = [Buffer.from(mark ?? ''), Buffer.from(computeMark(cipher, purpose, text))];
  return actualMark.length === expectedMark.length && timingSafeEqual(actualMark, expectedMark);
}
