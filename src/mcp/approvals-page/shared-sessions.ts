import { sha256 } from '../../contract/kit/canonical.ts';
import type { Approver } from '../approvals/approver-name.ts';
import type { ToolMemory } from '../tool/memory.ts';
import { later } from '../run/call-facts.ts';
import { type Challenge, type Challenges, type KnownSessions, lastsMs, newToken } from './sessions.ts';

export interface SharedDesk {
  readonly memory: Pick<ToolMemory, 'pages' | 'ledger' | 'cipher'>;
  readonly now: () => string;
  /** Stands before the secret of each cookie, and says whose memory knows it. */
  readonly organization: string;
  /** Whose token it is by now; undefined for somebody who may not be here any more. */
  readonly approverOf: (token: string) => Promise<Approver | undefined>;
}

/** Sessions of people who signed in at an issuer. */
export interface SharedSessions extends KnownSessions {
  /** The secret of the cookie. The session ends with the token: `until`, ISO. */
  start(token: string, until: string): Promise<string>;
}

interface Kept {
  readonly token: string;
  readonly formToken: string;
}

const placeOf = (cookie: string) => `page-session:${sha256(cookie)}`;

/**
 * Known to every process that shares the memory. What is kept is encrypted, under the hash of the cookie. At each visit
 * the token is read again, so that whoever was sent away is out.
 */
export function createSharedSessions({ memory, now, organization, approverOf }: SharedDesk): SharedSessions {
  const keep = (key: string, value: object, expiresAt: string) =>
    memory.pages.keep({ key, body: memory.cipher.encrypt(JSON.stringify(value), key), at: now(), expiresAt });
  const find = async (key: string): Promise<string | undefined> => {
    const stored = await memory.pages.find(key, now());
    return stored === undefined ? undefined : memory.cipher.decrypt(stored.body, key);
  };
  const challengesOf = (session: string): Challenges => ({
    keep: (about, challenge) => keep(`${session}:${sha256(about)}`, challenge, challenge.expiresAt),
    async take(about) {
      const key = `${session}:${sha256(about)}`;
      const found = await find(key);
      if (found === undefined) return undefined;
      // Authenticated encryption: what opens is what was kept above.
      const challenge = JSON.parse(found) as Challenge;
      const isFirst = await memory.ledger.consume(`used-${challenge.challenge}`, { at: now(), ...challenge });
      return isFirst ? challenge : undefined;
    },
  });
  return {
    async start(token, until) {
      const cookie = `${organization}.${newToken()}`;
      const longest = later(now(), lastsMs);
      await keep(placeOf(cookie), { token, formToken: newToken() } satisfies Kept, until < longest ? until : longest);
      return cookie;
    },
    async find(cookie) {
      if (cookie === undefined) return undefined;
      const key = placeOf(cookie);
      const found = await find(key);
      if (found === undefined) return undefined;
      // Authenticated encryption: what opens is what `start` kept.
      const { token, formToken } = JSON.parse(found) as Kept;
      const approver = await approverOf(token);
      return approver && { approver, formToken, challenges: challengesOf(key) };
    },
    async end(cookie) {
      if (cookie !== undefined)
        await memory.pages.keep({ key: placeOf(cookie), body: '', at: now(), expiresAt: now() });
    },
  };
}
