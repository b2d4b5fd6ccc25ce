import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import { importJWK, importPKCS8, type CryptoKey } from 'jose';
import type { Cipher } from '../../store/cipher.ts';
import type { ServiceSecrets } from './secrets.ts';

/** Bytes before the 32 bytes of an Ed25519 key in PKCS #8. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the keys of a store from its encryption key. They are stored nowhere, so a new encryption key invalidates old
 * tokens.
 */
export async function loadSecrets(cipher: Cipher): Promise<ServiceSecrets> {
  const der = Buffer.concat([ed25519Header, cipher.derive('token signing')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    tokenSigningKey: await importPKCS8(key.export({ format: 'pem', type: 'pkcs8' }).toString(), 'EdDSA'),
    // An OKP key always imports as a CryptoKey; bytes come from symmetric keys only.
    tokenVerifyKey: (await importJWK(createPublicKey(key).export({ format: 'jwk' }), 'EdDSA')) as CryptoKey,
    // As a key object: bytes would be made into one for each address of a list, which takes five times as long.
    hmacKey: createSecretKey(cipher.derive('cursors and addresses')),
  };
}
