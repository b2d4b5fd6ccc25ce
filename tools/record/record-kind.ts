import type { OperationName } from '../../src/contract/operation-names.ts';
import type { FriendlyResource } from '../../src/domain/kit/friendly-id.ts';
import type { ShowRecord } from './shown-record.ts';

/** One kind of record: what people call it, where it is found, and how it is shown. */
export interface RecordKind {
  readonly noun: string;
  /** What it is called before its number or name, in lower case. */
  readonly words: readonly string[];
  readonly resource: string;
  readonly friendly?: FriendlyResource;
  /** What showing it reads beside the record itself. */
  readonly operations: readonly OperationName[];
  /** Or the tool that shows it. */
  readonly show: ShowRecord | { readonly tool: string; readonly argument: string };
}
