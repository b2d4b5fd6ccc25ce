import type { OperationName } from '../../src/contract/operation-names.ts';
import type { FriendlyResource } from '../../src/domain/identifiers/friendly-id.ts';
import type { ShowRecord } from './shown-record.ts';

/** A kind of record: its names, its finder, and its view. */
export interface RecordKind {
  readonly noun: string;
  /** Words for the kind before a number or name, in lower case. */
  readonly words: readonly string[];
  readonly resource: string;
  readonly friendly?: FriendlyResource;
  /** Operations that showing it uses besides the reading of the record itself. */
  readonly operations: readonly OperationName[];
  /** Or the tool that shows it. */
  readonly show: ShowRecord | { readonly tool: string; readonly argument: string };
}
