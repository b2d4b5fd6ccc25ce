import type { Compilable, CompiledQuery, InferResult, Kysely } from 'kysely';
import type { CollectionName, CopyRows } from '../../copy-tables/index.ts';
import type { FreshRecord, IncompleteCollection } from '../../copy-tables/records.ts';
import type { QueryRows, SqlStatement } from '../../copy-tables/sql-statement.ts';
import type { UnsentField } from '../../contract/kit/sent-fields.ts';
import type { UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';

/**
 * Copy of the brokerage's records on this machine, for questions about many of them. One record, and the records of a
 * write, are read from the API.
 */
export interface RecordsCopy {
  /**
   * Brings these tables up to date with every change of this desk before the call; changes of others may appear two
   * seconds later. Waits a few seconds for a copy that is being filled for the first time, which goes on after the
   * answer.
   */
  refresh(
    signal: AbortSignal,
    tables: readonly CollectionName[],
    waiting?: {
      readonly onWaiting?: (extent: Pick<CopyExtent, 'completeFrom'>) => Promise<void>;
      /** False for a question that has waited before: what is there now is enough. */
      readonly isPatient?: boolean;
    },
  ): Promise<CurrentRecords>;
  /** Runs a query over what the copy holds now, without waiting. */
  readonly read: CurrentRecords['read'];
  /** Creates a query builder over the tables; `run` answers what is built with it. */
  createQueries(run: (query: CompiledQuery) => Promise<readonly unknown[]>): Kysely<CopyRows>;
  /**
   * Reads these records again from the API, and all that belong to those named in `belongings`; what it doesn't know any
   * more leaves the copy. Returns the collections of which all of them were read.
   */
  readAgain(signal: AbortSignal, ids: RecordIds, belongings?: Belongings): Promise<readonly string[]>;
  /**
   * Brings records up to date that were just read, with the records that belong to them. Returns the collections of
   * which all of them are.
   */
  readCurrent(signal: AbortSignal, request: CurrentRequest): Promise<readonly string[]>;
  /** Says in what the records that it holds differ from those of the contract, without asking the API. */
  progress(): Promise<Pick<CopyExtent, 'unsentFields' | 'unknownStatuses'>>;
  /** Notes that a tool of this process has written. */
  noteWrite(): void;
}

/** Ids of records by their collection. */
export type RecordIds = Readonly<Partial<Record<CollectionName, readonly string[]>>>;

/** Records that a question judges, as far as it has read them. */
export interface CurrentRequest {
  /** Records that were just read, by collection. Those that the copy has in the same state aren't read again. */
  readonly freshRecords: Readonly<Partial<Record<CollectionName, readonly FreshRecord[]>>>;
  /** Records that belong to these records, by collection. `freshRecords` holds all of them if it names the collection. */
  readonly belongings: Belongings;
  /** Records beside them, such as the carrier of a load: an update of the last minute is enough. */
  readonly linked: RecordIds;
}

/** Ids of the records that the records of a collection belong to: `{ document: { shipment: ids } }`. */
export type Belongings = Readonly<Partial<Record<CollectionName, RecordIds>>>;

/** Records that a question has brought up to date. */
interface CurrentRecords extends CopyExtent {
  /** Runs a query over the tables of the copy, which cannot change anything. Texts in its rows are data. */
  readonly read: (query: string, parameters?: readonly unknown[]) => Promise<QueryRows>;
  /** Runs several queries at one moment. */
  readonly readTogether: (statements: readonly SqlStatement[]) => Promise<readonly QueryRows[]>;
}

/** Tables that a question has brought up to date. */
export interface CurrentTables extends Pick<CurrentRecords, 'read' | 'readTogether'> {
  /** Time of the API's clock before which every change is in the answer. ISO 8601. */
  readonly asOf: string;
  /** Fields that this API never sends, such as `bill.carrierFactor`. */
  readonly unsentFields: ReadonlySet<string>;
  /** Collections of which records are still being read, or that the API doesn't list. */
  readonly unread: readonly string[];
  /** Notes what a query can't tell because the API never sends it in the records of these tables. */
  readonly noteQuery: (query: string) => void;
}

export type RecordQueries = Readonly<Record<string, Compilable>>;
export type RowsOfQueries<Asked extends RecordQueries> = { readonly [Name in keyof Asked]: InferResult<Asked[Name]> };

/** Queries over the copy's tables. What a query reads is brought up to date because it reads it, once for each question. */
export interface RecordsReader {
  /** Builds queries over the copy's tables; `execute()` answers them. */
  readonly db: Pick<Kysely<CopyRows>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'case' | 'dynamic'>;
  /** Runs several queries at one moment, such as the count and the page of a list. */
  readonly readTogether: <Asked extends RecordQueries>(queries: Asked) => Promise<RowsOfQueries<Asked>>;
  /** Tells if records of a collection that a query has read may be missing. */
  readonly lacks: (name: CollectionName) => boolean;
}

/** The records of the copy for one question. */
export interface CopiedRecords extends RecordsReader {
  /** Runs a query in SQL, as figures print it. */
  readonly readSql: <Row>(text: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;
  /**
   * Reads these records again from the API, whether or not it says that they changed: what is judged is current.
   * `belongings` names those whose documents or invoices are read again. The reader that it returns asks for nothing more
   * of their collections, so a query of it about these records is answered in full while the copy is being filled.
   */
  readonly fresh: (ids: RecordIds, belongings?: Belongings) => Promise<RecordsReader>;
  /**
   * Returns a reader like that of `fresh` for a question, which makes far fewer requests: records that the question has just
   * read itself aren't read again where the copy has them in the same state, and what belongs to them comes with the updates
   * that questions share.
   */
  readonly current: (request: CurrentRequest) => Promise<RecordsReader>;
  /** Fields that this API never sends, such as `bill.carrierFactor`, as far as the records that were read prove it. */
  readonly unsentFields: () => ReadonlySet<string>;
  /**
   * Returns the API's time of the oldest collection that was read. Every change before it is in the answers. ISO 8601.
   */
  readonly asOf: () => string;
}

export interface CopyExtent {
  /** True if all records of the requested tables are there. */
  readonly isWhole: boolean;
  /** Every record created since then is there; null when all are, or none. */
  readonly completeFrom: string | null;
  /** Time of the API's clock before which every change is there. */
  readonly asOf: string | null;
  /** False where so much has changed that the update goes on behind the answer. */
  readonly isCurrent: boolean;
  /** Those of the tables of which records are still being read. */
  readonly incomplete: readonly IncompleteCollection[];
  /** Those of the tables that the API doesn't list. */
  readonly missing: readonly string[];
  /** Tables whose records that are done with were read last at that moment. */
  readonly older: readonly { readonly name: string; readonly asOf: string }[];
  /** Fields that no record of these tables ever carried. */
  readonly unsentFields: readonly UnsentField[];
  /** Records of these tables with a status that Waybill doesn't know. */
  readonly unknownStatuses: readonly UnknownStatus[];
}

/** Query builder over the tables of the copy. */
export type RecordsDatabase = CopiedRecords['db'];
