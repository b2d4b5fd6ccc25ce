import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PlanView } from '../results/result.ts';
import { cutSentence } from '../text/text.ts';
import type { GateOptions } from '../run/run.ts';
import type { Approval } from '../tool/context.ts';
import type { FoundApproval } from '../tool/memory.ts';
import type { Plan } from '../tool/plan.ts';
import { getShownStatus, openPlan } from './approval-row.ts';

type OverlapDesk = Pick<GateOptions, 'memory' | 'now'>;

/** A plan that may still be carried out: it waits for a decision, or was approved. */
export interface OpenPlan {
  readonly approval: Pick<FoundApproval, 'id' | 'status'>;
  /** Ids of the records that it changes, pays or bills. */
  readonly targets: ReadonlySet<string>;
  readonly plan: Plan;
}

const openMax = 500;

/** Reads the plans that may still be carried out. */
export async function readOpenPlans({ memory, now }: OverlapDesk): Promise<readonly OpenPlan[]> {
  const at = now();
  const lists = await Promise.all(
    (['pending', 'approved'] as const).map((status) => memory.approvals.list({ status, limit: openMax })),
  );
  return lists
    .flat()
    .filter((row) => ['pending', 'approved'].includes(getShownStatus(row, at)))
    .flatMap((row) => {
      const plan = openPlan(row, memory.cipher)?.plan;
      return plan === undefined ? [] : [{ approval: row, plan, targets: listTargets(plan) }];
    });
}

/** Members of an operation's input that name what it is about, and not a party. */
const targetMember = /^(?:bill|creditMemo|invoice|load|order|quote|shipment|stop)Ids?$/;

function listTargets({ steps }: Pick<Plan, 'steps'>): ReadonlySet<string> {
  const subjects = steps.flatMap(({ about, input }) => [about?.id, input['id']]);
  const ids = [...subjects, ...steps.flatMap(({ input }) => listTargetIds(input))];
  return new Set(ids.filter((id) => typeof id === 'string'));
}

function listTargetIds(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(listTargetIds);
  if (!isPlainRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    targetMember.test(name) ? [member].flat() : listTargetIds(member),
  );
}

const plansMax = 3;

/**
 * Lists a warning for each other plan that is about records of this one: after either of them, the other is out of date.
 * Whoever makes many such plans hides no other warning with them.
 */
export function listOverlapWarnings(
  plan: Pick<Plan, 'steps' | 'records' | 'items'>,
  otherPlans: readonly OpenPlan[],
): PlanView['warnings'] {
  const targets = listTargets(plan);
  const overlaps = otherPlans.flatMap((other) => {
    const shared = [...targets].filter((id) => other.targets.has(id));
    return shared.length === 0 ? [] : [{ other, names: shared.map((id) => nameRecord(plan, id)) }];
  });
  const rest = overlaps.length - plansMax;
  return [
    ...overlaps.slice(0, plansMax).map(({ other, names }) => {
      const text = `also in ${describePlan(other)}`;
      const isInLines = names.every((name) => plan.items?.some(({ key }) => key === name) === true);
      return isInLines ? { text, lines: names } : { text: `${listNames(names)} ${text}` };
    }),
    ...(rest > 0
      ? [{ text: `${rest} more open ${rest === 1 ? 'plan is' : 'plans are'} about records of this one` }]
      : []),
  ];
}

function nameRecord({ steps, records }: Pick<Plan, 'steps' | 'records'>, id: string): string {
  const record = records.find((each) => each.id === id);
  const step = steps.find(({ about }) => about?.id === id);
  return record?.friendlyId ?? step?.about?.friendlyId ?? record?.name ?? 'A record';
}

const namedMax = 3;

function listNames(names: readonly string[]): string {
  const distinctNames = [...new Set(names)];
  const rest = distinctNames.length - namedMax;
  const named = distinctNames.slice(0, namedMax).join(', ');
  const isOne = distinctNames.length === 1;
  return `${named}${rest > 0 ? ` and ${rest} more` : ''} ${isOne ? 'is' : 'are'}`;
}

const titleMax = 100;

const describePlan = ({ approval: { id, status }, plan: { title } }: OpenPlan): string =>
  `${id}, which ${status === 'approved' ? 'is approved and not carried out yet' : 'waits for a decision'}: ${cutSentence(title, titleMax)}`;

/** Adds to each plan that may still be carried out a warning for each other one that is about the same records. */
export async function addOverlaps(desk: OverlapDesk, approvals: readonly Approval[]): Promise<readonly Approval[]> {
  const openPlans = await readOpenPlans(desk);
  return approvals.map((approval) => {
    const own = openPlans.find((open) => open.approval.id === approval.id);
    if (!own) return approval;
    const warnings = listOverlapWarnings(
      own.plan,
      openPlans.filter((open) => open !== own),
    );
    return { ...approval, plan: addWarnings(approval.plan, warnings) };
  });
}

/** Adds warnings about other plans to what a person reads of a plan. */
export const addWarnings = (view: PlanView, warnings: PlanView['warnings']): PlanView =>
  warnings.length === 0 ? view : { ...view, warnings: [...view.warnings, ...warnings] };
