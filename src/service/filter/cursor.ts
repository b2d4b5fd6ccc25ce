import type { KeyObject } from 'node:crypto';
import { WaybillError } from '../../errors.ts';
import { seal, computeSha256, unseal } from '../secrets/secrets.ts';
import { isFuture } from '../../domain/kit/instants.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;

/** The query that a cursor is bound to. Its use for any other query is refused. */
export interface CursorScope {
  readonly organizationId: string;
  readonly collection: string;
  /** The filter exactly as sent. */
  readonly filter: unknown;
}

interface CursorState {
  readonly after: string;
  readonly query: string;
  readonly expires: number;
}

const computeFingerprint = ({ organizationId, collection, filter }: CursorScope) =>
  computeSha256(JSON.stringify([organizationId, collection, filter ?? null]));

export function makeCursor(key: KeyObject, scope: CursorScope, after: string, now: string): string {
  const state: CursorState = { after, query: computeFingerprint(scope), expires: Date.parse(now) + lifetimeMs };
  return seal(key, 'cursor', state);
}

/** Reads the id that a cursor continues from; 400 for a cursor that is malformed, expired or of another query. */
export function readCursor(key: KeyObject, scope: CursorScope, cursor: string, now: string): string {
  // Whatever carries a valid mac was made by makeCursor.
  const state = unseal<CursorState>(key, 'cursor', cursor);
  if (!state) throw buildCursorError('is not a cursor of this service');
  if (state.query !== computeFingerprint(scope))
    throw buildCursorError('belongs to another query: use the same filter on every page');
  if (state.expires < Date.parse(now) || isFuture(state.expires - lifetimeMs, now))
    throw buildCursorError('has expired (24 hours): start again without a cursor');
  return state.after;
}

const buildCursorError = (message: string) =>
  new WaybillError('BAD_REQUEST', `cursor: ${message}`, { details: [{ field: 'cursor', message }] });
