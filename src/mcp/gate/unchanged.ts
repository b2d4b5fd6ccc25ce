import { type ReadRecord, unchangedMax, versionOf } from '../../contract/kit/record-version.ts';
import { WaybillError } from '../../errors.ts';
import type { Plan } from '../tool/plan.ts';
import type { Run } from '../run/run.ts';

/**
 * What a step rests on as the plan read it: the first on all records, a later one on its own, because the steps before it
 * may have changed the others. The record that the step is about comes first.
 */
export function basisOf({ steps, readings, takesBack }: Plan, index: number): readonly ReadRecord[] {
  // What takes a write back touches records that belong together: all of them are compared before the first step.
  if (index > 0 && takesBack !== undefined) return [];
  const own = steps[index]?.about?.id;
  const earlier = new Set(steps.slice(0, index).map(({ about }) => about?.id));
  const wanted = readings.filter(({ id }) => index === 0 || (id === own && !earlier.has(id)));
  const read = wanted.map(({ operation, id, version }) => ({ resource: operation.split('.')[0] ?? '', id, version }));
  const distinct = new Map(read.map((record) => [`${record.resource} ${record.id}`, record]));
  return [...distinct.values()].toSorted((a, b) => Number(b.id === own) - Number(a.id === own)).slice(0, unchangedMax);
}

/** Reads the records again; refuses where one is not what a person said yes to. */
export async function requireBasis(run: Run, plan: Plan, basis: readonly ReadRecord[]): Promise<void> {
  const api = run.options.apiOf(run.caller.principal);
  for (const { resource, id, version } of basis) {
    const now = await api.call(`${resource}.get`, { id, by: 'id' }, { signal: run.caller.signal });
    if (versionOf(now) === version) continue;
    const known = plan.records.find((record) => record.id === id);
    throw new WaybillError(
      'RECORD_CHANGED',
      `${known?.friendlyId ?? 'A record of the plan'} was changed after it was shown; nothing was changed by this plan.`,
    );
  }
}
