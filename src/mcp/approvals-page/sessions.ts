import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { Approver } from '../approvals/approver-name.ts';
import { isFresh } from '../../domain/kit/instants.ts';

/** A question to a passkey: good for one answer about exactly this. */
export interface Challenge {
  readonly challenge: string;
  readonly expiresAt: string;
}

export interface Session {
  readonly approver: Approver;
  /** Stands in every form of this session, where no other site reads it. */
  readonly formToken: string;
  readonly challenges: Challenges;
}

/** Questions that wait for a signature, by what they are about. */
export interface Challenges {
  keep(about: string, challenge: Challenge): Promise<void>;
  /** Once: a second time there is none. */
  take(about: string): Promise<Challenge | undefined>;
}

export interface KnownSessions {
  /** `isUse` is false for what the page asks by itself, which keeps nobody signed in. */
  find(cookie: string | undefined, use?: { readonly isUse: boolean }): Promise<Session | undefined>;
  end(cookie: string | undefined): Promise<void>;
}

export interface Sessions extends KnownSessions {
  /** The secret of the cookie. */
  start(approver: Approver): Promise<string>;
}

const idleMs = 15 * 60_000;
export const lastsMs = 4 * 60 * 60_000;
const tokenBytes = 32;

// Not injected like other randomness: a cookie that can be predicted is none.
export const newToken = () => randomBytes(tokenBytes).toString('base64url');

interface LocalSession extends Session {
  readonly startedAt: string;
  usedAt: string;
}

/** Kept in this process only: they end with it, and no copy of a database holds one. */
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
      const cookie = newToken();
      const at = now();
      sessions.set(sha256(cookie), {
        approver,
        formToken: newToken(),
        startedAt: at,
        usedAt: at,
        challenges: challengesOf(new Map()),
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

const challengesOf = (waiting: Map<string, Challenge>): Challenges => ({
  async keep(about, challenge) {
    waiting.set(about, challenge);
  },
  async take(about) {
    const found = waiting.get(about);
    waiting.delete(about);
    return found;
  },
});

export function hasFormToken({ formToken }: Session, given: unknown): boolean {
  const [right, sent] = [Buffer.from(formToken), Buffer.from(typeof given === 'string' ? given : '')];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
