import type { ApiClient, ClientMethods, Resources } from './calls/api-client.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Operation } from '../contract/kit/operation.ts';
import type { OperationName } from '../contract/operation-names.ts';
import type { ExportedCollection } from '../contract/exported-collections.ts';
import { operations } from '../contract/operations.ts';
import type { Document } from '../contract/types.ts';
import { WaybillError } from '../errors.ts';
import { waitOrAbort } from './transport/abort.ts';
import { createApiClock } from './calls/api-clock.ts';
import { type ResultCache, createResultCache } from './cache.ts';
import { type ApiCapabilities, createCapabilitiesWithKeys } from './capabilities/api-capabilities.ts';
import { isWriting } from './capabilities/idempotency-keys.ts';
import type { LacksList } from './capabilities/missing-operations.ts';
import { writeOperation } from './write.ts';
import { withEarlierForms } from './forms/earlier-forms.ts';
import { createExport } from './bulk-export.ts';
import { downloadFile } from './download.ts';
import { defaultLimits, type Limits } from './transport/limits.ts';
import { type Fetch, openNetwork } from './transport/network.ts';
import { createPacing } from './transport/pacing.ts';
import { createReads } from './reads.ts';
import { type SharedReads, createSharedReads } from './shared-reads.ts';
import { parseBaseAddress } from './transport/path.ts';
import type { OperationInput } from './calls/call-options.ts';
import { requestOperation } from './request.ts';
import { createTokenSource } from './token.ts';
import type { CallOptions, ClientLog } from './calls/call-options.ts';
import type { Transport } from './transport/transport.ts';
import { uploadFile } from './upload.ts';

export interface ClientOptions {
  /** Base address of the API, ends in `/v1`. */
  readonly baseUrl: string;
  /** Base address of the token endpoint. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Replaces the network, for a service in the same process. */
  readonly fetch?: Fetch | undefined;
  /** Returns the epoch milliseconds of this machine, not of a sandbox. */
  readonly now?: (() => number) | undefined;
  readonly sleep?: Transport['sleep'] | undefined;
  readonly random?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Registry of what the API has and lacks; left out, it begins empty and the API counts as ignoring Idempotency-Keys. */
  readonly capabilities?: ApiCapabilities | undefined;
  /** Currency of records that name none; left out, it counts as unknown. */
  readonly currency?: string | undefined;
  readonly log?: ClientLog | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Reading operations whose results are kept for `limits.cacheSeconds`. */
  readonly cached?: readonly OperationName[] | undefined;
}

const declared: ReadonlyMap<string, Operation> = new Map(
  Object.entries<Readonly<Record<string, Operation>>>(operations).flatMap(([resource, group]) =>
    Object.entries(group).map(([verb, operation]) => [`${resource}.${verb}`, operation] as const),
  ),
);

export function createClient(options: ClientOptions): ApiClient {
  const closing = new AbortController();
  const transport = createTransport(options, closing.signal);
  const { now, limits } = transport;
  const capabilities = options.capabilities ?? createCapabilitiesWithKeys('disproved');
  const baseUrl = parseBaseAddress('baseUrl', options.baseUrl);
  const authUrl = parseBaseAddress('authUrl', options.authUrl);
  const bearer = createTokenSource(transport, { ...options, authUrl });
  const pacing = createPacing(limits, now);
  const request = requestOperation({ transport, baseUrl, bearer, pacing });
  const wire = { transport, request, capabilities, currency: options.currency, lacksList: createListProbe(request) };
  const write = writeOperation({
    ...wire,
    newId: options.newId ?? (() => crypto.randomUUID()),
    read: async (name, input, signal) => call(name, input, { signal }),
  });
  const cache = createResultCache(limits.cacheEntriesMax, now);
  const reads = createSharedReads(request);
  const read = createReads({ ...wire, request: reads.request });

  const call: ClientMethods['call'] = withEarlierForms<CallOptions>(async (name, input, callOptions) => {
    const operation = requireOperation(name);
    if (isWriting(operation)) return reads.write(() => write.send({ name, operation, input }, callOptions));
    const ask = (askOptions: CallOptions) => read({ name, operation, input }, askOptions);
    const seconds =
      callOptions.cacheSeconds ?? (options.cached?.some((cached) => cached === name) ? limits.cacheSeconds : 0);
    if (seconds <= 0) return ask(callOptions);
    return fromCache(cache, { name, input, seconds, ask }, callOptions);
  });

  /** Asks for a token unless the API has answered something already. */
  const waitForAnswer = async (signal?: AbortSignal): Promise<void> => {
    if (!transport.clock.time()) await bearer.get(signal ? AbortSignal.any([signal, closing.signal]) : closing.signal);
  };

  const methods: ClientMethods = {
    call,
    raw: async (name, input = {}, rawOptions = {}) =>
      request({ name, operation: requireOperation(name), input }, rawOptions),
    readExport: createExport({ ...wire, ...exportOperations(), baseUrl, bearer, pacing }),
    upload: createUpload({ transport, baseUrl, reads }, call),
    download: (address, downloadOptions) => downloadFile({ transport, baseUrl }, address, downloadOptions),
    async time(signal) {
      await waitForAnswer(signal);
      return transport.clock.time() ?? { aheadMs: 0, timeZone: undefined };
    },
    capabilities,
    keepsKeys: write.keepsKeys,
    findWritten: write.find,
    async organization(signal) {
      await waitForAnswer(signal);
      return transport.clock.organization();
    },
    requestsPerMinute: pacing.limit,
    rateLimit: () => ({ perMinute: pacing.limit(), waitSeconds: Math.ceil(pacing.heldMs() / 1000) }),
    async close() {
      closing.abort(new WaybillError('CANCELLED', 'the client is closed'));
      await transport.network.close();
    },
    [Symbol.asyncDispose]: () => methods.close(),
  };
  return { ...buildResources(call), ...methods };
}

/** Creates the upload of a client: it answers the document as it is read afterwards. */
const createUpload =
  (
    { reads, ...wire }: Omit<Parameters<typeof uploadFile>[0], 'readDocument'> & { readonly reads: SharedReads },
    call: ClientMethods['call'],
  ): ClientMethods['upload'] =>
  async (target, source, uploadOptions) => {
    const readDocument = (id: string, signal?: AbortSignal) => call('documents.get', { id, by: 'id' }, { signal });
    const send = () => uploadFile({ ...wire, readDocument }, target, source, uploadOptions);
    // As for every call: the response has the outline of the declared document.
    return (await reads.write(send)) as Document;
  };

/** Creates the function that reads the start of a list, to find out whether an API has it. */
const createListProbe =
  (request: ReturnType<typeof requestOperation>): LacksList =>
  async (name) => {
    try {
      await request({ name, operation: requireOperation(name), input: { pageSize: 1 } }, {});
      return false;
    } catch (error) {
      return error instanceof WaybillError && (error.code === 'NOT_FOUND' || error.code === 'NOT_IMPLEMENTED');
    }
  };

function createTransport(options: ClientOptions, closed: AbortSignal): Transport {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const now = options.now ?? Date.now;
  return {
    network: openNetwork(limits, options.fetch),
    limits,
    now,
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
    clock: createApiClock(now),
    closed,
  };
}

function requireOperation(name: string): Operation {
  const operation = declared.get(name);
  if (!operation)
    throw new WaybillError('BAD_REQUEST', 'there is no operation of that name; names look like quotes.filter');
  return operation;
}

const exportOperations = () => ({
  operation: requireOperation('bulkExport.read'),
  listOf: (collection: ExportedCollection) => requireOperation(`${collection}.filter`),
});

interface CachedCall {
  readonly name: string;
  readonly input: OperationInput;
  readonly seconds: number;
  readonly ask: (options: CallOptions) => Promise<unknown>;
}

async function fromCache(
  cache: ResultCache,
  { name, input, seconds, ask }: CachedCall,
  { signal, onResponse }: CallOptions,
): Promise<unknown> {
  // The request belongs to all who wait for it, so it does not end with the signal of the first.
  const result = cache.get({ operation: name, input, seconds, load: () => ask({ onResponse }) });
  return signal ? waitOrAbort(result, signal) : result;
}

function buildResources(call: ClientMethods['call']): Resources {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of declared.keys()) {
    const [resource = '', verb = ''] = name.split('.');
    groups[resource] ??= {};
    groups[resource][verb] = (input?: OperationInput, options?: CallOptions) => call(name, input, options);
  }
  // Safe because every entry is built from the same table the type is mapped over.
  return groups as Resources;
}
