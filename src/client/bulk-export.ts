import { exportedPages, exportFormat } from '../contract/bulk-export.ts';
import type { ExportedCollection } from '../contract/exported-collections.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { WaybillError } from '../errors.ts';
import { startDeadline } from './transport/abort.ts';
import { type ApiCapabilities, toTolerant } from './capabilities/api-capabilities.ts';
import { runOffered } from './capabilities/missing-operations.ts';
import { readChunks, convertResponse } from './transport/json-response.ts';
import { toNetworkFailure } from './transport/network.ts';
import type { ExportedRecords, ReadExport } from './calls/bulk-export.ts';
import type { Pacing } from './transport/pacing.ts';
import { toWireInput } from './transport/path.ts';
import { toApiError } from './transport/problem.ts';
import { isObject } from './responses/json-object.ts';
import { type Bearer, send, type Transport } from './transport/transport.ts';

interface ExportContext {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly bearer: Bearer;
  readonly pacing: Pacing;
  readonly capabilities: ApiCapabilities;
  readonly operation: Operation;
  /** Returns the list of a collection, whose records the export shows. */
  readonly listOf: (collection: ExportedCollection) => Operation;
  readonly currency: string | undefined;
}

const exportName = 'bulkExport.read';
/** Records that are converted and passed on together. */
const recordsAtOnce = 1000;

/**
 * Creates the function that reads an export: no matter how long it takes, as long as something arrives. An export of another
 * format is taken for none.
 */
export function createExport(context: ExportContext): ReadExport {
  return async function* read(collections, { signal } = {}) {
    const response = await openExport(context, collections, signal);
    const pages = collectPages(context, readLines(context, response, signal));
    let isWhole = false;
    for await (const page of pages) {
      if (page === 'end') isWhole = true;
      else yield page;
    }
    if (!isWhole) throw new WaybillError('BAD_RESPONSE', `${exportName} was cut off before its last line`);
  };
}

async function openExport(
  { transport, baseUrl, bearer, pacing, capabilities, operation }: ExportContext,
  collections: readonly ExportedCollection[],
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { target } = toWireInput(operation, { format: String(exportFormat), collections: collections.join(',') });
  const open = () =>
    send(transport, {
      operation: exportName,
      method: operation.method,
      url: `${baseUrl}${target}`,
      headers: { accept: operation.stream ?? 'application/json' },
      isRepeatable: true,
      isWrite: false,
      bearer,
      pacing,
      clock: transport.clock,
      signal,
      async read(response) {
        if (isExport(response, operation)) return response;
        await response.body?.cancel();
        throw new WaybillError('NOT_IMPLEMENTED', `${exportName} was answered with something else than an export`);
      },
      problem: toApiError,
    });
  return runOffered(
    { name: exportName, operation },
    toTolerant(capabilities, () => {}),
    open,
    async () => false,
  );
}

/** Distinguishes an export from a page that an API shows at paths that it doesn't have. */
const isExport = ({ headers }: Response, { stream }: Operation): boolean =>
  stream !== undefined && headers.get('content-type')?.startsWith(stream) === true;

interface ExportLine {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly at?: unknown;
  readonly collection?: unknown;
  readonly record?: unknown;
}

/** Groups lines by collection; the last line of an export ends it. */
async function* collectPages(
  context: ExportContext,
  lines: AsyncIterable<ExportLine>,
): AsyncGenerator<ExportedRecords | 'end', void> {
  let records: unknown[] = [];
  let readAt = '';
  const toPage = (collection: unknown, isLast: boolean): ExportedRecords => {
    // The service sends the collections that it was asked for.
    const name = collection as ExportedCollection;
    const page = { collection: name, records: convertRecords(context, name, records), readAt, isLast };
    records = [];
    return page;
  };
  for await (const line of lines) {
    if (readAt === '') readAt = readStart(line);
    else if (line.type === 'record') {
      records.push(line.record);
      if (records.length === recordsAtOnce) yield toPage(line.collection, false);
    } else if (line.type === 'collection') yield toPage(line.collection, true);
    else if (line.type === 'end') yield 'end';
  }
}

/** Reads the first line of an export, and returns its moment. */
function readStart({ type, format, at }: ExportLine): string {
  if (type === 'start' && format === exportFormat && typeof at === 'string') return at;
  throw new WaybillError('NOT_IMPLEMENTED', `${exportName} was answered in another format than ${exportFormat}`);
}

function convertRecords(
  { listOf, currency }: ExportContext,
  collection: ExportedCollection,
  records: readonly unknown[],
): readonly unknown[] {
  const list = listOf(collection);
  const response = exportedPages[collection];
  const declared = response === undefined ? list : { ...list, response };
  const operation = `${collection}.filter`;
  const answer = { declared, operation, status: 200, bytes: new Uint8Array(), requestId: undefined };
  const page = { pageSize: recordsAtOnce, hasNextPage: false, hasPreviousPage: false, endCursor: null };
  const body = convertResponse(answer, { data: records, [declared.page ?? 'pagination']: page }, currency);
  return isObject(body) && Array.isArray(body['data']) ? body['data'] : [];
}

async function* readLines(
  { transport: { limits, closed }, baseUrl }: ExportContext,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportLine, void> {
  const decoder = new TextDecoder();
  const ending = new AbortController();
  const chunks = readChunks(response, ending.signal);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readInTime();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parseLine(line);
    }
  } catch (thrown) {
    throw toNetworkFailure(thrown, baseUrl)?.error ?? thrown;
  } finally {
    await chunks.return();
  }

  /**
   * Reads the next chunk. It fails after a silence, not after a total time: an export takes as long as it has records.
   */
  async function readInTime() {
    using silence = startDeadline({
      ms: limits.attemptTimeoutMs,
      reason: () => new WaybillError('TIMEOUT', `${exportName} sent nothing for ${limits.attemptTimeoutMs / 1000} s`),
      parents: [signal, closed],
    });
    const stop = () => ending.abort(silence.signal.reason);
    silence.signal.addEventListener('abort', stop, { once: true });
    try {
      return await chunks.next();
    } finally {
      silence.signal.removeEventListener('abort', stop);
    }
  }
}

function parseLine(line: string): ExportLine {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // Named below: the error of the parser quotes the line, which is not ours to show.
  }
  throw new WaybillError('BAD_RESPONSE', `${exportName} sent a line that is not a JSON object`);
}
