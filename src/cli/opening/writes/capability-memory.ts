import {
  type ApiCapabilities,
  type CapabilityStorage,
  type CapabilityVerdict,
  completeCapabilities,
  createCapabilities,
} from '../../../client/capabilities/api-capabilities.ts';
import { listCapabilityRows } from '../../../client/capabilities/capability-words.ts';
import type { Policy } from '../../../mcp/policy/policy.ts';
import type { CapabilityMemory } from '../../../mcp/tool/memory.ts';
import type { Clock } from '../../clock.ts';

export interface OpenedApi {
  /** Names the API and the client of it. */
  readonly name: string;
  readonly isEmbedded: boolean;
}

interface LearningOptions {
  readonly policy: Pick<Policy, 'keepsKeys'>;
  readonly memory: CapabilityMemory;
  readonly now: Clock;
}

/** Creates the registry of an API: built in, declared by the policy, or learned from its responses. */
export const openCapabilities =
  ({ policy: { keepsKeys }, memory, now }: LearningOptions) =>
  ({ name, isEmbedded }: OpenedApi): ApiCapabilities => {
    if (isEmbedded) return completeCapabilities;
    return createCapabilities({
      storage: createStorage(name, memory),
      declared: keepsKeys === null ? {} : { 'Idempotency-Key': keepsKeys ? 'proven' : 'disproved' },
      now,
    });
  };

const createStorage = (api: string, memory: CapabilityMemory): CapabilityStorage => ({
  list: async () =>
    (await memory.list(api)).map(({ capability, verdict, evidence, learned_at: learnedAt }) => ({
      name: capability,
      verdict: toVerdict(verdict),
      evidence,
      learnedAt,
    })),
  keep: ({ name, verdict, evidence, learnedAt }) =>
    memory.keep({ api, capability: name, verdict, evidence, learned_at: learnedAt }),
});

const toVerdict = (verdict: string): CapabilityVerdict =>
  verdict === 'proven' || verdict === 'disproved' ? verdict : 'unknown';

const handling = {
  proven: 'if an answer is lost, the change is sent again under the same key',
  other: 'a change that moves money is sent once; if its answer is lost, Waybill looks it up in the records',
} as const;

/** Returns one line for a person about Idempotency-Keys: the verdict, its evidence, and what follows from it. */
export async function describeKeys(
  isEmbedded: boolean,
  { keepsKeys }: Pick<Policy, 'keepsKeys'>,
  capabilities: ApiCapabilities,
): Promise<string> {
  if (isEmbedded) return `supported; ${handling.proven}`;
  if (keepsKeys !== null)
    return keepsKeys
      ? `supported, as your policy says; ${handling.proven}`
      : `not supported, as your policy says; ${handling.other}`;
  const row = (await listCapabilityRows(capabilities)).find(({ name }) => name === 'Idempotency-Key');
  if (row === undefined) return `not known until the first change through Waybill; until then, ${handling.other}`;
  const source = `${row.evidence}, ${row.learnedAt}`;
  switch (row.verdict) {
    case 'proven':
      return `supported (${source}); ${handling.proven}`;
    case 'disproved':
      return `ignored by this API (${source}); ${handling.other}`;
    default:
      return `not known (${source}); ${handling.other}`;
  }
}
