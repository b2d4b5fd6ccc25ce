import type { ApiCapabilities } from '../../client/capabilities/api-capabilities.ts';
import { type CapabilityRow, listCapabilityRows } from '../../client/capabilities/capability-words.ts';
import { listUnsentFields } from '../copied/unsent-fields.ts';
import { describeStatuses } from '../results/completeness-result.ts';
import type { RecordsCopy } from './records-copy.ts';

/** Facts that were learned about the API of a desk. */
export interface ApiKnowledge {
  /** True for the service that comes with Waybill, which lacks nothing. */
  readonly isBuiltIn: boolean;
  readonly capabilities: readonly CapabilityRow[];
  /** Fields that no record carried, in words: "the factors of bills". */
  readonly unsentFields: readonly string[];
  /** A sentence for each status that Waybill doesn't know. */
  readonly statuses: readonly string[];
  /** Time at which this was read. */
  readonly asOf: string;
}

interface KnowledgeSources {
  readonly capabilities: ApiCapabilities;
  readonly copy: () => Promise<Pick<RecordsCopy, 'progress'>>;
  readonly asOf: string;
}

/** Reads what was learned of the API, without asking it. */
export async function readApiKnowledge({ capabilities, copy, asOf }: KnowledgeSources): Promise<ApiKnowledge> {
  const { unsentFields, unknownStatuses } = await (await copy()).progress();
  return {
    isBuiltIn: capabilities.isComplete,
    capabilities: await listCapabilityRows(capabilities),
    unsentFields: listUnsentFields(unsentFields),
    statuses: describeStatuses(unknownStatuses),
    asOf,
  };
}
