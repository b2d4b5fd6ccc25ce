import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Log } from '../../log.ts';
import type { ToolResult } from '../results/result.ts';

/** Options of the page for reading. */
export interface DeskPageOptions {
  /** Returns the page's address for browsers. It is available once the server listens. */
  readonly origin: () => string;
  /** Names of the reading tools that are on offer. */
  readonly tools: readonly string[];
  /** Calls one of them. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolResult>;
  /** Returns the zone of the times on the page. */
  readonly timeZone: () => Promise<string>;
  /** The approvals page that this page links to, if there is one. People sign in there by themselves. */
  readonly approvals?: ApprovalsLink | undefined;
  /** Token in the link that opens the page. */
  readonly linkToken: string;
  readonly log: Log;
}

/** The approvals page as the desk page shows it: a link with a count, and nothing of what waits there. */
export interface ApprovalsLink {
  readonly address: string;
  /** Counts the plans that wait for a decision; left out where another server has them. */
  readonly count?: (() => Promise<number>) | undefined;
}

const tokenBytes = 32;

// Not injected like other randomness: a link that can be predicted keeps nobody out.
export const createToken = (): string => randomBytes(tokenBytes).toString('base64url');

export function isToken(right: string, sentToken: string): boolean {
  const [rightBytes, sentBytes] = [Buffer.from(right), Buffer.from(sentToken)];
  return rightBytes.length === sentBytes.length && timingSafeEqual(rightBytes, sentBytes);
}
