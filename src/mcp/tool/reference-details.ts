import type { ApiClient } from '../../client/client.ts';
import { isRecord } from '../../contract/kit/absent.ts';
import { findGaps, isIncomplete, noteGaps, type RecordGaps } from '../../contract/kit/sent-fields.ts';
import type { CopiedTable, RecordsCopy } from './records-copy.ts';

/** Columns of the copy with the fields of a reference, by field. */
interface CopiedDetails {
  readonly table: CopiedTable;
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

export interface DetailSources {
  readonly api: ApiClient;
  readonly copy: () => Promise<RecordsCopy>;
  readonly signal: AbortSignal;
  /** False for the answer to a write, which waits for nothing. */
  readonly mayRefresh: boolean;
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
    await completeTerms(
      references.filter(({ gaps }) => gaps.shape === 'PaymentTermReference'),
      sources,
    );
  } catch {
    // The answer itself was read; without the copy it shows keys.
  }
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
  for (const field of gaps?.absent ?? []) rebuildReference(record, field);
  const isCut = gaps?.shape?.endsWith('Reference') === true;
  return [...(gaps && isCut ? [{ record, gaps }] : []), ...Object.values(record).flatMap(collectReferences)];
}

function rebuildReference(record: Readonly<Record<string, unknown>>, field: string): void {
  const shape = rebuiltShapes[field];
  const id = record[`${field}Id`];
  if (shape === undefined || typeof id !== 'string') return;
  const fields = Object.keys(copiedDetails[shape]?.columns ?? {});
  const stub = Object.fromEntries(fields.map((name) => [name, null]));
  const shortId = id.slice(0, 8);
  const reference = { id, key: null, ...stub, name: shortId, friendlyId: shortId };
  const standIns = new Set(['name', 'friendlyId']);
  noteGaps(reference, { shape, absent: new Set(fields.filter((name) => !standIns.has(name))), standIns });
  setField(record, field, reference);
}

/** Records of an answer with gaps are objects of the reader's own, which nobody else has. */
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

const termsMax = 100;
const termsCacheSeconds = 600;

/** There are few terms of payment, and the copy doesn't hold them. */
async function completeTerms(references: readonly CutReference[], { api, signal }: DetailSources): Promise<void> {
  if (references.length === 0) return;
  const { data } = await api.paymentTerms.filter({ pageSize: termsMax }, { signal, cacheSeconds: termsCacheSeconds });
  const terms = new Map<unknown, Readonly<Record<string, unknown>>>(data.map((term) => [term.id, term]));
  for (const reference of references) complete(reference, terms.get(reference.record['id']) ?? {});
}
