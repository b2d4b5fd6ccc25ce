import { randomBytes } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type CryptoKey, type JWK } from 'jose';
import type { BrokerageDatabase } from '../../store/connection.ts';
import { readJson } from './fields.ts';
import type { ServiceSecrets } from './secrets.ts';

/** Reads the keys of this store, which are made when they are first needed. */
export async function loadSecrets(database: BrokerageDatabase): Promise<ServiceSecrets> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const candidate = JSON.stringify({
    privateKey: await exportPKCS8(pair.privateKey),
    publicKey: await exportJWK(pair.publicKey),
    hmac: randomBytes(32).toString('base64'),
  });
  const stored = await storeOnce(database, 'service', candidate);
  // Written by this function only, in the form above.
  const keys = readJson<{ privateKey: string; publicKey: JWK; hmac: string }>(stored);
  return {
    tokenSigningKey: await importPKCS8(keys.privateKey, 'EdDSA'),
    // An OKP key always imports as a CryptoKey; bytes come from symmetric keys only.
    tokenVerifyKey: (await importJWK(keys.publicKey, 'EdDSA')) as CryptoKey,
    hmacKey: Buffer.from(keys.hmac, 'base64'),
  };
}

/** Keeps the first value that any process writes under a name, and returns that one. */
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
