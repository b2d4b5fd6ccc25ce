import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Log } from '../../log.ts';
import type { ToolResult } from '../results/result.ts';

/** What the page for reading works with. */
export interface DeskPageOptions {
  /** Where browsers reach this page; known once it is listened on. */
  readonly origin: () => string;
  /** Names of the reading tools that are on offer. */
  readonly tools: readonly string[];
  /** Calls one of them. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolResult>;
  /** Stands in the link that opens the page. */
  readonly linkToken: string;
  readonly log: Log;
}

const tokenBytes = 32;

// Not injected like other randomness: a link that can be predicted keeps nobody out.
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

export function isToken(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
