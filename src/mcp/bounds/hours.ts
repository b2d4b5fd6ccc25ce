import { findNextOpening } from '../../domain/bounds/next-opening.ts';
import { formatHours } from '../../domain/bounds/open-hours.ts';
import { formatLocalTime } from '../../domain/places/local-time.ts';
import { WaybillError } from '../../errors.ts';
import { everything } from '../policy/policy-entry.ts';
import type { Policy } from '../policy/policy.ts';
import { declaredOperations } from '../tool/allowed-calls.ts';
import type { Run } from '../run/run.ts';
import { zoneOf } from './desk-counting.ts';
import type { Tool } from '../tool/tool.ts';

/** What bounds a write: the names of its tool and its operations that the policy gives hours. */
const boundNames = ({ hours }: Policy, names: readonly string[]): readonly string[] =>
  [...new Set([everything, ...names])].filter((name) => hours[name] !== undefined);

/**
 * Refuses a write outside the hours of the desk, before anybody is asked and again before it runs. What has begun within
 * them is finished: half of a batch would be worse than all of it some minutes late.
 */
export async function requireOpen(run: Run, names: readonly string[]): Promise<void> {
  const { policy, now } = run.options;
  const bound = boundNames(policy, names);
  if (bound.length === 0) return;
  const zone = await zoneOf(run);
  const at = now();
  const closed = bound.find((name) => findNextOpening(policy.hours[name] ?? [], at, zone) !== null);
  if (closed === undefined) return;
  const what = closed === everything ? 'Writing' : closed;
  const hours = formatHours(policy.hours[closed] ?? []);
  const again = openFrom(policy, { bound, at, zone });
  throw new WaybillError(
    'REFUSED',
    `${what} is allowed ${hours} (${zone}) by the policy, and it is ${formatLocalTime(at, zone)}. ${again} Reading goes on.`,
  );
}

/** Refuses a tool whose calls are not known before it runs, unless everything that it may call is open. */
export async function requireToolOpen(
  run: Run,
  { name, operations }: Pick<Tool, 'name' | 'operations'>,
): Promise<void> {
  const writing = operations.filter((one) => declaredOperations.get(one)?.effect !== 'read');
  // What saves a file on this machine writes nothing at the desk.
  if (writing.length > 0) await requireOpen(run, [name, ...writing]);
}

/** Where several hours bound a write, all of them have to be open. */
function openFrom(
  { hours }: Policy,
  { bound, at, zone }: { readonly bound: readonly string[]; readonly at: string; readonly zone: string },
): string {
  let opening = at;
  for (let round = 0; round < roundsMax; round += 1) {
    const next = bound.map((name) => findNextOpening(hours[name] ?? [], opening, zone)).find((one) => one !== null);
    if (next === undefined) return `It opens ${formatLocalTime(opening, zone)}.`;
    opening = next;
  }
  return `The hours of ${bound.join(' and ')} have no time in common.`;
}

/** More openings than two kinds of hours have in a week. */
const roundsMax = 100;
