import type { ApiTime } from '../../client/calls/api-clock.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import type { CallOptions } from '../../client/calls/call-options.ts';
import { catalogue } from '../../contract/catalogue.ts';
import { canonicalJson } from '../../contract/kit/canonical.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import { WaybillError } from '../../errors.ts';
import type { AuditCall } from '../audit/audit.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { replaceCodes } from '../results/code-words.ts';
import { quoteText } from '../text/text.ts';
import type { Policy } from '../policy/policy.ts';
import { createWriteJournal, type WriteJournal } from './write-journal.ts';

export interface RecordedCall extends AuditCall {
  /** The API repeated a stored answer and did nothing new. */
  readonly isReplay: boolean;
  /** It failed, and the API may have carried it out all the same. */
  readonly isInDoubt: boolean;
}

export interface RecorderOptions {
  readonly api: ApiClient;
  /** Operations the tool declared. */
  readonly allowed: readonly OperationName[];
  /** Policy whose operations that are off are refused, reading ones too. */
  readonly policy: Policy;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** Ends reads, and waits of writes that have not left; a write that may have been carried out takes it away. */
  readonly deadline?: CallTime | undefined;
  /** Identity that a question is for: its equal reads in flight for the same one are one request (`CallOptions`). */
  readonly sharedFor?: string | undefined;
  /** True for a plan, which sees each record as it was when it was read first: an equal read later is not sent again. */
  readonly readsOnce?: boolean;
  /** Sent along with every call. */
  readonly traceparent?: string | undefined;
  /** Journal of the tool call, from which its answer describes the write. Left out if nothing is written. */
  readonly journal?: WriteJournal;
  /** Sees every answer of a reading call; `isContext` where the call went through `contextApi`. */
  readonly onRead?: (
    name: string,
    input: Readonly<Record<string, unknown>>,
    answer: unknown,
    isContext: boolean,
  ) => void;
  /** Completes what an API cuts in an answer; runs after `onRead`, which sees what the API sent. */
  readonly completeAnswer?: (answer: unknown, effect: Operation['effect']) => Promise<void>;
  /** Absent where only reading is allowed. */
  readonly writes?: WriteRules;
}

/** The time that a call has. */
interface CallTime {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number | undefined;
  readonly release: () => void;
}

export interface WriteRules {
  /** Computes the Idempotency-Key of the nth call of an operation. */
  readonly computeKey: (operation: string, nth: number) => string;
  /** Refuses calls that may not run here; runs before each writing call. */
  readonly check: (name: string, operation: Operation, input: Readonly<Record<string, unknown>>) => void;
  /** Runs before each writing call leaves: fails where a person has stopped all of them. */
  readonly beforeEach: () => Promise<void>;
  /** Runs once, before the first writing call leaves. */
  readonly beforeFirst: () => Promise<void>;
  /** Runs after each writing call, however it ended. */
  readonly afterEach?: (() => void) | undefined;
  /** Sees the answer to each writing call that succeeded. */
  readonly onAnswer?: ((written: WrittenCall) => void) | undefined;
}

/** A writing call that succeeded, with what the API answered. */
export interface WrittenCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** The API as a tool sees it: only what it declared, writing only where allowed, every writing call recorded. */
export interface Recorder {
  readonly api: ApiClient;
  /** The same API for lookups whose records are only context of a plan. */
  readonly contextApi: ApiClient;
  readonly calls: readonly RecordedCall[];
  /** Finds the document of a download address. */
  readonly findDocument: (address: string) => string | undefined;
}

const sameTime: ApiTime = { aheadMs: 0, timeZone: undefined };

type Methods = Pick<
  ApiClient,
  | 'call'
  | 'raw'
  | 'upload'
  | 'download'
  | 'readExport'
  | 'time'
  | 'capabilities'
  | 'keepsKeys'
  | 'findWritten'
  | 'organization'
  | 'requestsPerMinute'
  | 'rateLimit'
  | 'close'
  | typeof Symbol.asyncDispose
>;

export const declaredOperations: ReadonlyMap<string, Operation> = new Map(
  catalogue().map(({ name, operation }) => [name, operation]),
);

/** Creates the journal of a call, whose lines read `Create a quote (Q-1005)`. */
export const createOperationJournal = (): WriteJournal =>
  createWriteJournal((operation, record) => {
    const [sentence = operation] = (declaredOperations.get(operation)?.summary ?? operation).split(';');
    const summary = replaceCodes(sentence);
    return record === undefined ? summary : `${summary} (${record})`;
  });

export function createRecorder(options: RecorderOptions): Recorder {
  const {
    api,
    allowed,
    policy,
    signal,
    deadline,
    traceparent,
    sharedFor,
    readsOnce = false,
    onRead,
    completeAnswer,
    writes,
    journal = createOperationJournal(),
  } = options;
  const reading = { signal: deadline?.signal ?? signal, remainingMs: deadline?.remainingMs, traceparent, sharedFor };
  const { calls, recordCall } = createCallList(journal, writes, deadline?.release);
  const counts = new Map<string, number>();
  const { noteAddresses, findDocument } = createAddressBook();

  const readFor = (isContext: boolean): ApiClient['call'] => {
    const read: ApiClient['call'] = async (name, input = {}, callOptions = {}) => {
      const answer = noteAddresses(await api.call(name, input, { ...reading, ...callOptions }));
      onRead?.(name, input, answer, isContext);
      await completeAnswer?.(answer, 'read');
      return answer;
    };
    return readsOnce ? rememberReads(read) : read;
  };

  const callFor = (isContext: boolean): ApiClient['call'] => {
    const read = readFor(isContext);
    return async (name, input = {}, callOptions = {}) => {
      const operation = requirePermitted(name, allowed);
      refuseOff(policy, name);
      if (operation.effect === 'read') return read(name, input, callOptions);
      const rules = requireWriteRules(name, writes);
      rules.check(name, operation, input);
      const nth = counts.get(name) ?? 0;
      counts.set(name, nth + 1);
      const idempotencyKey = callOptions.idempotencyKey ?? rules.computeKey(name, nth);
      // A write is not cut off when the caller goes away: its outcome would be unknown.
      const waiting = { remainingMs: deadline?.remainingMs, traceparent };
      const send = (noted: SendHooks) =>
        api.call(name, input, { ...waiting, ...callOptions, ...noted, idempotencyKey });
      const answer = await recordCall({ name, input, idempotencyKey, send, onResponse: callOptions.onResponse });
      rules.onAnswer?.({ operation: name, input, answer });
      await completeAnswer?.(answer, operation.effect);
      return answer;
    };
  };

  const methods = createMethods(options, recordCall);
  const createApi = (isContext: boolean): ApiClient => buildApi({ ...methods, call: callFor(isContext) });
  return { api: createApi(false), contextApi: createApi(true), calls, findDocument };
}

/** Reads what was asked for in the same words before no second time; a read that failed is sent again. */
function rememberReads(read: ApiClient['call']): ApiClient['call'] {
  const answers = new Map<string, Promise<unknown>>();
  return async (name, input = {}, callOptions = {}) => {
    if (Object.keys(callOptions).length > 0) return read(name, input, callOptions);
    const key = canonicalJson([name, input]);
    const answer = answers.get(key) ?? read(name, input);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

/** Creates what doesn't go through `call`. */
function createMethods(
  { api, allowed, policy, signal, deadline, traceparent, writes }: RecorderOptions,
  recordCall: CallList['recordCall'],
): Omit<Methods, 'call'> {
  return {
    raw: async (name, input, rawOptions) => {
      if (requirePermitted(name, allowed).effect !== 'read') throw new Error(`${name} writes: use call`);
      refuseOff(policy, name);
      return api.raw(name, input, { signal: deadline?.signal ?? signal, traceparent, ...rawOptions });
    },
    upload: async (target, source, uploadOptions) => {
      requireWriteRules('upload', writes);
      const send = ({ onOpen }: SendHooks) => api.upload(target, source, { signal, ...uploadOptions, onOpen });
      return recordCall({ name: 'upload', input: {}, idempotencyKey: null, send });
    },
    download: (address, downloadOptions) => api.download(address, { signal, ...downloadOptions }),
    readExport() {
      throw new Error('a tool reads the copy, which reads the export');
    },
    // What uses no operation works while the API is away.
    time: async () => (allowed.length === 0 ? sameTime : api.time(signal)),
    capabilities: api.capabilities,
    keepsKeys: api.keepsKeys,
    findWritten: api.findWritten,
    organization: async () => (allowed.length === 0 ? undefined : api.organization(signal)),
    requestsPerMinute: api.requestsPerMinute,
    rateLimit: api.rateLimit,
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

type CallList = ReturnType<typeof createCallList>;
type SendHooks = Pick<CallOptions, 'onResponse' | 'onOpen'>;

interface WriteCall<Answer> extends Pick<CallOptions, 'onResponse'> {
  readonly name: string;
  readonly input: unknown;
  readonly idempotencyKey: string | null;
  readonly send: (hooks: SendHooks) => Promise<Answer>;
}

/** Creates the list of writing calls, with how each ended and its request id. */
function createCallList(journal: WriteJournal, writes: WriteRules | undefined, releaseDeadline = () => {}) {
  const calls: RecordedCall[] = [];
  let begun: Promise<void> | undefined;
  async function recordCall<Answer>(writeCall: WriteCall<Answer>): Promise<Answer> {
    const { name, input, idempotencyKey, send, onResponse } = writeCall;
    await writes?.beforeEach();
    begun ??= writes?.beforeFirst();
    await begun;
    let requestId: string | null = null;
    let isReplay = false;
    const write = journal.begin(name);
    const note = (status: string, answer?: unknown) =>
      calls.push({
        operation: name,
        requestId,
        idempotencyKey,
        status,
        records: [...new Set([...[input, answer].flatMap(listId), ...listInvoiceIds(answer)])],
        mailed: listInvoiceIds(answer, ({ mailedTo }) => Array.isArray(mailedTo) && mailedTo.length > 0),
        isReplay,
        isInDoubt: write.state() === 'open',
      });
    try {
      const answer = await send({
        onResponse: (meta) => {
          requestId = meta.requestId ?? null;
          isReplay = meta.isReplay;
          onResponse?.(meta);
        },
        onOpen: write.setOpen,
      });
      write.finish(getLabel(answer));
      note('done', answer);
      return answer;
    } catch (error) {
      if (error instanceof WaybillError) requestId = error.requestId ?? requestId;
      note(error instanceof WaybillError ? error.code : 'INTERNAL_ERROR');
      throw error;
    } finally {
      if (write.state() !== 'not_done') releaseDeadline();
      writes?.afterEach?.();
    }
  }
  return { calls, recordCall };
}

/** Returns the number of the record in an answer. */
const getLabel = (answer: unknown): string | undefined => {
  const number = isPlainRecord(answer) ? answer['friendlyId'] : undefined;
  return typeof number === 'string' ? number : undefined;
};

const listId = (value: unknown): readonly string[] =>
  isPlainRecord(value) && typeof value['id'] === 'string' ? [value['id']] : [];

/** Lists the ids of the invoices of a batch, whose answer has no id of its own. */
function listInvoiceIds(
  answer: unknown,
  isIncluded: (made: Readonly<Record<string, unknown>>) => boolean = () => true,
) {
  const generated = isPlainRecord(answer) && Array.isArray(answer['generated']) ? answer['generated'] : [];
  return generated
    .filter(isPlainRecord)
    .filter(isIncluded)
    .flatMap(({ invoiceId }) => (typeof invoiceId === 'string' ? [invoiceId] : []));
}

/** Creates a map from download addresses to documents, because an address does not name its document. */
function createAddressBook() {
  const documents = new Map<string, string>();
  return {
    findDocument: (address: string) => documents.get(address),
    noteAddresses: <Answer>(answer: Answer): Answer => {
      const page = isPlainRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [answer];
      for (const record of page) {
        if (!isPlainRecord(record)) continue;
        const { downloadUrl } = record;
        if (typeof downloadUrl === 'string') documents.set(downloadUrl, describeDocument(record));
      }
      return answer;
    },
  };
}

/** Describes a document for the audit log. */
export const describeDocument = ({ type, fileName, id }: Readonly<Record<string, unknown>>): string =>
  `${String(type)} ${quoteText(String(fileName))} (${String(id)})`;

function requirePermitted(name: string, allowed: readonly string[]): Operation {
  const operation = declaredOperations.get(name);
  if (operation === undefined || !allowed.includes(name)) throw new Error(`${name} is not declared by this tool`);
  return operation;
}

function refuseOff({ operations }: Policy, name: string): void {
  if (operations[name] === 'off') throw new WaybillError('REFUSED', `The policy has turned ${name} off.`);
}

function requireWriteRules(name: string, writes: WriteRules | undefined): WriteRules {
  if (writes === undefined) throw new Error(`${name} writes, and nothing may be written here`);
  return writes;
}

type ApiResources = Omit<ApiClient, keyof Methods>;

/** Operations by resource and verb. */
const operationNames: ReadonlyMap<string, ReadonlyMap<string, string>> = groupOperations();

function groupOperations() {
  const groups = new Map<string, Map<string, string>>();
  for (const name of declaredOperations.keys()) {
    const [resource = '', verb = ''] = name.split('.');
    const verbs = groups.get(resource) ?? new Map<string, string>();
    verbs.set(verb, name);
    groups.set(resource, verbs);
  }
  return groups;
}

/** The resources of an API, each made when it is first used: a call of a tool uses few of the hundred operations. */
const resourcesOnDemand: object = Object.defineProperties(
  {},
  Object.fromEntries(
    [...operationNames].map(([resource, verbs]) => [
      resource,
      {
        get(this: Pick<ApiClient, 'call'>) {
          const methods = buildMethods(verbs, this.call);
          Object.defineProperty(this, resource, { value: methods, enumerable: true });
          return methods;
        },
      },
    ]),
  ),
);

const buildMethods = (verbs: ReadonlyMap<string, string>, call: ApiClient['call']) =>
  Object.fromEntries(
    [...verbs].map(([verb, name]) => [
      verb,
      (input?: Readonly<Record<string, unknown>>, options?: CallOptions) => call(name, input, options),
    ]),
  );

/** Builds an API with every resource of the contract, all of which go through its `call`. */
const buildApi = (methods: Methods): ApiClient =>
  // The resources come from the same table as the client's own type.
  Object.assign(Object.create(resourcesOnDemand) as ApiResources, methods);

/** Builds the same API with some methods of its own. A copy of its members would have none of the resources. */
export const replaceMethods = (api: ApiClient, methods: Partial<Methods>): ApiClient =>
  Object.assign(Object.create(api) as ApiClient, methods);
