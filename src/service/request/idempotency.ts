import type { BrokerageDatabase, DatabaseKind, Tx } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import type { Cipher } from '../../store/cipher.ts';
import { tryLock } from '../../store/lock.ts';
import { idempotencyHeader } from '../shared/problem.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;
const deleteEveryMs = 10 * 60 * 1000;
const keyMax = 255;

export interface StoredResponse {
  readonly status: number;
  readonly body: string | null;
}

export interface IdempotentRequest {
  readonly organizationId: string;
  readonly key: string;
  readonly requestHash: string;
  /** A response may show a secret that is stored nowhere else in plain text. */
  readonly cipher: Cipher;
}

const toPlace = ({ organizationId, key }: IdempotentRequest) => `idempotency ${organizationId} ${key}`;

/** Reads the header; 400 when it is empty or too long. */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get(idempotencyHeader);
  if (key === null) return undefined;
  if (key.length > 0 && key.length <= keyMax) return key;
  throw new WaybillError('BAD_REQUEST', `${idempotencyHeader}: must have 1 to ${keyMax} characters`, {
    details: [{ field: idempotencyHeader, message: `must have 1 to ${keyMax} characters` }],
  });
}

/**
 * Computes a keyed hash of a request. A body may hold an account number, which could be guessed from a plain hash in
 * the store.
 */
export const computeRequestHash = (cipher: Cipher, method: string, path: string, body: string): string =>
  cipher.fingerprint(`${method}\n${path}\n${body}`);

/**
 * Reads the first response under this key, or undefined if there is none yet. Refuses a key that was used for another
 * request.
 */
export async function recall(
  tx: Tx,
  kind: DatabaseKind,
  request: IdempotentRequest,
  now: string,
): Promise<StoredResponse | undefined> {
  const { organizationId, key } = request;
  if (!(await tryLock(kind, tx, `idempotency:${organizationId}:${key}`))) throw buildStillRunning();
  const row = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.created_at < computeKeptSince(now)) return undefined;
  if (row.request_hash !== request.requestHash) {
    const message = 'was already used for a different request; use a new key';
    throw new WaybillError('VALIDATION_ERROR', `${idempotencyHeader}: ${message}`, {
      details: [{ field: idempotencyHeader, message }],
    });
  }
  return { status: row.status, body: row.body && request.cipher.decrypt(row.body, toPlace(request)) };
}

const computeKeptSince = (now: string) => new Date(Date.parse(now) - lifetimeMs).toISOString();

/** Stores the response in the same transaction as the change it reports. */
export async function storeResponse(
  tx: Tx,
  request: IdempotentRequest,
  response: StoredResponse,
  now: string,
): Promise<void> {
  const { organizationId, key, requestHash: hash } = request;
  const body = response.body && request.cipher.encrypt(response.body, toPlace(request));
  const values = { request_hash: hash, status: response.status, body, created_at: now };
  await tx
    .insertInto('idempotency')
    .values({ organization_id: organizationId, key, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doUpdateSet(values))
    .execute();
}

/** Deletes responses that are older than a day; calls within ten minutes of the last time do nothing. */
export function createResponseDeleter(database: BrokerageDatabase, now: () => string): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    // The clock of a sandbox may also have been set back.
    if (Math.abs(Date.parse(at) - last) < deleteEveryMs) return;
    last = Date.parse(at);
    await database.transaction((tx) =>
      tx.deleteFrom('idempotency').where('created_at', '<', computeKeptSince(at)).execute(),
    );
  };
}

export const buildStillRunning = (): WaybillError =>
  new WaybillError('STILL_RUNNING', `A request with this ${idempotencyHeader} is still running.`, {
    details: [{ field: idempotencyHeader, code: 'STILL_RUNNING', message: 'is still at work' }],
    retryAfterSeconds: 1,
  });
