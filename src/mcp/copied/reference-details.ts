import type { ApiClient } from '../../client/calls/api-client.ts';
import { isRecord } from '../../contract/kit/absent.ts';
import type { Gap } from '../../domain/kit/completeness.ts';
import { findReliedField, listProvenUnsent, type ReliedField, toFieldGap } from './unsent-fields.ts';
import { findGaps, isIncomplete, noteGaps, type RecordGaps } from '../../contract/kit/sent-fields.ts';

/** Columns of the copy with the fields of a reference, by field. */
interface CopiedDetails {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
}

const copiedDetails: Readonly<Record<string, CopiedDetails>> = {
  CustomerReference: {
    table: 'customer',
    columns: { name: 'name', friendlyId: 'friendly_id', status: 'status' },
  },
  CarrierReference: {
    table: 'carrier',
    columns: { name: 'name', friendlyId: 'friendly_id' },
  },
  VendorReference: {
    table: 'vendor',
    columns: {
      name: 'name',
      friendlyId: 'friendly_id',
      status: 'status',
      currency: 'currency',
    },
  },
  CarrierFactorReference: { table: 'factor', columns: { companyName: 'name' } },
  UserReference: { table: 'user_account', columns: { name: 'name', email: 'email' } },
  LocationReference: { table: 'location', columns: { name: 'name' } },
};

/** Shape of a reference that is missing as a whole, by its field: it is rebuilt where the record has its id. */
const rebuiltShapes: Readonly<Record<string, string>> = {
  customer: 'CustomerReference',
  carrier: 'CarrierReference',
  vendor: 'VendorReference',
};

interface CutReference {
  readonly record: Readonly<Record<string, unknown>>;
  readonly gaps: RecordGaps;
}

/** The copy as far as references are completed from it. */
interface PartyRecords {
  read(query: string, parameters: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  refresh(signal: AbortSignal, tables: readonly string[]): Promise<unknown>;
}

interface DetailSources {
  readonly api: ApiClient;
  readonly copy: () => Promise<PartyRecords>;
  readonly signal: AbortSignal;
  /** False for the answer to a write, which waits for nothing. */
  readonly mayRefresh: boolean;
  readonly noteGap: (gap: Gap) => void;
}

/**
 * Completes the references of an answer that an API cuts to id and key, or leaves out beside their ids, with what the copy
 * knows of those records. An answer with whole references is left alone. Never fails: what isn't known stays as it was.
 */
export async function completeReferences(answer: unknown, sources: DetailSources): Promise<void> {
  const roots = listRoots(answer).filter(isIncomplete);
  if (roots.length === 0) return;
  try {
    const references = roots.flatMap(collectReferences);
    for (const [shape, details] of Object.entries(copiedDetails))
      await completeFromCopy(
        references.filter(({ gaps }) => gaps.shape === shape),
        details,
        sources,
      );
    for (const [shape, details] of Object.entries(apiDetails))
      await completeFromApi(
        references.filter(({ gaps }) => gaps.shape === shape),
        details,
        sources,
      );
    if (references.some(({ record }) => findGaps(record)?.standIns.has('name') === true)) sources.noteGap(namesGap);
    await noteUnsent(roots, sources);
  } catch {
    // The answer itself was read; without the copy it shows keys.
  }
}

const namesGap: Gap = {
  key: 'names',
  text: "This API doesn't send all names of customers, carriers and vendors; one that isn't known is shown by its key or id.",
};

/** Notes the fields that this API never sends and that records of the answer lack. */
async function noteUnsent(roots: readonly object[], { copy, signal, mayRefresh, noteGap }: DetailSources) {
  const lacking = [...new Set(roots.flatMap(listLackingFields))];
  const proven = new Set([
    ...lacking.filter(({ isAlwaysThere }) => isAlwaysThere),
    ...roots.flatMap(listLackingParties),
  ]);
  for (const relied of proven) noteGap(toFieldGap(relied));
  const doubtful = lacking.filter((relied) => !proven.has(relied));
  if (doubtful.length === 0) return;
  const records = await copy();
  const tables = [...new Set(doubtful.map(({ field }) => field.split('.')[0] ?? ''))];
  // How often a field is sent is known once its records were read.
  if (mayRefresh) await records.refresh(signal, tables);
  const rows = await records.read(
    "select collection || '.' || field as field, absent from copied_field where sent = 0 and absent > 0",
    [],
  );
  const unsent = listProvenUnsent(rows.map(({ field, absent }) => ({ field: String(field), absent: Number(absent) })));
  for (const relied of doubtful) if (unsent.has(relied.field)) noteGap(toFieldGap(relied));
}

function listLackingFields(record: unknown): ReliedField[] {
  if (Array.isArray(record)) return record.flatMap(listLackingFields);
  if (!isRecord(record)) return [];
  const gaps = findGaps(record);
  const lacking = [...(gaps?.absent ?? [])].flatMap((field) => findReliedField(gaps?.shape, field) ?? []);
  return [...lacking, ...Object.values(record).flatMap(listLackingFields)];
}

/** Fields of which every record has at least one: a record without any is proof that the API doesn't send them. */
const parties: Readonly<Record<string, readonly string[]>> = {
  Quote: ['customer', 'carrier'],
  Bill: ['carrier', 'vendor'],
  BillPayment: ['carrier', 'vendor', 'carrierFactor'],
  CreditMemo: ['customer', 'carrier', 'vendor'],
};

function listLackingParties(record: object): ReliedField[] {
  const { shape = '', absent = new Set<string>() } = findGaps(record) ?? {};
  const fields = parties[shape] ?? [];
  const values = new Map<string, unknown>(Object.entries(record));
  if (fields.some((field) => !absent.has(field) && values.get(field) !== null)) return [];
  return fields.filter((field) => absent.has(field)).flatMap((field) => findReliedField(shape, field) ?? []);
}

function listRoots(answer: unknown): readonly object[] {
  if (!isRecord(answer)) return [];
  const { data } = answer;
  return Array.isArray(data) ? data.filter(isRecord) : [answer];
}

/** Collects the references of a record that lack fields, and puts one in place of each that is missing beside its id. */
function collectReferences(record: unknown): CutReference[] {
  if (Array.isArray(record)) return record.flatMap(collectReferences);
  if (!isRecord(record)) return [];
  const gaps = findGaps(record);
  if (gaps) rebuildReferences(record, gaps);
  const isCut = gaps?.shape?.endsWith('Reference') === true;
  return [...(gaps && isCut ? [{ record, gaps }] : []), ...Object.values(record).flatMap(collectReferences)];
}

function rebuildReferences(record: Readonly<Record<string, unknown>>, gaps: RecordGaps): void {
  const rebuilt = [...gaps.absent].filter((field) => rebuildReference(record, field));
  if (rebuilt.length === 0) return;
  noteGaps(record, { ...gaps, absent: new Set([...gaps.absent].filter((field) => !rebuilt.includes(field))) });
}

function rebuildReference(record: Readonly<Record<string, unknown>>, field: string): boolean {
  const shape = rebuiltShapes[field];
  const id = record[`${field}Id`];
  if (shape === undefined || typeof id !== 'string') return false;
  const fields = Object.keys(copiedDetails[shape]?.columns ?? {});
  const stub = Object.fromEntries(fields.map((name) => [name, null]));
  const shortId = id.slice(0, 8);
  const reference = { id, key: null, ...stub, name: shortId, friendlyId: shortId };
  const standIns = new Set(['name', 'friendlyId']);
  noteGaps(reference, { shape, absent: new Set(fields.filter((name) => !standIns.has(name))), standIns });
  setField(record, field, reference);
  return true;
}

/** Records of an answer with gaps are objects that only their reader holds. */
function setField(record: object, field: string, value: unknown): void {
  Object.assign(record, { [field]: value });
}

function complete({ record, gaps }: CutReference, details: Readonly<Record<string, unknown>>): void {
  const isKnown = (field: string) => details[field] !== null && details[field] !== undefined;
  const fields = [...gaps.absent, ...gaps.standIns];
  for (const field of fields.filter(isKnown)) setField(record, field, details[field]);
  const keepUnknown = (names: ReadonlySet<string>) => new Set([...names].filter((field) => !isKnown(field)));
  noteGaps(record, { ...gaps, absent: keepUnknown(gaps.absent), standIns: keepUnknown(gaps.standIns) });
}

async function completeFromCopy(
  references: readonly CutReference[],
  { table, columns }: CopiedDetails,
  { copy, signal, mayRefresh }: DetailSources,
): Promise<void> {
  const ids = [...new Set(references.map(({ record }) => record['id']))];
  if (ids.length === 0) return;
  const records = await copy();
  const selected = Object.entries(columns).map(([field, column]) => `${column} as "${field}"`);
  const query = `select id as "id", ${selected.join(', ')} from ${table} where id in (select value from json_each(?))`;
  const find = async () => {
    const rows = await records.read(query, [JSON.stringify(ids)]);
    return new Map(rows.map((row) => [row['id'], row]));
  };
  let details = await find();
  if (details.size < ids.length && mayRefresh) {
    await records.refresh(signal, [table]);
    details = await find();
  }
  for (const reference of references) complete(reference, details.get(reference.record['id']) ?? {});
}

const idsMax = 100;
const cacheSeconds = 600;

type PartyDetails = Readonly<Record<string, unknown>>;

interface ApiDetails {
  /** Fields that a tool may show. */
  readonly fields: readonly string[];
  readonly list: (api: ApiClient, ids: readonly string[], signal: AbortSignal) => Promise<readonly PartyDetails[]>;
}

const toRequest = (ids: readonly string[]) => ({ filter: { id: { in: ids } }, pageSize: idsMax });

/** Details that the copy doesn't hold: phone numbers, and the few terms of payment. */
const apiDetails: Readonly<Record<string, ApiDetails>> = {
  CarrierReference: {
    fields: ['phoneNumber', 'email'],
    async list(api, ids, signal) {
      const { data } = await api.carriers.filter(toRequest(ids), { signal, cacheSeconds });
      return data.map((carrier) => ({ ...carrier, phoneNumber: carrier.phone }));
    },
  },
  CustomerReference: {
    fields: ['phoneNumber'],
    list: async (api, ids, signal) => (await api.customers.filter(toRequest(ids), { signal, cacheSeconds })).data,
  },
  PaymentTermReference: {
    fields: ['name', 'days', 'quickPayFee'],
    list: async (api, _ids, signal) =>
      (await api.paymentTerms.filter({ pageSize: idsMax }, { signal, cacheSeconds })).data,
  },
};

async function completeFromApi(
  references: readonly CutReference[],
  { fields, list }: ApiDetails,
  { api, signal, mayRefresh }: DetailSources,
): Promise<void> {
  const lacking = references.filter(({ record }) => {
    const gaps = findGaps(record);
    return fields.some((field) => gaps?.absent.has(field) === true || gaps?.standIns.has(field) === true);
  });
  const ids = [...new Set(lacking.map(({ record }) => String(record['id'])))].toSorted().slice(0, idsMax);
  if (ids.length === 0 || !mayRefresh) return;
  const details = new Map((await list(api, ids, signal)).map((party) => [party['id'], party]));
  for (const { record } of lacking) {
    const gaps = findGaps(record);
    if (gaps) complete({ record, gaps }, details.get(record['id']) ?? {});
  }
}
