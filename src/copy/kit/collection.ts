import type { ApiClient } from '../../client/calls/api-client.ts';
import type { ResourceName } from '../../contract/operation-names.ts';
import { toPageView } from '../../client/paginate.ts';
import type { CallOptions } from '../../client/calls/call-options.ts';
import type { CopiedTables } from '../../copy-tables/kit/copied-table.ts';
import type { RowOfColumns } from '../../store/migrations/table.ts';
import { toInstant, toInstantOrNull } from './values.ts';
import type { FieldError, PageInfo } from '../../contract/types.ts';

type RowsFrom<Tables extends CopiedTables> = {
  readonly [Name in keyof Tables]: readonly Readonly<RowOfColumns<Tables[Name]['columns']>>[];
};

/** The conditions that the copy asks by: every collection of the API has these moments and ids, and some have the others. */
export interface CopyFilter {
  readonly id?: IdFilter;
  readonly createdAt?: MomentFilter;
  readonly updatedAt?: MomentFilter;
  readonly deletedAt?: MomentFilter;
  /** Words of the collection's own statuses: each has others. */
  readonly status?: { readonly notIn: readonly never[] };
  readonly shipmentId?: IdFilter;
  readonly orderId?: IdFilter;
  readonly loadId?: IdFilter;
  readonly amountOwed?: { readonly greaterThan: number };
  readonly remainingBalance?: { readonly greaterThan: number };
  readonly or?: readonly CopyFilter[];
}

interface IdFilter {
  readonly in: readonly string[];
}

interface MomentFilter {
  readonly greaterThanOrEqualTo?: string;
  readonly lessThanOrEqualTo?: string;
  readonly lessThan?: string;
}

/** Records that may still change: those whose status is not one of these, or that have a balance. */
export type OpenCondition =
  | { readonly final: readonly string[] }
  | { readonly balance: 'amountOwed' | 'remainingBalance'; readonly column: string };

/** Another collection whose records show records of this one in full. */
export interface HostCollection {
  readonly collectionName: string;
  /** The column with the id of the host. */
  readonly column: string;
  /** A column that is filled in rows of another host, which shows them better. */
  readonly except?: string;
  /** Reads the records that a record of the host shows; it is called with no others. */
  readonly read: (record: never) => readonly CopiedRecord[];
}

export interface CopyRequest {
  readonly filter?: CopyFilter | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize: number;
}

interface ApiRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
}

type ListOperation<Item> = (request: CopyRequest, options?: CallOptions) => Promise<{ readonly data: readonly Item[] }>;

/** A collection whose records show fields of another record, without a new time of change when those fields change. */
export interface Follow {
  /** The other collection, and the column of its own table whose values are looked for. */
  readonly collectionName: string;
  readonly key: string;
  /**
   * The table with the references: the owners of its rows whose `column` holds one of those values show the other
   * record.
   */
  readonly table: string;
  readonly column: string;
  /**
   * Milliseconds by which a question may see a change of the other record later than other changes, unless this process
   * made it.
   */
  readonly lagMs?: number;
}

/** A way in which records belong to those of another collection. */
export interface Belonging {
  /** The other collection. */
  readonly to: string;
  /** The field with the id of the other record, as filters of the API call it. */
  readonly field: 'shipmentId' | 'orderId' | 'loadId';
  /** The table of the copy with that id: the owner of a row belongs to the record that `column` names. */
  readonly table: string;
  readonly column: string;
}

interface Declaration<Tables extends CopiedTables, Item extends ApiRecord> {
  /** Name of the collection, which is that of its own table. */
  readonly name: keyof Tables & string;
  readonly tables: Tables;
  /** Name of the collection in operations and filters of the API. */
  readonly resource: ResourceName;
  readonly list: (api: ApiClient) => ListOperation<Item>;
  /** True if other records name these: all of them are read before any of the others. */
  readonly isReferredTo?: true;
  /** The records of the past that are copied; all of them when left out. */
  readonly listPast?: (api: ApiClient) => ListOperation<Item>;
  readonly toRows: (record: Item) => RowsFrom<Tables>;
  /** Builds the rows of a record of an export; left out where that shows records as the list does. */
  readonly toExportedRows?: (record: never) => RowsFrom<Tables>;
  readonly follows?: readonly Follow[];
  /** Records of other collections by which its records can be found. */
  readonly belongsTo?: readonly Belonging[];
  /** Left out where nothing tells which records may still change. */
  readonly open?: OpenCondition;
  /** Collections that show the records if the API doesn't list them. */
  readonly hosts?: readonly HostCollection[];
}

export type CopiedRow = Readonly<Record<string, string | number | null>>;

/** A record as the copy holds it. */
export interface CopiedRecord {
  readonly id: string;
  readonly createdAt: string;
  /** The latest of its three times. */
  readonly changedAt: string;
  readonly isDeleted: boolean;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, readonly CopiedRow[]>>;
  /** The record as the client returned it, which may show records of other collections and lack fields. */
  readonly source?: object;
}

export interface ReadPage {
  readonly records: readonly CopiedRecord[];
  readonly page: PageInfo;
  readonly errors: readonly FieldError[];
}

type Read = (api: ApiClient, request: CopyRequest, options: CallOptions) => Promise<ReadPage>;

export interface Collection {
  readonly name: string;
  readonly resource: ResourceName;
  /** True if other records name these: all of them are read before any of the others. */
  readonly isReferredTo: boolean;
  readonly open: OpenCondition | undefined;
  readonly hosts: readonly HostCollection[];
  readonly tables: CopiedTables;
  readonly follows: readonly Follow[];
  readonly belongsTo: readonly Belonging[];
  /** Records whichever they are: one that is not copied comes without rows. */
  readonly read: Read;
  /** Records that are copied. */
  readonly readPast: Read;
  /** Converts a record of an export, in its declared shape. */
  readonly toExported: (record: unknown) => CopiedRecord;
}

/**
 * Defines a collection. The types of its record and tables are dropped, so that the same code copies all collections.
 */
export function defineCollection<const Tables extends CopiedTables, Item extends ApiRecord>({
  name,
  resource,
  tables,
  list,
  listPast = list,
  toRows,
  toExportedRows = toRows,
  follows = [],
  belongsTo = [],
  open,
  hosts = [],
  isReferredTo,
}: Declaration<Tables, Item>): Collection {
  const toRecord = (record: Item): CopiedRecord => ({ ...toCopiedRecord(record, toRows(record)), source: record });
  const toExported = (record: Item): CopiedRecord => ({
    ...toCopiedRecord(record, toExportedRows(record as never)),
    source: record,
  });
  const createReader =
    (listFrom: typeof list): Read =>
    async (api, request, options) => {
      const { data, page, errors } = toPageView(await listFrom(api)(request, options));
      return { records: data.map(toRecord), page, errors };
    };
  return {
    name,
    resource,
    isReferredTo: isReferredTo === true,
    tables,
    follows,
    belongsTo,
    open,
    hosts,
    read: createReader(list),
    readPast: createReader(listPast),
    // The client has converted it to the shape that the contract declares for the export of this collection.
    toExported: (record) => toExported(record as Item),
  };
}

/** Builds the copied form of a record from its rows. */
export function toCopiedRecord(record: ApiRecord, rows: CopiedRecord['rows']): CopiedRecord {
  const { createdAt, updatedAt, deletedAt } = toStamps(record);
  const [changedAt = createdAt] = [createdAt, updatedAt ?? '', deletedAt ?? ''].toSorted().reverse();
  return { id: record.id, createdAt, changedAt, isDeleted: deletedAt !== null, rows };
}

const toStamps = ({ createdAt, updatedAt, deletedAt }: ApiRecord) => ({
  createdAt: toInstant(createdAt),
  updatedAt: toInstantOrNull(updatedAt),
  deletedAt: toInstantOrNull(deletedAt),
});

export const toRecordRow = ({ id, createdAt, updatedAt }: ApiRecord) => ({
  id,
  created_at: toInstant(createdAt),
  updated_at: toInstantOrNull(updatedAt),
});
