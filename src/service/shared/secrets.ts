import type { BrokerageDatabase } from '../../store/connection.ts';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type CryptoKey, type JWK } from 'jose';

/** Keys of this store, made once and shared by every process that serves it. */
export interface ServiceSecrets {
  readonly tokenSigningKey: CryptoKey;
  readonly tokenVerifyKey: CryptoKey;
  /** Authenticates cursors and document addresses. */
  readonly hmacKey: Buffer;
}

export async function loadSecrets(database: BrokerageDatabase): Promise<ServiceSecrets> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const candidate = JSON.stringify({
    privateKey: await exportPKCS8(pair.privateKey),
    publicKey: await exportJWK(pair.publicKey),
    hmac: randomBytes(32).toString('base64'),
  });
  const stored = await storeOnce(database, 'service', candidate);
  // Written by this function only, in the form above.
  const keys = JSON.parse(stored) as { privateKey: string; publicKey: JWK; hmac: string };
  return {
    tokenSigningKey: await importPKCS8(keys.privateKey, 'EdDSA'),
    // An OKP key always imports as a CryptoKey; bytes come from symmetric keys only.
    tokenVerifyKey: (await importJWK(keys.publicKey, 'EdDSA')) as CryptoKey,
    hmacKey: Buffer.from(keys.hmac, 'base64'),
  };
}

/** Keeps the first value written under a name, whoever wrote it, and answers that one. */
async function storeOnce(database: BrokerageDatabase, name: string, value: string): Promise<string> {
  const read = () => database.reader.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await database.transaction((tx) =>
    tx
      .insertInto('secret')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await read())?.value ?? value;
}

/** Client secrets are long and random, so a plain hash keeps them safe at rest. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const newClientSecret = (): string => randomBytes(32).toString('base64url');

export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** `payload.mac`: readable by anyone, made only by a holder of the key. */
export function seal(key: Buffer, purpose: string, payload: unknown): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${mac(key, purpose, body)}`;
}

/** The payload, or undefined when the text was not made by `seal` with this key for this purpose. */
export function unseal(key: Buffer, purpose: string, sealed: string): unknown {
  const [body = '', tag = '', ...rest] = sealed.split('.');
  if (rest.length > 0 || !sameText(tag, mac(key, purpose, body))) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
}

const mac = (key: Buffer, purpose: string, body: string) =>
  createHmac('sha256', key).update(`${purpose}\n${body}`).digest('base64url');
