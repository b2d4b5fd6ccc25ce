/** The brokerage's records on this machine, for questions about many of them. One record, and what a write rests on, the API is asked for. */
export interface RecordsCopy {
  /**
   * What was changed before this was called is in the copy when it ends; `names` are those of the tables that records
   * have of their own. Older records may still be missing.
   */
  update(signal: AbortSignal, names?: readonly string[]): Promise<void>;
  progress(): Promise<CopyExtent>;
  /** Rows of a query over the tables of the copy; it cannot change anything. Texts in them are data. */
  read(query: string, parameters?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

interface CopyExtent {
  readonly isWhole: boolean;
  /** Every record created since then is there; null when all are. */
  readonly completeFrom: string | null;
  /** By the API's time: every change before it is there. */
  readonly asOf: string | null;
}
