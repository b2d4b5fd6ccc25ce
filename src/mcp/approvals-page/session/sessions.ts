import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../../contract/kit/canonical.ts';
import type { Approver } from '../../approvals/approver-name.ts';
import { isFresh } from '../../../domain/kit/instants.ts';

/** Question to a passkey, good for one answer about one subject. */
export interface Challenge {
  readonly challenge: string;
  readonly expiresAt: string;
}

export interface PageSession {
  readonly approver: Approver;
  /** Token in every form of this session, which no other site can read. */
  readonly formToken: string;
  readonly challenges: Challenges;
}

/** Questions that wait for a signature, by their subject. */
export interface Challenges {
  keep(subject: string, challenge: Challenge): Promise<void>;
  /** Returns a challenge once; a second call finds none. */
  take(subject: string): Promise<Challenge | undefined>;
}

export interface SessionLookup {
  /** Finds a session. Pass `isUse: false` for the page's own polling, which must not keep a person signed in. */
  find(cookie: string | undefined, use?: { readonly isUse: boolean }): Promise<PageSession | undefined>;
  end(cookie: string | undefined): Promise<void>;
}

export interface Sessions extends SessionLookup {
  /** Starts a session and returns the secret of its cookie. */
  start(approver: Approver): Promise<string>;
}

const idleMs = 15 * 60_000;
export const lastsMs = 4 * 60 * 60_000;
const tokenBytes = 32;

// Not injected like other randomness: a cookie that can be predicted is none.
export const createToken = () => randomBytes(tokenBytes).toString('base64url');

interface LocalSession extends PageSession {
  readonly startedAt: string;
  usedAt: string;
}

/** Creates sessions that live in this process only: they end with it, and no copy of a database holds one. */
export function createSessions(now: () => string): Sessions {
  const sessions = new Map<string, LocalSession>();
  const isOver = ({ usedAt, startedAt }: LocalSession) =>
    !isFresh(usedAt, now(), idleMs) || !isFresh(startedAt, now(), lastsMs);
  const dropOld = () => {
    for (const [key, session] of sessions) if (isOver(session)) sessions.delete(key);
  };
  return {
    async start(approver) {
      dropOld();
      const cookie = createToken();
      const at = now();
      sessions.set(sha256(cookie), {
        approver,
        formToken: createToken(),
        startedAt: at,
        usedAt: at,
        challenges: createChallenges(new Map()),
      });
      return cookie;
    },
    async find(cookie, { isUse } = { isUse: true }) {
      const session = cookie === undefined ? undefined : sessions.get(sha256(cookie));
      if (session === undefined || isOver(session)) return undefined;
      if (isUse) session.usedAt = now();
      return session;
    },
    async end(cookie) {
      if (cookie !== undefined) sessions.delete(sha256(cookie));
    },
  };
}

const createChallenges = (waiting: Map<string, Challenge>): Challenges => ({
  async keep(subject, challenge) {
    waiting.set(subject, challenge);
  },
  async take(subject) {
    const challenge = waiting.get(subject);
    waiting.delete(subject);
    return challenge;
  },
});

export function hasFormToken({ formToken }: PageSession, sentToken: unknown): boolean {
  const [right, sent] = [Buffer.from(formToken), Buffer.from(typeof sentToken === 'string' ? sentToken : '')];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
