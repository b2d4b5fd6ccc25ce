import { describeAge, describeUnsent, summarizeApi } from '../../../mcp/resources/api-page.ts';
import { readApiKnowledge } from '../../../mcp/tool/api-knowledge.ts';
import { builtInPolicy } from '../../../mcp/policy/policy.ts';
import type { ApiCapabilities } from '../../../client/capabilities/api-capabilities.ts';
import { openApi, withMemory } from '../../opening/desk-api.ts';
import { readPolicy } from '../../opening/policy.ts';
import { describeKeys, openCapabilities } from '../../opening/writes/capability-memory.ts';
import type { Session } from '../../session.ts';
import { type Finding, limit, ok } from './finding.ts';

/** Reports what the API lacks, each with its evidence and age, and what works without it. */
export async function checkAbilities(session: Session): Promise<readonly Finding[]> {
  return withCapabilities(session, async (capabilities) => {
    if (capabilities.isComplete) return [ok('the built-in service has everything that Waybill uses')];
    const asOf = session.now();
    const { readPeculiarities } = await import('../sync/sync.ts');
    const copy = async () => ({ progress: () => readPeculiarities(session) });
    const knowledge = await readApiKnowledge({ capabilities, copy, asOf });
    const missing = knowledge.capabilities.filter(
      ({ verdict, name }) => verdict === 'disproved' && name !== 'Idempotency-Key',
    );
    const limits = [
      ...missing.map(
        ({ meaning, evidence, learnedAt, fallback }) =>
          `${meaning}: not available (${evidence}, ${describeAge(learnedAt, asOf)}); ${fallback}`,
      ),
      ...describeUnsent(knowledge.unsentFields).map((text) => `never sends ${text}`),
      ...knowledge.statuses,
    ];
    return limits.length === 0 ? [ok(summarizeApi(knowledge.capabilities))] : limits.map(limit);
  });
}

/** Reports whether the API keeps Idempotency-Keys, which decides how a lost money write is handled. */
export async function checkKeys(session: Session): Promise<Finding> {
  const { policy } = await readPolicyOrBuiltIn(session);
  const isEmbedded = session.config.api.kind === 'embedded';
  return ok(await withCapabilities(session, (capabilities) => describeKeys(isEmbedded, policy, capabilities)));
}

async function withCapabilities<Result>(
  session: Session,
  use: (capabilities: ApiCapabilities) => Promise<Result>,
): Promise<Result> {
  const { config, now, log } = session;
  const { name, close } = openApi(config, now, log);
  await close();
  const { policy } = await readPolicyOrBuiltIn(session);
  const isEmbedded = config.api.kind === 'embedded';
  return withMemory(config, async ({ capabilities: memory }) =>
    use(openCapabilities({ policy, memory, now })({ name, isEmbedded })),
  );
}

/** Reads the policy, or returns the built-in one: a policy that can't be read is a problem of its own check. */
const readPolicyOrBuiltIn = ({ config }: Session) => readPolicy(config).catch(() => ({ policy: builtInPolicy }));
