import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { readJson } from '../shared/fields.ts';

/** Keys of this store, made once and shared by every process that serves it. */
export interface ServiceSecrets {
  readonly tokenSigningKey: CryptoKey;
  readonly tokenVerifyKey: CryptoKey;
  /** Authenticates cursors and document addresses. */
  readonly hmacKey: KeyObject;
}

/** Hashes a client secret. Client secrets are long and random, so a plain hash is safe to store. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const createClientSecret = (): string => randomBytes(32).toString('base64url');

export function isSameText(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

export const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Formats a payload as `payload.mac`. Anyone can read it, but only a holder of the key can create it. */
export function seal(key: KeyObject, purpose: string, payload: unknown): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${computeMac(key, purpose, body)}`;
}

/**
 * Returns the payload of a sealed text, or undefined if it was not created by `seal` with this key for this purpose.
 */
export function unseal<Payload>(key: KeyObject, purpose: string, sealed: string): Payload | undefined {
  const [body = '', tag = '', ...rest] = sealed.split('.');
  if (rest.length > 0 || !isSameText(tag, computeMac(key, purpose, body))) return undefined;
  return readJson<Payload>(Buffer.from(body, 'base64url').toString('utf8'));
}

const computeMac = (key: KeyObject, purpose: string, body: string) =>
  createHmac('sha256', key).update(`${purpose}\n${body}`).digest('base64url');
