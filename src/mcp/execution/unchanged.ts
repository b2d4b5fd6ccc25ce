import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { type ReadRecord, unchangedMax, computeVersion } from '../../contract/kit/record-version.ts';
import { WaybillError } from '../../errors.ts';
import { formatRecordName, type ShownPlan } from '../approvals/plan-changes.ts';
import { describeDifferences } from '../text/difference-text.ts';
import type { Plan } from '../tool/plan.ts';
import type { ToolRun } from '../run/run.ts';

/**
 * Lists the records that must be unchanged for a step: all of the plan's for the first step, and its own for a later
 * one, because the steps before it may have changed the others. The record that the step is about comes first.
 */
export function listBasis({ steps, readings, takesBack }: Plan, index: number): readonly ReadRecord[] {
  // What takes a write back touches records that belong together: all of them are compared before the first step.
  if (index > 0 && takesBack !== undefined) return [];
  const ownId = steps[index]?.about?.id;
  const earlier = new Set(steps.slice(0, index).map(({ about: record }) => record?.id));
  const basisReadings = readings.filter(({ id }) => index === 0 || (id === ownId && !earlier.has(id)));
  const read = basisReadings.map(({ operation, id, version }) => ({
    resource: operation.split('.')[0] ?? '',
    id,
    version,
  }));
  const distinct = new Map(read.map((record) => [`${record.resource} ${record.id}`, record]));
  return [...distinct.values()]
    .toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
    .slice(0, unchangedMax);
}

/** Reads the records again; refuses where one is not what a person said yes to, and names the change. */
export async function requireBasis(
  run: ToolRun,
  { plan, snapshots }: ShownPlan,
  basis: readonly ReadRecord[],
): Promise<void> {
  const api = run.options.apiOf(run.caller.principal);
  for (const { resource, id, version } of basis) {
    const now = await api.call(`${resource}.get`, { id, by: 'id' }, { signal: run.caller.signal });
    if (computeVersion(now) === version) continue;
    const before = snapshots?.[`${resource} ${id}`];
    const name = formatRecordName(plan, plan, id, before);
    const values = before && isPlainRecord(now) ? `: ${describeDifferences(before, now)}` : '';
    throw new WaybillError(
      'RECORD_CHANGED',
      `${name} was changed after it was shown${values}; nothing was changed by this plan.`,
    );
  }
}

/** Names the change where the API has found it, which says no more than that there is one. */
export async function withNamedChange(
  run: ToolRun,
  shownPlan: ShownPlan,
  { basis, error }: { readonly basis: readonly ReadRecord[]; readonly error: unknown },
): Promise<unknown> {
  if (!(error instanceof WaybillError) || error.code !== 'RECORD_CHANGED' || error.cause !== undefined) return error;
  try {
    await requireBasis(run, shownPlan, basis);
    return error;
  } catch (changeError) {
    return changeError instanceof WaybillError && changeError.code === 'RECORD_CHANGED' ? changeError : error;
  }
}
