import type { Gate } from '../../contract/kit/gate.ts';
import { isLimit, type LimitValues } from '../../domain/kit/desk-rules.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { everything, type PolicyEntry, toEntry } from './policy-entry.ts';
import { policyTable } from './policy-table.ts';

type PolicyValues<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends PolicyEntry<infer Value> ? Value : LimitValues<Table[Key]>;
};

/**
 * Policy of the desk: what it allows without asking. Its gates only make tools stricter, or turn on a tool that is off.
 */
export type Policy = PolicyValues<typeof policyTable>;

/** A member of the policy file, and where its value is in a policy. */
interface PlacedEntry {
  readonly entry: PolicyEntry;
  readonly path: readonly string[];
}

const isEntry = (node: object): node is PolicyEntry => 'schema' in node;

function placeEntries(table: object, path: readonly string[] = []): readonly PlacedEntry[] {
  return Object.entries(table).flatMap(([key, node]) => {
    const place = [...path, key];
    if (isEntry(node)) return [{ entry: node, path: place }];
    return isLimit(node) ? [{ entry: toEntry(node, 'rules'), path: place }] : placeEntries(node, place);
  });
}

const placedEntries = placeEntries(policyTable);

/** Every member of the policy file. */
export const policyEntries: readonly PolicyEntry[] = placedEntries.map(({ entry }) => entry);

/** Builds a policy of one value for each member of the policy file. */
export function buildPolicy(computeValue: (entry: PolicyEntry, usual: unknown) => unknown, usual?: Policy): Policy {
  const policy: Record<string, unknown> = {};
  for (const { entry, path } of placedEntries) setAt(policy, path, computeValue(entry, usual && getAt(usual, path)));
  // Each value has the type that its entry gives it.
  return policy as Policy;
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else {
    const part: Record<string, unknown> = isPlainRecord(target[key]) ? target[key] : {};
    target[key] = part;
    setAt(part, rest, value);
  }
}

const getAt = (source: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isPlainRecord(value) ? value[key] : undefined), source);

interface PolicyValue {
  readonly entry: PolicyEntry;
  readonly value: unknown;
  /** The value without a policy file. */
  readonly usual: unknown;
}

/** Lists the members of the policy file with their values in two policies. */
export const listPolicyValues = (policy: Policy, usual: Policy): readonly PolicyValue[] =>
  placedEntries.map(({ entry, path }) => ({ entry, value: getAt(policy, path), usual: getAt(usual, path) }));

export const builtInPolicy: Policy = buildPolicy(({ builtIn }) => builtIn);

/** Number of booking limits that one person may promise in a day. */
export const bookingsPerDay = 10;

/** Returns the gate of a tool under the policy, which may override the usual one. */
export function getToolGate(policy: Policy, name: string, usual: Gate): Gate {
  return policy.gates[name] ?? usual;
}

/** Lists the only people who may approve these tools and operations, for each name that the policy restricts. */
export function listApprovers(
  { approvers }: Policy,
  names: readonly string[],
): readonly { readonly name: string; readonly people: readonly string[] }[] {
  return [...new Set([everything, ...names])].flatMap((name) => {
    const people = approvers[name];
    return people ? [{ name: name === everything ? 'anything' : name, people }] : [];
  });
}
