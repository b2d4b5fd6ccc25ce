import type { Operation } from '../contract/kit/operation.ts';
import { WaybillError } from '../errors.ts';
import { startDeadline, pause } from './transport/abort.ts';
import { type ApiCapabilities, type CapabilityKnowledge, toTolerant } from './capabilities/api-capabilities.ts';
import { proveKeys } from './capabilities/idempotency-keys.ts';
import { type LacksList, runOffered } from './capabilities/missing-operations.ts';
import { isObject } from './responses/json-object.ts';
import { convertResponse, parseJsonResponse } from './transport/json-response.ts';
import { findLookup, type Lookup, type LostWrite } from './lost-writes.ts';
import type { OperationInput } from './calls/call-options.ts';
import type { requestOperation } from './request.ts';
import type { CallOptions, Meta } from './calls/call-options.ts';
import type { Transport } from './transport/transport.ts';

interface WriteContext {
  readonly transport: Transport;
  readonly request: ReturnType<typeof requestOperation>;
  readonly capabilities: ApiCapabilities;
  readonly lacksList: LacksList;
  /** Currency of records that name none. */
  readonly currency: string | undefined;
  readonly newId: () => string;
  readonly read: (name: string, input: OperationInput, signal: AbortSignal) => Promise<unknown>;
}

interface NamedWrite {
  readonly name: string;
  readonly operation: Operation;
  readonly input: OperationInput;
}

/** Looks so often for a write whose answer was lost, after these pauses. */
const lookAfterMs = [300, 1500] as const;
/** A host gives up near 60 s, and sending may have taken most of them. */
const lookForMs = 8_000;
/** The clock of a record may be a little behind the one that the API names in its answers. */
const clockToleranceMs = 10_000;
/** A proof of keys is worth no longer wait than this. */
const proveForMs = 5_000;

/** Sends a write, finds out what became of it where its answer is lost, and learns whether the API keeps its keys. */
export function writeOperation(context: WriteContext) {
  const { transport, newId } = context;
  return {
    async send(write: NamedWrite, callOptions: CallOptions): Promise<unknown> {
      const keyKnowledge = await readKeys(context);
      const options = { ...callOptions, idempotencyKey: callOptions.idempotencyKey ?? newId() };
      const startedAt = transport.now();
      try {
        const sendNow = () => exchangeCompared(context, { write, keyKnowledge }, options);
        const first = await runOffered(write, toTolerantRegistry(context), sendNow, context.lacksList);
        if (keyKnowledge.isDue) await learnKeys(context, write, options, first);
        return first.answer;
      } catch (error) {
        if (!(error instanceof WaybillError) || !error.isOpen) throw error;
        const find = isDuplicateKey(error) ? findCreated : findLookup(write.name);
        const answer = await lookUp(context, write, { startedAt, find });
        if (answer === undefined) throw error;
        transport.log('info', 'A write whose answer was lost was found in the records', { operation: write.name });
        return answer;
      }
    },
    find: (name: string, input: OperationInput, sinceMs: number) =>
      lookUp(context, { name, input }, { startedAt: sinceMs, find: findLookup(name) }),
    keepsKeys: async () => (await readKeys(context)).verdict === 'proven',
  };
}

async function readKeys({ capabilities, transport: { log } }: WriteContext): Promise<CapabilityKnowledge> {
  try {
    return await capabilities.find('Idempotency-Key');
  } catch (error) {
    // Nothing is sent twice on the strength of what cannot be read.
    log('warn', 'The support of the API for Idempotency-Keys could not be read', { cause: String(error) });
    return { verdict: 'unknown', isDue: false };
  }
}

interface WriteAttempt {
  readonly write: NamedWrite;
  readonly keyKnowledge: CapabilityKnowledge;
  /** Sent once, whatever becomes of it. */
  readonly isOnce?: boolean;
}

interface Exchanged {
  readonly answer: unknown;
  /** The body as the API sent it. */
  readonly sent: unknown;
  readonly isReplay: boolean;
}

async function exchange(
  { request, currency }: WriteContext,
  { write, keyKnowledge, isOnce = false }: WriteAttempt,
  options: CallOptions,
): Promise<Exchanged> {
  let meta: Meta | undefined;
  const response = await request(
    { ...write, keys: keyKnowledge.verdict, isOnce },
    {
      ...options,
      onResponse: (received) => {
        meta = received;
        options.onResponse?.(received);
      },
    },
  );
  const received = { ...response, declared: write.operation, operation: write.name };
  const sent = parseJsonResponse(received);
  return { answer: convertResponse(received, sent, currency), sent, isReplay: meta?.isReplay === true };
}

/**
 * Sends a write under the versions of the records that it rests on. An API that refuses it although they are as they were
 * read can't compare them, as when a gateway in between changes their form: it gets the write without them.
 */
async function exchangeCompared(
  context: WriteContext,
  sending: WriteAttempt,
  options: CallOptions,
): Promise<Exchanged> {
  const capabilities = toTolerantRegistry(context);
  const { unchanged: _versions, ...uncompared } = options;
  if (!options.unchanged?.length) return exchange(context, sending, uncompared);
  if (await capabilities.isMissing('X-If-Unchanged')) {
    await options.recheck?.();
    return exchange(context, sending, uncompared);
  }
  try {
    const exchanged = await exchange(context, sending, options);
    await learnComparison(context, sending.write.name);
    return exchanged;
  } catch (error) {
    if (!isRecordChanged(error) || !options.recheck || (await canCompare(context))) throw error;
    await noteComparison(capabilities, sending.write.name, options.recheck);
    const evidence = `${sending.write.name} was refused because of a record that is as it was read`;
    await capabilities.learn('X-If-Unchanged', 'disproved', evidence);
    // Another request: under the first one's key it would get the first one's refusal.
    return exchange(context, sending, {
      ...uncompared,
      idempotencyKey: `${options.idempotencyKey?.slice(0, 230)}-uncompared`,
    });
  }
}

/** Reads the records again, and remembers that the API has refused a change whose record is another one now. */
async function noteComparison(
  capabilities: ApiCapabilities,
  name: string,
  recheck: NonNullable<CallOptions['recheck']>,
): Promise<void> {
  try {
    await recheck();
  } catch (error) {
    // An API that compares another form of the record refuses every change: what it accepts next tells them apart.
    if (isRecordChanged(error))
      await capabilities.learn('X-If-Unchanged', 'unknown', `${name} was refused because a record had changed`);
    throw error;
  }
}

/**
 * Learns if the API compares records. An API that refuses changed records, and carries out a change of records that are
 * as they were read, compares them. Learning is worth no failure: the write is done.
 */
async function learnComparison({ capabilities, transport }: WriteContext, name: string): Promise<void> {
  try {
    const { verdict, isDue } = await capabilities.find('X-If-Unchanged');
    if (verdict !== 'unknown' || isDue) return;
    const evidence = `${name} ran on records as they were read; one on a changed record was refused`;
    await capabilities.learn('X-If-Unchanged', 'proven', evidence);
  } catch (error) {
    transport.log('warn', 'What was learned of X-If-Unchanged could not be kept', { cause: String(error) });
  }
}

const toTolerantRegistry = ({ capabilities, transport }: WriteContext): ApiCapabilities =>
  toTolerant(capabilities, (error) =>
    transport.log('warn', 'What was learned of the API could not be read or kept', { cause: String(error) }),
  );

const isRecordChanged = (error: unknown): boolean =>
  error instanceof WaybillError && error.code === 'RECORD_CHANGED' && !error.isOpen;

async function canCompare({ capabilities }: WriteContext): Promise<boolean> {
  const { verdict } = await capabilities.find('X-If-Unchanged');
  return verdict === 'proven';
}

/** Learns if the API honors keys. Learning must not fail the call: the write is done. */
async function learnKeys(
  context: WriteContext,
  write: NamedWrite,
  { idempotencyKey, traceparent }: CallOptions,
  first: Exchanged,
): Promise<void> {
  const { capabilities, transport } = context;
  try {
    if (first.isReplay) {
      const evidence = `${write.name} was answered with the first answer again`;
      return await capabilities.learn('Idempotency-Key', 'proven', evidence);
    }
    using limit = startDeadline({
      ms: proveForMs,
      reason: () => new WaybillError('TIMEOUT', 'the proof of keys took too long'),
      parents: [transport.closed],
    });
    const options = { idempotencyKey, traceparent, signal: limit.signal };
    const keyKnowledge: CapabilityKnowledge = { verdict: 'unknown', isDue: false };
    await proveKeys(capabilities, {
      ...write,
      answer: first.sent,
      async repeat(input) {
        const repeated = await exchange(context, { write: { ...write, input }, keyKnowledge, isOnce: true }, options);
        return { isReplay: repeated.isReplay, answer: repeated.sent };
      },
    });
  } catch (error) {
    transport.log('warn', 'What was learned of the Idempotency-Keys of the API could not be kept', {
      cause: String(error),
    });
  }
}

interface LookingUp {
  /** Epoch milliseconds of this machine. */
  readonly startedAt: number;
  /** Lookup for lost writes; undefined if such a write leaves no trace that can be recognized. */
  readonly find: Lookup | undefined;
}

async function lookUp(
  { transport, read }: WriteContext,
  { name, input }: Pick<NamedWrite, 'name' | 'input'>,
  { startedAt, find }: LookingUp,
): Promise<unknown> {
  if (find === undefined) return undefined;
  using limit = startDeadline({
    ms: lookForMs,
    reason: () => new WaybillError('TIMEOUT', 'looking for the lost write took too long'),
    parents: [transport.closed],
  });
  const since = new Date(startedAt + (transport.clock.time()?.aheadMs ?? 0) - clockToleranceMs).toISOString();
  for (const ms of lookAfterMs) {
    try {
      await pause(transport.sleep, ms, limit.signal);
      const answer = await find({ name, input, since, read: (...reading) => read(...reading, limit.signal) });
      if (answer !== undefined) return answer;
    } catch (error) {
      transport.log('info', 'A lost write could not be looked up', { operation: name, cause: String(error) });
    }
  }
  return undefined;
}

const isDuplicateKey = ({ cause }: WaybillError): boolean =>
  cause instanceof WaybillError && cause.code === 'DUPLICATE_KEY';

/** Finds the record that carries the client key of a lost create, unless it is older than the create. */
async function findCreated({ name, input, since, read }: LostWrite): Promise<unknown> {
  const [resource = ''] = name.split('.');
  const { key } = input;
  if (typeof key !== 'string') return undefined;
  const record = await read(`${resource}.get`, { id: key, by: 'key' });
  const createdAt = isObject(record) ? record['createdAt'] : undefined;
  return typeof createdAt === 'string' && Date.parse(createdAt) >= Date.parse(since) ? record : undefined;
}
