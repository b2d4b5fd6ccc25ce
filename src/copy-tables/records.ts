/** A record as a caller has just read it from the API. */
export interface FreshRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** A collection of which the copy doesn't have all records yet. */
export interface IncompleteCollection {
  readonly name: string;
  /** ISO 8601: every record created since then is there; null where the API doesn't list the newest first, or none was read. */
  readonly completeFrom: string | null;
  readonly records: number;
}
