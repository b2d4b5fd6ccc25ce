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
import { hostOf, type PageOptions } from './page-options.ts';

type Where = Pick<PageOptions, 'origin'>;

const timeoutMs = 120_000;

/** Ed25519, ES256 and RS256: what every device of today has one of. */
const algorithms = [-8, -7, -257];

const knownTo = (passkeys: readonly FoundPasskey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: transportsIn(transports) }));

// Written by verifyNewPasskey, as the browser gave them.
const transportsIn = (stored: string) => JSON.parse(stored) as string[];

interface NewPasskey {
  readonly userName: string;
  /** The same text is the same account to the device, which keeps one passkey of it. */
  readonly account: string;
  /** Those that this person has: their devices make no second one. */
  readonly passkeys: readonly FoundPasskey[];
}

/** What a browser needs to make a passkey: one that asks its person who they are. */
export const newPasskeyOptions = (where: Where, { userName, account, passkeys }: NewPasskey) =>
  generateRegistrationOptions({
    rpName: 'Waybill approvals',
    rpID: hostOf(where),
    userName,
    userID: Uint8Array.from(Buffer.from(sha256(account), 'hex')),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: knownTo(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });

/** What is kept of a passkey that was just made. */
export async function verifyNewPasskey(
  where: Where,
  response: string,
  challenge: string,
): Promise<Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>> {
  const { registrationInfo } = await answered(() =>
    verifyRegistrationResponse({
      // Its form is checked by the library.
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: where.origin(),
      expectedRPID: hostOf(where),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (registrationInfo === undefined) throw notSigned();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  };
}

/** What a browser needs to sign this challenge with one of these passkeys. */
export const signingOptions = (where: Where, challenge: string, passkeys: readonly FoundPasskey[]) =>
  generateAuthenticationOptions({
    rpID: hostOf(where),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    allowCredentials: knownTo(passkeys),
    userVerification: 'required',
    timeout: timeoutMs,
  });

export interface Signature {
  readonly passkey: FoundPasskey;
  /** How many the device says it has made. */
  readonly counter: number;
}

/** Which passkey signed the challenge, with its person known to it; everything else is refused. */
export async function verifySignature(
  where: Where,
  response: string,
  challenge: string,
  passkeys: readonly FoundPasskey[],
): Promise<Signature> {
  const { passkey, authenticationInfo } = await answered(async () => {
    // Its form is checked by the library.
    const signed = JSON.parse(response) as AuthenticationResponseJSON;
    const passkey = passkeys.find(({ id }) => id === signed.id);
    if (passkey === undefined) throw notSigned();
    const verified = await verifyAuthenticationResponse({
      response: signed,
      expectedChallenge: challenge,
      expectedOrigin: where.origin(),
      expectedRPID: hostOf(where),
      credential: {
        id: passkey.id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified.verified) throw notSigned();
    return { ...verified, passkey };
  });
  return { passkey, counter: authenticationInfo.newCounter };
}

const notSigned = (cause?: unknown) =>
  new WaybillError('REFUSED', 'The passkey did not sign this, or did not ask who you are. Nothing was decided.', {
    cause,
  });

/** The library throws its own errors for whatever is not right. */
async function answered<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (cause) {
    throw cause instanceof WaybillError ? cause : notSigned(cause);
  }
}
