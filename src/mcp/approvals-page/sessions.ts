import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { Approver } from '../approvals/approver-name.ts';
import { later } from '../tool/run.ts';

/** A question to a passkey: good for one answer about exactly this. */
export interface Challenge {
  readonly challenge: string;
  readonly expiresAt: string;
}

export interface Session {
  readonly approver: Approver;
  /** Stands in every form of this session, where no other site reads it. */
  readonly formToken: string;
  readonly startedAt: string;
  usedAt: string;
  /** Waiting for a signature, by what it is about. */
  readonly challenges: Map<string, Challenge>;
}

export interface Sessions {
  /** The secret of the cookie. */
  start(approver: Approver): string;
  /** `isUse` is false for what the page asks by itself, which keeps nobody signed in. */
  find(cookie: string | undefined, use?: { readonly isUse: boolean }): Session | undefined;
  end(cookie: string | undefined): void;
}

const idleMs = 15 * 60_000;
export const lastsMs = 4 * 60 * 60_000;
const tokenBytes = 32;

// Not injected like other randomness: a cookie that can be predicted is none.
const newToken = () => randomBytes(tokenBytes).toString('base64url');

/** Kept in this process only: they end with it, and no copy of a database holds one. */
export function createSessions(now: () => string): Sessions {
  const sessions = new Map<string, Session>();
  const isOver = ({ usedAt, startedAt }: Session) =>
    later(usedAt, idleMs) <= now() || later(startedAt, lastsMs) <= now();
  const dropOld = () => {
    for (const [key, session] of sessions) if (isOver(session)) sessions.delete(key);
  };
  return {
    start(approver) {
      dropOld();
      const cookie = newToken();
      const at = now();
      sessions.set(sha256(cookie), {
        approver,
        formToken: newToken(),
        startedAt: at,
        usedAt: at,
        challenges: new Map(),
      });
      return cookie;
    },
    find(cookie, { isUse } = { isUse: true }) {
      const session = cookie === undefined ? undefined : sessions.get(sha256(cookie));
      if (session === undefined || isOver(session)) return undefined;
      if (isUse) session.usedAt = now();
      return session;
    },
    end(cookie) {
      if (cookie !== undefined) sessions.delete(sha256(cookie));
    },
  };
}

export function hasFormToken({ formToken }: Session, given: unknown): boolean {
  const [right, sent] = [Buffer.from(formToken), Buffer.from(typeof given === 'string' ? given : '')];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
