import type { Operation } from '../contract/kit/operation.ts';
import type { JsonObject } from '../domain/kit/plain-record.ts';
import { type ApiCapabilities, toTolerant } from './capabilities/api-capabilities.ts';
import { readFilteredPage } from './capabilities/filtered-pages.ts';
import { type LacksList, runOffered } from './capabilities/missing-operations.ts';
import { readSizedPage } from './capabilities/page-size.ts';
import { readSortedPage } from './capabilities/sorted-pages.ts';
import { convertResponse, type JsonResponse, parseJsonResponse } from './transport/json-response.ts';
import type { OperationInput } from './calls/call-options.ts';
import type { requestOperation } from './request.ts';
import { isObject } from './responses/json-object.ts';
import type { CallOptions } from './calls/call-options.ts';
import type { Transport } from './transport/transport.ts';

interface NamedRead {
  readonly name: string;
  readonly operation: Operation;
  readonly input: OperationInput;
}

interface ReadContext {
  readonly request: ReturnType<typeof requestOperation>;
  readonly capabilities: ApiCapabilities;
  readonly transport: Pick<Transport, 'clock' | 'log'>;
  readonly lacksList: LacksList;
  /** Currency of records that name none. */
  readonly currency: string | undefined;
}

/**
 * Creates the function that reads through the API: in the declared shape, in pages of the size that it allows, filtered
 * and sorted as requested whatever it filters and sorts by, and with a message in the trade's words for an operation that it doesn't have.
 */
export function createReads({ request, capabilities, transport: { clock, log }, lacksList, currency }: ReadContext) {
  const registry = toTolerant(capabilities, (error) =>
    log('warn', 'What was learned of the API could not be read or kept', { cause: String(error) }),
  );
  const sentRecords = new WeakMap<JsonObject, JsonObject>();

  async function readOnce({ name, operation, input }: NamedRead, options: CallOptions): Promise<unknown> {
    const response: JsonResponse = {
      ...(await request({ name, operation, input }, options)),
      declared: operation,
      operation: name,
    };
    await learnHeaders(name);
    const sent = parseJsonResponse(response);
    const body = convertResponse(response, sent, currency);
    if (operation.filter || operation.search) noteSent(body, sent);
    return body;
  }

  async function learnHeaders(name: string): Promise<void> {
    const headers = clock.headers();
    if (headers === undefined) return;
    for (const header of ['Date', 'X-Time-Zone'] as const) {
      const evidence = `${name} was answered ${headers[header] ? 'with' : 'without'} it`;
      await registry.learn(header, headers[header] ? 'proven' : 'disproved', evidence);
    }
  }

  function noteSent(body: unknown, sent: unknown): void {
    const sentData = listData(sent);
    for (const [place, record] of listData(body).entries()) {
      const sentRecord = sentData[place];
      if (isObject(record) && isObject(sentRecord) && record !== sentRecord) sentRecords.set(record, sentRecord);
    }
  }

  return (read: NamedRead, options: CallOptions): Promise<unknown> => {
    const ask = (input: JsonObject) =>
      readSizedPage({ ...read, input }, registry, (pageInput) => readOnce({ ...read, input: pageInput }, options));
    const context = {
      capabilities: registry,
      ask,
      findSent: (record: JsonObject) => sentRecords.get(record) ?? record,
      isStrict: options.isStrict === true,
    };
    const readPages = () => (read.operation.search ? readSortedPage(read, context) : readFilteredPage(read, context));
    return runOffered(read, registry, readPages, lacksList);
  };
}

const listData = (body: unknown): readonly unknown[] =>
  isObject(body) && Array.isArray(body['data']) ? body['data'] : [];
