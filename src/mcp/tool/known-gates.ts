import { catalogue } from '../../contract/catalogue.ts';
import type { Gated } from './policy.ts';
import type { Tool } from './tool.ts';

/** What a policy file may name: every tool and operation with its usual gate. */
export function knownGates(tools: readonly Tool[]): Gated {
  return {
    tools: new Map(tools.map(({ name, gate }) => [name, gate])),
    operations: new Map(catalogue().map(({ name, gate }) => [name, gate])),
  };
}
