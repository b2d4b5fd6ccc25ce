import { applyPublishedFilters, filterByNumber, keepPublishedFields } from './changes.ts';
import { flattenError } from './foreign-api.ts';
import { changeValues, type DeclaredRequest, type ForeignProfile, type ProfileRefusal } from './profile.ts';
import { isRecord, readSchemaId } from './walk.ts';

/** Operations that came with version 1.1.0. */
const laterOperations: readonly string[] = ['bills.approve', 'invoices.availableCredits'];

const hasOperation = ({ name, operation }: DeclaredRequest): boolean =>
  operation.extension !== true && !name.startsWith('stops.') && !laterOperations.includes(name);

/** Collections whose pages may have 250 records; the others have at most 100. */
const largePages: readonly string[] = ['pageInfo'];
const largePagesToo = /^(?:customers|paymentTerms|teams|users|savedSearches)\./;

function findBodyFault({ name, operation, body }: DeclaredRequest): ProfileRefusal | undefined {
  const refuse = (field: string, message: string): ProfileRefusal => ({
    status: 422,
    field,
    message: `${field} ${message}`,
  });
  if (!isRecord(body)) return undefined;
  const { pageSize } = body;
  const isLarge = largePages.includes(operation.page ?? '') || largePagesToo.test(name);
  if (operation.page && typeof pageSize === 'number' && pageSize > 100 && !isLarge)
    return { status: 400, field: 'pageSize', message: 'pageSize must be at most 100' };
  if (name === 'shipments.track' && Array.isArray(body['searches']) && !body['searches'].every(isSearch))
    return refuse('searches', 'must be objects with a query of 4 to 255 characters');
  if (operation.method === 'POST' && operation.effect === 'read') return undefined;
  for (const [field, value] of listMembers(body)) {
    if (isRecord(value) && isLaterStop(value)) return refuse(field, 'has the type PICKUP or DELIVERY');
    if (['charges', 'costs'].includes(field) && Array.isArray(value) && !value.every(hasChargeCode))
      return refuse('chargeCode', 'is required, as { "id": "<uuid>" } or as { "key": "<code>" }');
  }
  return undefined;
}

const isLaterStop = (stop: Readonly<Record<string, unknown>>): boolean =>
  (stop['type'] === 'PICK' || stop['type'] === 'DROP') && !('value' in stop);

const isSearch = (search: unknown): boolean =>
  isRecord(search) && typeof search['query'] === 'string' && search['query'].length >= 4;

function hasChargeCode(line: unknown): boolean {
  const code = isRecord(line) ? line['chargeCode'] : undefined;
  return isRecord(code) && (typeof code['key'] === 'string' || typeof code['id'] === 'string');
}

/** Lists the members of a body at every depth, those of a list by their place. */
function listMembers(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]: [string, unknown]) => [
    [field, part] as const,
    ...listMembers(part),
  ]);
}

/** Fields of requests that have no effect, by operation. */
const ignoredFields: Readonly<Record<string, readonly string[]>> = {
  'payments.create': ['creditApplications'],
  'payments.update': ['creditApplications'],
  'quotes.update': ['key'],
  'shipments.update': ['key'],
  'loads.update': ['key', 'equipment'],
  'services.update': ['key'],
};

const toChargeId = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** Reads a request as our service takes it. */
function readRequest({ name, body }: DeclaredRequest): unknown {
  if (!isRecord(body)) return body;
  const ignored = ignoredFields[name] ?? [];
  const fields = Object.entries(body).filter(([field]) => !ignored.includes(field));
  const read = readCharges(Object.fromEntries(fields));
  if (name !== 'loads.create' || !isRecord(read) || !isRecord(read['load'])) return read;
  const { stopIds: _ignored, orderStopIds, ...load } = read['load'];
  return { ...read, load: { ...load, ...(orderStopIds !== undefined && { stopIds: orderStopIds }) } };
}

/** Charge codes have a uuid; here it ends with their number. */
function readCharges(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readCharges);
  if (!isRecord(value)) return value;
  const { chargeCode, chargeCodeId: _ignored, ...rest } = value;
  const read = Object.fromEntries(Object.entries(rest).map(([field, part]) => [field, readCharges(part)]));
  if (!isRecord(chargeCode)) return read;
  const id = typeof chargeCode['id'] === 'string' ? { id: Number(chargeCode['id'].slice(-12)) } : undefined;
  return { ...read, chargeCode: id ?? chargeCode };
}

/** Fields that version 1.1.0 added, by the id of their schema. */
const laterFields: Readonly<Record<string, readonly string[]>> = {
  Address: ['state', 'zipCode'],
  Invoice: ['payments'],
  SearchPage: ['totalResults'],
};

const isInReview = (status: unknown): boolean => status === 'IN_REVIEW';

const writeOldWords = changeValues(({ value, field, schema }) => {
  const schemaId = readSchemaId(schema) ?? '';
  const later = laterFields[schemaId];
  if (later && isRecord(value))
    return Object.fromEntries(Object.entries(value).filter(([name]) => !later.includes(name)));
  if (schemaId === 'LoadCarrier' && isRecord(value) && isInReview(value['billingStatus']))
    return { ...value, billingStatus: 'INVOICE_IN_REVIEW' };
  if (/^Service(?:Summary)?$/.test(schemaId) && isRecord(value) && isInReview(value['status']))
    return { ...value, status: 'INVOICE_IN_REVIEW' };
  // Stops do not come in the order of the route.
  if (schemaId === 'Order' && isRecord(value) && Array.isArray(value['stops']))
    return { ...value, stops: value['stops'].toReversed() };
  if (field === 'chargeCode' && isRecord(value)) return { id: toChargeId(Number(value['id'])), key: value['code'] };
  if (field === 'type' && value === 'PICK') return 'PICKUP';
  if (field === 'type' && value === 'DROP') return 'DELIVERY';
  return value;
});

function matchReferencesOnly(body: unknown, { name }: DeclaredRequest): unknown {
  if (name !== 'shipments.track' || !isRecord(body) || !Array.isArray(body['results'])) return body;
  const results = body['results'].filter(isRecord).map((result) =>
    // Its number is no reference of a shipment.
    result['field'] === null
      ? Object.fromEntries(Object.entries(result).map(([field, value]) => [field, field === 'query' ? value : null]))
      : result,
  );
  return { ...body, results };
}

/** Returns the page without `errors`, which names filter fields only since version 1.1.0. */
function removeErrors(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { errors: _errors, ...page } = body;
  return page;
}

/** Version 1.0.0 as it was published, before anything that came later. */
export const version100: ForeignProfile = {
  name: 'is plain version 1.0.0',
  removes: ['orders', 'own fields', 'states', 'applications'],
  refuse: (request) => (hasOperation(request) ? findBodyFault(request) : { status: 404, message: 'no such path' }),
  changeRequest: (request) => {
    const body = filterByNumber({ ...request, body: applyPublishedFilters(request) });
    return readRequest({ ...request, body });
  },
  changeResponse: (body, request) => {
    const changed = matchReferencesOnly(writeOldWords(body, request), request);
    return keepPublishedFields(request.operation.filter ? removeErrors(changed) : changed, request);
  },
  changeError: flattenError,
  ignoresHeaders: ['idempotency-key'],
  omitsHeaders: ['x-time-zone'],
  hasNumbersAsKeys: true,
};
