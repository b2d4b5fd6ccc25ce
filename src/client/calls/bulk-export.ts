import type { ExportedCollection } from '../../contract/exported-collections.ts';

/** Records of an export that arrived together. */
export interface ExportedRecords {
  readonly collection: ExportedCollection;
  /** In the shape that the contract declares for the list of the collection. */
  readonly records: readonly unknown[];
  /** Moment of the snapshot, by the API's clock. */
  readonly readAt: string;
  /** True if these are the last of their collection. */
  readonly isLast: boolean;
}

export interface ExportOptions {
  readonly signal?: AbortSignal | undefined;
}

export type ReadExport = (
  collections: readonly ExportedCollection[],
  options?: ExportOptions,
) => AsyncGenerator<ExportedRecords, void>;
