import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sha256 } from '../../contract/kit/canonical.ts';
import { WaybillError } from '../../errors.ts';
import type { FoundPasskey, PasskeyRow } from '../tool/memory.ts';
import { getHostName } from './page-options.ts';
import type { PageOrigin } from '../page/protection.ts';

const timeoutMs = 120_000;

/** Ed25519, ES256 and RS256: what every device of today has one of. */
const algorithms = [-8, -7, -257];

const toCredentials = (passkeys: readonly FoundPasskey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: parseTransports(transports) }));

// Written by verifyNewPasskey, as the browser gave them.
const parseTransports = (stored: string) => JSON.parse(stored) as string[];

interface NewPasskey {
  readonly userName: string;
  /** The same text is the same account to the device, which keeps one passkey of it. */
  readonly account: string;
  /** Those that this person has: their devices make no second one. */
  readonly passkeys: readonly FoundPasskey[];
}

/** Builds the options with which a browser creates a passkey that verifies its user. */
export const buildRegistrationOptions = (page: PageOrigin, { userName, account, passkeys }: NewPasskey) =>
  generateRegistrationOptions({
    rpName: 'Waybill approvals',
    rpID: getHostName(page),
    userName,
    userID: Uint8Array.from(Buffer.from(sha256(account), 'hex')),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: toCredentials(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });

/** Verifies a passkey that was just created, and returns the columns to store. */
export async function verifyNewPasskey(
  where: PageOrigin,
  response: string,
  challenge: string,
): Promise<Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>> {
  const { registrationInfo } = await runVerification(() =>
    verifyRegistrationResponse({
      // Its form is checked by the library.
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: where.origin(),
      expectedRPID: getHostName(where),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (registrationInfo === undefined) throw buildNotSignedError();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  };
}

/** Builds the options with which a browser signs this challenge with one of these passkeys. */
export const buildSigningOptions = (page: PageOrigin, challenge: string, passkeys: readonly FoundPasskey[]) =>
  generateAuthenticationOptions({
    rpID: getHostName(page),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    allowCredentials: toCredentials(passkeys),
    userVerification: 'required',
    timeout: timeoutMs,
  });

export interface Signature {
  readonly passkey: FoundPasskey;
  /** Number of signatures that the device says it has made. */
  readonly counter: number;
}

/** Returns the passkey that signed the challenge after verifying its user. Refuses everything else. */
export async function verifySignature(
  where: PageOrigin,
  response: string,
  challenge: string,
  passkeys: readonly FoundPasskey[],
): Promise<Signature> {
  const { passkey, authenticationInfo } = await runVerification(async () => {
    // Its form is checked by the library.
    const signed = JSON.parse(response) as AuthenticationResponseJSON;
    const passkey = passkeys.find(({ id }) => id === signed.id);
    if (passkey === undefined) throw buildNotSignedError();
    const verified = await verifyAuthenticationResponse({
      response: signed,
      expectedChallenge: challenge,
      expectedOrigin: where.origin(),
      expectedRPID: getHostName(where),
      credential: {
        id: passkey.id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified.verified) throw buildNotSignedError();
    return { ...verified, passkey };
  });
  return { passkey, counter: authenticationInfo.newCounter };
}

const buildNotSignedError = (cause?: unknown) =>
  new WaybillError('REFUSED', 'The passkey did not sign this, or did not ask who you are. Nothing was decided.', {
    cause,
  });

/** Runs a verification and turns the library's errors into a refusal. */
async function runVerification<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (cause) {
    throw cause instanceof WaybillError ? cause : buildNotSignedError(cause);
  }
}
