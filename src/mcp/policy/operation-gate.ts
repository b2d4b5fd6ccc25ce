import { getGate } from '../../contract/catalogue.ts';
import type { Gate } from '../../contract/kit/gate.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { stricter } from './gate-strictness.ts';
import type { Policy } from './policy.ts';

/** The gate of one raw call: the strictest of the operation, the fields it touches and the policy. */
export function gateOfCall(
  policy: Policy,
  name: string,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Gate {
  const override = policy.operations[name];
  const gate = getGate(operation, input);
  // Only a policy may turn on what is off: then its word replaces the built-in one.
  if (gate === 'off' && getGate(operation) === 'off') return override ?? 'off';
  return stricter(gate, override ?? 'none');
}
