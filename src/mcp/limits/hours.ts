import { findNextOpening } from '../../domain/limits/next-opening.ts';
import { formatHours } from '../../domain/limits/open-hours.ts';
import { formatLocalTime } from '../../domain/places/local-time.ts';
import { WaybillError } from '../../errors.ts';
import { everything } from '../policy/policy-entry.ts';
import type { Policy } from '../policy/policy.ts';
import { declaredOperations } from '../tool/allowed-calls.ts';
import type { ToolRun } from '../run/run.ts';
import { readDeskZone } from './desk-counting.ts';
import type { Tool } from '../tool/tool.ts';

/** Lists the names of a write's tool and operations that the policy limits to certain hours. */
const listLimitedNames = ({ hours }: Policy, names: readonly string[]): readonly string[] =>
  [...new Set([everything, ...names])].filter((name) => hours[name] !== undefined);

/**
 * Refuses a write outside the hours of the desk, before asking for approval and again before it runs. A write that has
 * begun within the hours is finished: half of a batch would be worse than all of it some minutes late.
 */
export async function requireOpen(run: ToolRun, names: readonly string[]): Promise<void> {
  const { policy, now } = run.options;
  const limitedNames = listLimitedNames(policy, names);
  if (limitedNames.length === 0) return;
  const zone = await readDeskZone(run);
  const at = now();
  const closedName = limitedNames.find((name) => findNextOpening(policy.hours[name] ?? [], at, zone) !== null);
  if (closedName === undefined) return;
  const subject = closedName === everything ? 'Writing' : closedName;
  const hours = formatHours(policy.hours[closedName] ?? []);
  const reopening = describeOpening(policy, { limitedNames: limitedNames, at, zone });
  throw new WaybillError(
    'REFUSED',
    `${subject} is allowed ${hours} (${zone}) by the policy, and it is ${formatLocalTime(at, zone)}. ${reopening} Reading goes on.`,
  );
}

/** Refuses a tool whose calls are not known before it runs, unless everything that it may call is open. */
export async function requireToolOpen(
  run: ToolRun,
  { name, operations }: Pick<Tool, 'name' | 'operations'>,
): Promise<void> {
  const writes = operations.filter((operation) => declaredOperations.get(operation)?.effect !== 'read');
  // What saves a file on this machine writes nothing at the desk.
  if (writes.length > 0) await requireOpen(run, [name, ...writes]);
}

/** Describes when writing opens. If several hours limit a write, all of them have to be open. */
function describeOpening(
  { hours }: Policy,
  { limitedNames, at, zone }: { readonly limitedNames: readonly string[]; readonly at: string; readonly zone: string },
): string {
  let opening = at;
  for (let round = 0; round < roundsMax; round += 1) {
    const next = limitedNames
      .map((name) => findNextOpening(hours[name] ?? [], opening, zone))
      .find((instant) => instant !== null);
    if (next === undefined) return `It opens ${formatLocalTime(opening, zone)}.`;
    opening = next;
  }
  return `The hours of ${limitedNames.join(' and ')} have no time in common.`;
}

/** More openings than two kinds of hours have in a week. */
const roundsMax = 100;
