import { randomBytes } from 'node:crypto';
import type { Cipher } from '../../store/cipher.ts';
import type { Row } from '../../store/schema.ts';
import { toPlace } from '../../store/sealed-columns.ts';
import { signingSecretPrefix } from './webhook-post.ts';

const secretBytes = 32;

// Not injected like other randomness: a secret that can be predicted is none.
export const createSigningSecret = (): string => signingSecretPrefix + randomBytes(secretBytes).toString('base64');

/** Builds the columns of the token. Only its end stays readable. */
export const buildTokenColumns = (cipher: Cipher, id: string, token: string) => ({
  token: cipher.encrypt(token, toPlace('webhook_subscription', 'token', id)),
  token_last_four: token.slice(-4),
});

export const buildSigningSecretColumn = (cipher: Cipher, id: string, secret: string) => ({
  signing_secret: cipher.encrypt(secret, toPlace('webhook_subscription', 'signing_secret', id)),
});

export const decryptSecrets = (
  cipher: Cipher,
  { id, token, signing_secret: secret }: Pick<Row<'webhook_subscription'>, 'id' | 'token' | 'signing_secret'>,
) => ({
  token: cipher.decrypt(token, toPlace('webhook_subscription', 'token', id)),
  signingSecret: cipher.decrypt(secret, toPlace('webhook_subscription', 'signing_secret', id)),
});
