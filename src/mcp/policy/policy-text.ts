import type { Gate } from '../../contract/kit/gate.ts';
import type { Gated } from './policy-entry.ts';
import { builtInPolicy, listPolicyValues, type Policy } from './policy.ts';

export interface PolicyLine {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  /** Value without a policy file; null if it is the same. */
  readonly builtIn: string | null;
}

/** Lists every limit and rule that is in force, as a person reads it. */
export const listPolicyLines = (policy: Policy): readonly PolicyLine[] =>
  listPolicyValues(policy, builtInPolicy).flatMap(({ entry, value, usual }) => {
    const { name, meaning } = entry;
    const [text, usualText] = [entry.formatValue(value), entry.formatValue(usual)];
    if (typeof text === 'string')
      return [
        { name, value: text, meaning, builtIn: text === usualText || typeof usualText !== 'string' ? null : usualText },
      ];
    const usualParts: Readonly<Record<string, string>> = typeof usualText === 'string' ? {} : usualText;
    return Object.entries(text).map(([part, partText]) => ({
      name: `${name}.${part}`,
      value: partText,
      meaning,
      builtIn: partText === usualParts[part] ? null : (usualParts[part] ?? 'none'),
    }));
  });

/** Formats the tools and operations that are off, as built in or by the policy. */
export function formatOffNames({ gates, operations }: Pick<Policy, 'gates' | 'operations'>, gated: Gated): string {
  const listOff = (usual: ReadonlyMap<string, Gate>, overrides: Readonly<Record<string, Gate>>) =>
    [...usual].filter(([name, gate]) => (overrides[name] ?? gate) === 'off').map(([name]) => name);
  return [
    `tools: ${listOff(gated.tools, gates).join(', ') || 'none'}`,
    `operations: ${listOff(gated.operations, operations).join(', ') || 'none'}`,
  ].join('; ');
}
