import { getGate } from '../../contract/catalogue.ts';
import type { Gate } from '../../contract/kit/gate.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { chooseStricter } from './gate-strictness.ts';
import type { Policy } from './policy.ts';

/**
 * Returns the gate of a raw call: the strictest of the operation's, that of the fields it touches, and the policy's.
 */
export function getCallGate(
  policy: Policy,
  name: string,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Gate {
  const override = policy.operations[name];
  const gate = getGate(operation, input);
  // Only a policy may turn on what is off: then its word replaces the built-in one.
  if (gate === 'off' && getGate(operation) === 'off') return override ?? 'off';
  return chooseStricter(gate, override ?? 'none');
}
