import { getToday } from '../../domain/kit/dates.ts';
import type { BrokerageDatabase, Tx } from '../../store/connection.ts';
import { runWrite } from '../handlers/announce.ts';
import type { CallerPrincipal } from './auth.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireUnchanged } from './unchanged.ts';
import { readIdempotencyKey, recall, storeResponse, computeRequestHash, buildStillRunning } from './idempotency.ts';
import { readStatedDates } from './stated-dates.ts';
import { type FileWriter, noFiles, withFiles } from '../shared/request-files.ts';
import { addMs, type RequestTimes, readTimes } from '../clock/request-times.ts';
import { type OperationReply, readText, type TextReply, toReply } from './reply.ts';
import type { Runtime, ServedOperation } from './runtime.ts';

/** A request after every check: who calls, what, and with which input. */
export interface CheckedRequest extends Pick<ServiceContext, 'requestId'> {
  readonly served: ServedOperation;
  readonly principal: CallerPrincipal;
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
}

/** Runs the operation: a read as it is, a write in one transaction and under its Idempotency-Key. */
export async function runOperation(runtime: Runtime, request: CheckedRequest): Promise<OperationReply> {
  const { operation, isSandboxOnly = false } = request.served;
  if (operation.effect === 'read')
    return toReply(operation, await callHandler(runtime, request, { db: runtime.database.reader, files: noFiles }));
  const key = readIdempotencyKey(request.headers);
  const reply = key === undefined ? await runInTransaction(runtime, request) : await runOnce(runtime, request, key);
  if (operation.effect === 'mail') runtime.mailQueued?.();
  if (isSandboxOnly) runtime.sandboxClock.forget();
  return reply;
}

/** Access of a handler to the store: the reader, or a transaction with files that are kept only if it commits. */
interface StoreAccess<Db = Tx | BrokerageDatabase['reader']> {
  readonly db: Db;
  readonly files: FileWriter;
}

const runTransaction = (
  { database, files }: Runtime,
  work: (write: StoreAccess<Tx>) => Promise<OperationReply>,
): Promise<OperationReply> =>
  withFiles(files.storage, (beginAttempt) => database.transaction((db) => work({ db, files: beginAttempt() })));

const runInTransaction = (runtime: Runtime, request: CheckedRequest): Promise<OperationReply> =>
  runTransaction(runtime, async (write) =>
    toReply(request.served.operation, await callHandler(runtime, request, write)),
  );

/** Runs a write under its key: the first response is stored with the change, and every repetition gets that response. */
async function runOnce(runtime: Runtime, request: CheckedRequest, key: string): Promise<OperationReply> {
  const { organization } = request.principal;
  const slot = `${organization.id} ${key}`;
  if (runtime.running.has(slot)) throw buildStillRunning();
  runtime.running.add(slot);
  try {
    await runtime.deleteOldResponses();
    return await runTransaction(runtime, (write) => recallOrRun(runtime, request, key, write));
  } finally {
    runtime.running.delete(slot);
  }
}

async function recallOrRun(
  runtime: Runtime,
  request: CheckedRequest,
  key: string,
  write: StoreAccess<Tx>,
): Promise<OperationReply> {
  const { cipher, database } = runtime;
  const { operation } = request.served;
  const now = runtime.now();
  const idempotent = {
    organizationId: request.principal.organization.id,
    key,
    requestHash: computeRequestHash(cipher, operation.method, request.path, request.body),
    cipher,
  };
  const first = await recall(write.db, database.kind, idempotent, now);
  if (first) return replay(first.status, first.body);
  const reply = toReply(operation, await callHandler(runtime, request, write));
  await storeResponse(write.db, idempotent, { status: reply.status, body: await readText(reply) }, now);
  return reply;
}

const replay = (status: number, text: string | null): TextReply => ({
  status,
  text,
  headers: { 'idempotency-replayed': 'true' },
});

async function callHandler(runtime: Runtime, request: CheckedRequest, access: StoreAccess): Promise<unknown> {
  const { operation, handler, isSandboxOnly = false } = request.served;
  const isRead = operation.effect === 'read';
  const { organization } = request.principal;
  const clocks = { kind: runtime.database.kind, now: runtime.now, sandboxClock: runtime.sandboxClock };
  const times = await readTimes(clocks, { db: access.db, organization, isRead, isSandboxOnly });
  const ctx = buildContext(runtime, request, access, times);
  // The input was checked against the schemas that the handler's type is inferred from.
  if (isRead) return handler(ctx, request.input as never);
  await requireUnchanged(ctx, request.headers, runtime.getHandler);
  const input = readStatedDates(operation.body, request.input, ctx);
  return runWrite(ctx, request.served, input, runtime.getHandler);
}

function buildContext(
  runtime: Runtime,
  { principal, requestId, headers }: CheckedRequest,
  { db, files }: StoreAccess,
  { now, machineNow }: RequestTimes,
): ServiceContext {
  const aheadMs = Date.parse(now) - Date.parse(machineNow);
  const ctx: ServiceContext = {
    db,
    kind: runtime.database.kind,
    organizationId: principal.organization.id,
    organization: principal.organization,
    clientId: principal.clientId,
    now,
    machineNow,
    today: getToday(principal.organization.timeZone, now),
    requestId,
    accept: headers.get('accept') ?? '',
    files,
    addresses: runtime.files.addresses(runtime.publicUrl(), machineNow),
    isBoundToLoopback: runtime.isBoundToLoopback,
    hmacKey: runtime.secrets.hmacKey,
    cipher: runtime.cipher,
    events: [],
    newId: (at) => runtime.newId(at ?? (aheadMs === 0 ? undefined : addMs(runtime.now(), aheadMs))),
    readSnapshot: (work) => runtime.database.snapshot((snapshot) => work({ ...ctx, db: snapshot })),
  };
  return ctx;
}
