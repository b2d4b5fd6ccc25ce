import { toEarlierCharge } from '../../contract/freight/charges.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { isObject } from '../responses/json-object.ts';

interface FormOptions {
  readonly idempotencyKey?: string | undefined;
}

type CallApi<Options extends FormOptions> = (
  name: string,
  input: JsonObject,
  options: Partial<Options>,
) => Promise<unknown>;
type CallWithDefaults<Options extends FormOptions> = (
  name: string,
  input?: JsonObject,
  options?: Partial<Options>,
) => Promise<unknown>;

type SendForm = (call: (name: string, input: JsonObject) => Promise<unknown>) => Promise<unknown>;

/** Another way of requesting the same, for an API that refuses the first one. */
interface EarlierForm {
  readonly name: string;
  readonly isRefusal: (error: WaybillError) => boolean;
  readonly send: SendForm;
}

/**
 * Sends requests in a form that versions 1.0.0 and 1.1.0 take. Where no form fits both, the later one is sent first; an
 * API that refuses it, which changes nothing, gets the earlier one from then on.
 */
export function withEarlierForms<Options extends FormOptions>(call: CallApi<Options>): CallWithDefaults<Options> {
  const refused = new Set<string>();

  return async (name, input = {}, options = {}) => {
    const request = writeStopWords(input);
    const form = findForm(name, request);
    if (!form) return call(name, request, options);
    const sendEarlier = () => form.send((other, otherInput) => call(other, otherInput, toOtherRequest(options)));
    if (refused.has(form.name)) return sendEarlier();
    try {
      return await call(name, request, options);
    } catch (error) {
      if (!(error instanceof WaybillError) || error.isOpen || !form.isRefusal(error)) throw error;
      const answer = await sendEarlier();
      refused.add(form.name);
      return answer;
    }
  };
}

/** Options of a request with another body: under the same key it would be refused. */
const toOtherRequest = <Options extends FormOptions>(options: Partial<Options>): Partial<Options> =>
  options.idempotencyKey === undefined
    ? options
    : { ...options, idempotencyKey: `${options.idempotencyKey.slice(0, 230)}-earlier` };

function findForm(name: string, input: JsonObject): EarlierForm | undefined {
  switch (name) {
    case 'shipments.track':
      return { name, isRefusal: isBodyRefused, send: (call) => trackByQuery(call, input) };
    case 'bills.approve':
      return { name, isRefusal: isMissing, send: (call) => approveInBatch(call, input) };
    default:
      return hasChargeCodeId(input)
        ? { name: 'charges', isRefusal: isChargeRefused, send: (call) => call(name, toObject(writeCharges(input))) }
        : undefined;
  }
}

const isBodyRefused = ({ code }: WaybillError): boolean => code === 'BAD_REQUEST' || code === 'VALIDATION_ERROR';

const isMissing = ({ code }: WaybillError): boolean => code === 'NOT_FOUND' || code === 'NOT_IMPLEMENTED';

const isChargeRefused = (error: WaybillError): boolean =>
  isBodyRefused(error) &&
  [error.message, ...error.details.flatMap(({ field, message }) => [field, message])].some((text) =>
    /charge_?code/i.test(text),
  );

const oldStopWords: Readonly<Record<string, string>> = { PICK: 'PICKUP', DROP: 'DELIVERY' };

/** Writes the types of stops in the words of version 1.0.0, which every version accepts. */
function writeStopWords(input: JsonObject): JsonObject {
  return toObject(
    changeObjects(input, (record) => {
      const word = typeof record['type'] === 'string' ? oldStopWords[record['type']] : undefined;
      // A reference of an order has a type of its own words, and a value.
      return word === undefined || 'value' in record ? record : { ...record, type: word };
    }),
  );
}

const hasChargeCodeId = (input: JsonObject): boolean => JSON.stringify(input).includes('"chargeCodeId":');

const writeCharges = (input: JsonObject): unknown =>
  changeObjects(input, (record) => ('chargeCodeId' in record ? toEarlierCharge(record) : record));

/** Changes the objects of a JSON value at every depth; returns the same value where nothing changes. */
function changeObjects(value: unknown, change: (record: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) {
    const changed = value.map((entry: unknown) => changeObjects(entry, change));
    return changed.every((entry, index) => entry === value[index]) ? value : changed;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([field, part]) => [field, changeObjects(part, change)] as const);
  const isSame = entries.every(([field, part]) => part === value[field]);
  return change(isSame ? value : Object.fromEntries(entries));
}

const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The shortest search that version 1.0.0 takes. */
const queryLengthMin = 4;

/** Tracks with searches in the form of version 1.0.0; what is too short for it is not found. */
async function trackByQuery(call: Parameters<SendForm>[0], input: JsonObject): Promise<unknown> {
  const searches = Array.isArray(input['searches']) ? input['searches'].filter((text) => typeof text === 'string') : [];
  const sent = searches.filter((text) => text.length >= queryLengthMin);
  const answer = sent.length === 0 ? {} : await call('shipments.track', { ...input, searches: sent.map(toSearch) });
  const results = isObject(answer) && Array.isArray(answer['results']) ? answer['results'].filter(isObject) : [];
  const byQuery = new Map(results.map((result) => [result['query'], result]));
  return { ...toObject(answer), results: searches.map((query) => byQuery.get(query) ?? { ...notTracked, query }) };
}

const toSearch = (query: string) => ({ query });

const notTracked = {
  id: null,
  key: null,
  friendlyId: null,
  status: null,
  field: null,
  value: null,
  origin: null,
  destination: null,
  pickUpDate: null,
  deliveryDate: null,
  trackingUrl: null,
};

/** Approves one bill as a batch, which every version can do. */
async function approveInBatch(call: Parameters<SendForm>[0], input: JsonObject): Promise<unknown> {
  const bill = toObject(
    await call('bills.get', { id: input['id'], ...(input['by'] !== undefined && { by: input['by'] }) }),
  );
  const outcome = toObject(await call('bills.batchApprove', { billIds: [bill['id']] }));
  const approved = Array.isArray(outcome['approved']) ? outcome['approved'].filter(isObject) : [];
  const entry = approved.find(({ billId }) => billId === bill['id']);
  if (entry) return { ...bill, status: entry['status'] };
  const failed = Array.isArray(outcome['failed']) ? outcome['failed'].filter(isObject) : [];
  const [reason] = failed.map(({ error }) => error).filter((text) => typeof text === 'string');
  throw new WaybillError('CONFLICT', reason ?? 'the bill was not approved');
}
