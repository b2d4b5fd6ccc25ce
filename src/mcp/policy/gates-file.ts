import * as z from 'zod';
import type { Gate } from '../../contract/kit/gate.ts';
import { suggestName } from '../../domain/text/nearest-names.ts';
import { WaybillError } from '../../errors.ts';
import { strictness } from './gate-strictness.ts';
import { everything, type Gated } from './policy-entry.ts';

/** Gates by the name of a tool or operation, as the policy file states them. */
export const GatesFile = z.record(z.string(), z.enum(['audit', 'confirm', 'approve', 'off']));

export type Gates = Readonly<Record<string, Gate>>;

/**
 * Builds the gates of tools from the file. A toolset that is off turns off each of its tools, except those with a gate
 * of their own.
 */
export function buildToolGates(fileGates: Gates, { tools, toolsets }: Gated): Gates {
  const sets = Object.entries(fileGates).filter(([name]) => toolsets.has(name));
  const softer = sets.find(([, gate]) => gate !== 'off');
  if (softer !== undefined)
    throw new WaybillError(
      'CONFIGURATION',
      `WAYBILL_POLICY: "gates.${softer[0]}" is a toolset: only "off" is possible.`,
    );
  const off = sets.flatMap(([name]) => (toolsets.get(name) ?? []).map((tool) => [tool, 'off'] as const));
  const single = Object.entries(fileGates).filter(([name]) => !toolsets.has(name));
  const gates = Object.fromEntries([...off, ...single]);
  refuseWeaker('gates', gates, tools, toolsets.keys());
  return gates;
}

/** Checks the gates of operations. */
export function buildOperationGates(fileGates: Gates, { operations }: Gated): Gates {
  refuseWeaker('operations', fileGates, operations);
  return fileGates;
}

/** Refuses gates that are weaker than the built-in ones. `groups` are names of the section that mean several tools. */
function refuseWeaker(
  section: string,
  overrides: Gates,
  usual: ReadonlyMap<string, Gate>,
  groups: Iterable<string> = [],
): void {
  for (const [name, gate] of Object.entries(overrides)) {
    const builtIn = usual.get(name);
    const where = `WAYBILL_POLICY: "${section}.${name}"`;
    if (builtIn === undefined) throw buildUnknownName(where, name, [...usual.keys(), ...groups]);
    if (builtIn === 'none' && gate !== 'off') {
      throw new WaybillError('CONFIGURATION', `${where}: reading needs no gate; only "off" is possible.`);
    }
    const isTurnedOn = builtIn === 'off' && gate === 'approve';
    if (!isTurnedOn && strictness[gate] < strictness[builtIn]) {
      const allowed = builtIn === 'off' ? '"approve"' : `"${builtIn}" or stricter`;
      throw new WaybillError('CONFIGURATION', `${where}: "${gate}" is weaker than the built-in gate; use ${allowed}.`);
    }
  }
}

/** Lists the gates that are weaker than built in. */
export const listWeakerGates = (section: string, gates: Gates, usual: ReadonlyMap<string, Gate>): readonly string[] =>
  Object.entries(gates).flatMap(([name, gate]) => {
    const builtIn = usual.get(name);
    return builtIn !== undefined && strictness[gate] < strictness[builtIn]
      ? [`${section}.${name} is "${gate}" (built in: "${builtIn}")`]
      : [];
  });

/** Refuses names that are neither a tool, nor an operation, nor `*`. */
export function refuseUnknownNames(section: string, entries: object, { tools, operations }: Gated): void {
  const unknown = Object.keys(entries).find((name) => name !== everything && !tools.has(name) && !operations.has(name));
  if (unknown !== undefined)
    throw buildUnknownName(`WAYBILL_POLICY: "${section}.${unknown}"`, unknown, [...tools.keys(), ...operations.keys()]);
}

const buildUnknownName = (where: string, name: string, names: readonly string[]): WaybillError =>
  new WaybillError('CONFIGURATION', `${where} names nothing that exists${suggestName(name, names)}.`);

/** Refuses names of tools and operations that only read. */
export function refuseReading(section: string, entries: object, { tools, operations }: Gated): void {
  const reading = Object.keys(entries).find((name) => (tools.get(name) ?? operations.get(name)) === 'none');
  if (reading !== undefined)
    throw new WaybillError('CONFIGURATION', `WAYBILL_POLICY: "${section}.${reading}" only reads, and is not limited.`);
}
