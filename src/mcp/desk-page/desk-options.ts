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
  /** Token in the link that opens the page. */
  readonly linkToken: string;
  readonly log: Log;
}

const tokenBytes = 32;

// Not injected like other randomness: a link that can be predicted keeps nobody out.
export const createToken = (): string => randomBytes(tokenBytes).toString('base64url');

export function isToken(right: string, sentToken: string): boolean {
  const [rightBytes, sentBytes] = [Buffer.from(right), Buffer.from(sentToken)];
  return rightBytes.length === sentBytes.length && timingSafeEqual(rightBytes, sentBytes);
}
