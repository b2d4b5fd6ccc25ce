import { ignoredKeys, type KeySupport, type KeyVerdict, provenKeys } from '../../../client/idempotency-keys.ts';
import type { Policy } from '../../../mcp/policy/policy.ts';
import type { CapabilityMemory, CapabilityRow } from '../../../mcp/tool/memory.ts';
import type { Clock } from '../../clock.ts';
import { isFresh, isFuture } from '../../../domain/kit/instants.ts';

const capability = 'idempotency keys';
/** An API may change; what was learned is proved again after a day. */
const provedForMs = 24 * 60 * 60_000;

interface KnownApi {
  /** Names the API and the client of it. */
  readonly name: string;
  readonly isEmbedded: boolean;
}

/** Returns what is known of the Idempotency-Keys of an API: built in, declared by the policy, or learned from its answers. */
export const keySupportFor =
  (policy: Pick<Policy, 'keepsKeys'>, learning: Learning) =>
  (api: KnownApi): KeySupport =>
    createKeySupport(api, policy, learning);

interface Learning {
  readonly memory: CapabilityMemory;
  readonly now: Clock;
}

function createKeySupport(
  { name, isEmbedded }: KnownApi,
  { keepsKeys }: Pick<Policy, 'keepsKeys'>,
  { memory, now }: Learning,
): KeySupport {
  if (isEmbedded || keepsKeys === true) return provenKeys;
  if (keepsKeys === false) return ignoredKeys;
  return {
    async read() {
      const row = await memory.find(name, capability);
      if (row === undefined) return { verdict: 'unknown', isDue: true };
      const verdict = toVerdict(row);
      // What was learned in the future proves nothing; that keys are ignored stays the careful answer.
      const isTrusted = verdict !== 'proven' || !isFuture(row.learned_at, now());
      return { verdict: isTrusted ? verdict : 'unknown', isDue: !isFresh(row.learned_at, now(), provedForMs) };
    },
    learn: (verdict, evidence) => memory.keep({ api: name, capability, verdict, evidence, learned_at: now() }),
  };
}

const toVerdict = ({ verdict }: CapabilityRow): KeyVerdict =>
  verdict === 'proven' || verdict === 'disproved' ? verdict : 'unknown';

const handling = {
  proven: 'if an answer is lost, the change is sent again under the same key',
  other: 'a change that moves money is sent once; if its answer is lost, Waybill looks it up in the records',
} as const;

/** One line for a person: what is known, how, since when, and what follows from it. */
export async function describeKeySupport(
  { name, isEmbedded }: KnownApi,
  { keepsKeys }: Pick<Policy, 'keepsKeys'>,
  memory: CapabilityMemory,
): Promise<string> {
  if (isEmbedded) return `supported; ${handling.proven}`;
  if (keepsKeys !== null)
    return keepsKeys
      ? `supported, as your policy says; ${handling.proven}`
      : `not supported, as your policy says; ${handling.other}`;
  const row = await memory.find(name, capability);
  if (row === undefined) return `not known until the first change through Waybill; until then, ${handling.other}`;
  const source = `${row.evidence}, ${row.learned_at}`;
  switch (toVerdict(row)) {
    case 'proven':
      return `supported (${source}); ${handling.proven}`;
    case 'disproved':
      return `ignored by this API (${source}); ${handling.other}`;
    default:
      return `not known (${source}); ${handling.other}`;
  }
}
