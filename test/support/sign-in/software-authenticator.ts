import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The questions of the page as its script hands them to a browser. */
interface SignQuestion {
  readonly challenge: string;
}

/** A device that knows its person and answers whatever page asks it, in the form in which a browser sends that. */
export interface SoftwareAuthenticator {
  /** The id of its passkey, base64url. */
  readonly id: string;
  /** Answers the question for a new passkey. */
  register(question: SignQuestion): string;
  /** Answers the question for a signature, whichever passkeys the question offers. */
  sign(question: SignQuestion): string;
}

const personIsPresent = 0x01;
const personIsVerified = 0x04;
const hasNewKey = 0x40;

/** ES256 on the curve P-256, as COSE numbers them. */
const es256 = { keyType: 2, algorithm: -7, curve: 1 };

export function createAuthenticator(origin: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let signatures = 0;

  const writeClientData = (type: string, { challenge }: SignQuestion) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const writeHead = (flags: number): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatures);
    return Buffer.concat([hash(new URL(origin).hostname), Buffer.from([flags]), counter]);
  };
  const writePublicKey = (): Uint8Array => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, es256.keyType],
        [3, es256.algorithm],
        [-1, es256.curve],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    );
  };
  const answer = (response: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    register(question) {
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        writeHead(personIsPresent | personIsVerified | hasNewKey),
        Buffer.alloc(16),
        length,
        credentialId,
        writePublicKey(),
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return answer({
        clientDataJSON: writeClientData('webauthn.create', question).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(question) {
      signatures += 1;
      const clientData = writeClientData('webauthn.get', question);
      const authData = writeHead(personIsPresent | personIsVerified);
      const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), privateKey);
      return answer({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

const hash = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
