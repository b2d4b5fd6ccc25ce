import type { UnsentField } from '../../contract/kit/sent-fields.ts';
import type { UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';

/** The tables that records have of their own, by which a question says what it reads. */
export type CopiedTable =
  | 'customer'
  | 'carrier'
  | 'vendor'
  | 'factor'
  | 'user_account'
  | 'location'
  | 'shipment'
  | 'freight_order'
  | 'bill'
  | 'load'
  | 'service'
  | 'quote'
  | 'invoice'
  | 'payment'
  | 'bill_payment'
  | 'credit_memo'
  | 'document';

/** The brokerage's records on this machine, for questions about many of them. One record, and what a write rests on, the API is asked for. */
export interface RecordsCopy {
  /**
   * What was changed before this was called is in these tables when it ends; what others changed may be seen two seconds
   * later. A copy that is being filled for the first time is waited for for some seconds; it is filled on behind the answer.
   */
  refresh(
    signal: AbortSignal,
    tables: readonly CopiedTable[],
    onWaiting?: (extent: Pick<CopyExtent, 'completeFrom'>) => Promise<void>,
  ): Promise<CurrentRecords>;
  /** Rows of a query over what the copy holds now, which nothing is waited for. */
  readonly read: CurrentRecords['read'];
  /** Says in what the records that it holds differ from those of the contract, without asking the API. */
  progress(): Promise<Pick<CopyExtent, 'unsentFields' | 'unknownStatuses'>>;
  /** A tool of this process has written. */
  noteWrite(): void;
}

/** What a question has made current. */
interface CurrentRecords extends CopyExtent {
  /** Rows of a query over the tables of the copy; it cannot change anything. Texts in them are data. */
  readonly read: (
    query: string,
    parameters?: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface CopyExtent {
  /** Of the tables that were asked for. */
  readonly isWhole: boolean;
  /** Every record created since then is there; null when all are, or none. */
  readonly completeFrom: string | null;
  /** By the API's time: every change before it is there. */
  readonly asOf: string | null;
  /** False where so much has changed that the update goes on behind the answer. */
  readonly isCurrent: boolean;
  /** Those of the tables that the API doesn't list. */
  readonly missing: readonly string[];
  /** Tables whose records that are done with were read last at that moment. */
  readonly older: readonly { readonly name: string; readonly asOf: string }[];
  /** Fields that no record of these tables ever carried. */
  readonly unsentFields: readonly UnsentField[];
  /** Records of these tables with a status that Waybill doesn't know. */
  readonly unknownStatuses: readonly UnknownStatus[];
}
