import type { ApiCapabilities } from '../../client/capabilities/api-capabilities.ts';
import { type CapabilityRow, listCapabilityRows } from '../../client/capabilities/capability-words.ts';

/** What was learned of the API that a desk works with. */
export interface ApiKnowledge {
  /** True for the service that comes with Waybill, which lacks nothing. */
  readonly isBuiltIn: boolean;
  readonly capabilities: readonly CapabilityRow[];
  /** When this was read. */
  readonly asOf: string;
}

/** Reads what was learned of the API, without asking it. */
export async function readApiKnowledge(capabilities: ApiCapabilities, asOf: string): Promise<ApiKnowledge> {
  return { isBuiltIn: capabilities.isComplete, capabilities: await listCapabilityRows(capabilities), asOf };
}
