import { sha256 } from '../../../contract/kit/canonical.ts';
import type { Approver } from '../../approvals/approver-name.ts';
import type { ToolMemory } from '../../tool/memory.ts';
import { addMilliseconds } from '../../run/call-details.ts';
import { type Challenge, type Challenges, type SessionLookup, lastsMs, createToken } from './sessions.ts';

export interface SharedDesk {
  readonly memory: Pick<ToolMemory, 'pages' | 'ledger' | 'cipher'>;
  readonly now: () => string;
  /** Prefix of each cookie's secret: the organization whose memory holds the session. */
  readonly organization: string;
  /** Returns the approver whom a token belongs to now, or undefined if that person has lost access. */
  readonly findApprover: (token: string) => Promise<Approver | undefined>;
}

/** Sessions of people who signed in at an issuer. */
export interface SharedSessions extends SessionLookup {
  /**
   * Starts a session and returns the secret of its cookie. The session ends with the token, at the ISO instant `until`.
   */
  start(token: string, until: string): Promise<string>;
}

interface StoredSession {
  readonly token: string;
  readonly formToken: string;
}

const toSessionKey = (cookie: string) => `page-session:${sha256(cookie)}`;

/**
 * Creates sessions that every process with the same memory can read. They are stored encrypted, under the hash of the
 * cookie. Each visit reads the token again, so that a person who lost access is signed out.
 */
export function createSharedSessions({ memory, now, organization, findApprover }: SharedDesk): SharedSessions {
  const keep = (key: string, value: object, expiresAt: string) =>
    memory.pages.keep({ key, body: memory.cipher.encrypt(JSON.stringify(value), key), at: now(), expiresAt });
  const find = async (key: string): Promise<string | undefined> => {
    const stored = await memory.pages.find(key, now());
    return stored === undefined ? undefined : memory.cipher.decrypt(stored.body, key);
  };
  const createChallenges = (session: string): Challenges => ({
    keep: (subject, challenge) => keep(`${session}:${sha256(subject)}`, challenge, challenge.expiresAt),
    async take(subject) {
      const key = `${session}:${sha256(subject)}`;
      const storedChallenge = await find(key);
      if (storedChallenge === undefined) return undefined;
      // Authenticated encryption: what opens is what was kept above.
      const challenge = JSON.parse(storedChallenge) as Challenge;
      const isFirst = await memory.ledger.consume(`used-${challenge.challenge}`, { at: now(), ...challenge });
      return isFirst ? challenge : undefined;
    },
  });
  return {
    async start(token, until) {
      const cookie = `${organization}.${createToken()}`;
      const longest = addMilliseconds(now(), lastsMs);
      await keep(
        toSessionKey(cookie),
        { token, formToken: createToken() } satisfies StoredSession,
        until < longest ? until : longest,
      );
      return cookie;
    },
    async find(cookie) {
      if (cookie === undefined) return undefined;
      const key = toSessionKey(cookie);
      const storedSession = await find(key);
      if (storedSession === undefined) return undefined;
      // Authenticated encryption: what opens is what `start` kept.
      const { token, formToken } = JSON.parse(storedSession) as StoredSession;
      const approver = await findApprover(token);
      return approver && { approver, formToken, challenges: createChallenges(key) };
    },
    async end(cookie) {
      if (cookie !== undefined)
        await memory.pages.keep({ key: toSessionKey(cookie), body: '', at: now(), expiresAt: now() });
    },
  };
}
