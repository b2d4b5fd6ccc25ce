import { formatUndo } from '../text/undo-text.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { describeDifferences } from '../text/difference-text.ts';
import { recordText, formatTypedName } from '../text/text.ts';
import {
  formatPlanItem,
  formatPlanLine,
  type Plan,
  type Planned,
  type PlanStep,
  type PlanReading,
  type RecordSnapshots,
  toSnapshotKey,
} from '../tool/plan.ts';
import type { Gate } from '../../contract/kit/gate.ts';
import { strictness } from '../policy/gate-strictness.ts';

/** A reason why a plan is not the one that a person said yes to. */
export interface PlanChange {
  /** `BILL-01191: amount $851.00 -> $951.00`, without a full stop. */
  readonly text: string;
  /** The record that changed, where it is one. */
  readonly recordId?: string;
}

/** A plan as it was shown to a person; without snapshots where an earlier version of Waybill stored it. */
export interface ShownPlan {
  readonly plan: Plan;
  readonly snapshots: RecordSnapshots | undefined;
  /** Gate under which a person decided, where that was stricter than the plan's own. */
  readonly gate?: Gate | undefined;
}

/** Ids of records that earlier steps of the plan have changed themselves. */
type ChangedRecordIds = ReadonlySet<string | null | undefined>;

const olderVersion = 'It was stored by an earlier version of Waybill, which kept too little of it to compare';

/**
 * Lists what voids a yes to a plan: another call, another value of a record that the plan is about, another thing that it
 * says about these records, another recipient, a new warning, or a stricter gate than the one that was passed. The context of a plan counts for nothing, nor does a
 * warning that is gone, nor another reason for the same gate. The page, the terminal, the form and the execution all decide by this list.
 */
export function comparePlans(
  before: ShownPlan | undefined,
  after: Pick<Planned, 'plan' | 'snapshots'>,
): readonly PlanChange[] {
  if (before?.snapshots === undefined) return [{ text: olderVersion }];
  const records = compareRecords(before, after, { isRest: false, settled: new Set() });
  const causes = [
    ...records,
    ...listNewEmails(before.plan, after.plan),
    ...listGoneEmails(before.plan, after.plan),
    ...listNewWarnings(before.plan, after.plan),
  ];
  // Calls and texts follow from records, so they are named only where nothing else explains them.
  if (causes.length > 0) return causes;
  return [
    ...compareCalls(before.plan, after.plan),
    ...compareTexts(before.plan, after.plan),
    ...compareFigures(before.plan, after.plan),
    ...compareGates(before, after.plan),
  ].slice(0, 1);
}

/**
 * Lists what speaks against going on with the rest of an interrupted plan: what is left may say less than the whole, and
 * the records of the steps that were done are as these steps left them.
 */
export function compareRest(
  before: ShownPlan,
  after: Pick<Planned, 'plan' | 'snapshots'>,
  settled: ChangedRecordIds,
): readonly PlanChange[] {
  if (before.snapshots === undefined) return [{ text: olderVersion }];
  return [
    ...compareRecords(before, after, { isRest: true, settled }),
    ...listNewEmails(before.plan, after.plan),
    ...listNewWarnings(before.plan, after.plan),
    ...listNewTexts(before.plan, after.plan),
    ...compareGates(before, after.plan),
  ];
}

const namedMax = 3;

/** Joins the first changes to one text and counts the others. */
export function describeChanges(changes: readonly PlanChange[]): string {
  const rest = changes.length - namedMax;
  const more = rest > 0 ? [`${rest} more ${rest === 1 ? 'change' : 'changes'}`] : [];
  return [...changes.slice(0, namedMax).map(({ text }) => text), ...more].join('; ');
}

interface RecordScope {
  /** Records that are not read any more belong to steps that were done. */
  readonly isRest: boolean;
  readonly settled: ChangedRecordIds;
}

function compareRecords(
  before: ShownPlan,
  after: Pick<Planned, 'plan' | 'snapshots'>,
  { isRest, settled }: RecordScope,
): readonly PlanChange[] {
  const [old, current] = [toReadings(before.plan), toReadings(after.plan)];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  return keys.flatMap((key): readonly PlanChange[] => {
    const [was, is] = [old.get(key), current.get(key)];
    const recordId = (was ?? is)?.id ?? '';
    if (settled.has(recordId) || was?.version === is?.version) return [];
    const [oldRecord, record] = [before.snapshots?.[key], after.snapshots[key]];
    const name = formatRecordName(before.plan, after.plan, recordId, oldRecord ?? record);
    if (is === undefined)
      return isRest ? [] : [{ recordId, text: `${name}: no longer there, or no longer part of the plan` }];
    if (was === undefined) return [{ recordId, text: `${name}: now part of the plan` }];
    const values = oldRecord && record ? describeDifferences(oldRecord, record) : 'changed';
    return [{ recordId, text: `${name}: ${values}` }];
  });
}

const toReadings = ({ readings }: Plan): ReadonlyMap<string, PlanReading> =>
  new Map(readings.map((reading) => [toSnapshotKey(reading), reading]));

/** Returns the number or the name by which people know a record. */
export function formatRecordName(
  before: Plan,
  after: Plan,
  id: string,
  snapshot: Readonly<Record<string, unknown>> | undefined,
): string {
  const record = [...before.records, ...after.records].find((candidate) => candidate.id === id);
  const number = record?.friendlyId ?? snapshot?.['friendlyId'];
  if (typeof number === 'string') return formatTypedName(number);
  const name = record?.name ?? snapshot?.['name'];
  return typeof name === 'string' ? recordText(name, 'list') : 'A record of the plan';
}

const listNewEmails = (before: Plan, after: Plan): readonly PlanChange[] =>
  after.emails
    .filter((email) => !before.emails.includes(email))
    .map((email) => ({ text: `e-mail would go to ${recordText(email, 'list')} now` }));

const listGoneEmails = (before: Plan, after: Plan): readonly PlanChange[] =>
  before.emails
    .filter((email) => !after.emails.includes(email))
    .map((email) => ({ text: `no e-mail would go to ${recordText(email, 'list')} any more` }));

function listNewWarnings(before: Plan, after: Plan): readonly PlanChange[] {
  const oldHits = new Set(before.policyHits);
  const oldKeys = new Set((before.contextWarnings ?? []).map(({ key }) => key));
  const oldFindings = new Map((before.items ?? []).map(({ key, findings }) => [key, new Set(findings)]));
  const texts = [
    ...after.policyHits.filter((hit) => !oldHits.has(hit)),
    ...(after.contextWarnings ?? []).filter(({ key }) => !oldKeys.has(key)).map(({ text }) => text),
    ...(after.items ?? []).flatMap(({ key, findings }) =>
      findings.filter((finding) => oldFindings.get(key)?.has(finding) === false).map((finding) => `${key}: ${finding}`),
    ),
    ...(after.exceptions ?? [])
      .filter((exception) => before.exceptions?.includes(exception) !== true)
      .map((exception) => `an exception of the policy: ${exception}`),
  ];
  return texts.map((text) => ({ text: `new warning: ${stripPeriod(text)}` }));
}

const stripPeriod = (text: string): string => text.replace(/\.$/, '');

const toCalls = (steps: readonly PlanStep[]) =>
  steps.map(({ operation, input, takes }) => ({ operation, input, takes }));

function compareCalls(before: Plan, after: Plan): readonly PlanChange[] {
  const [old, current] = [toCalls(before.steps), toCalls(after.steps)];
  if (digest(old) === digest(current)) return [];
  if (old.length !== current.length)
    return [
      { text: `it would take ${current.length} ${current.length === 1 ? 'step' : 'steps'} instead of ${old.length}` },
    ];
  return before.steps.flatMap(({ label }, index): readonly PlanChange[] => {
    const [was, is] = [old[index], current[index]];
    if (digest(was) === digest(is)) return [];
    const values = was && is && was.operation === is.operation ? describeDifferences(was.input, is.input) : undefined;
    return [{ text: `${label}: ${values ?? `now ${after.steps[index]?.label ?? 'another step'}`}` }];
  });
}

/** Lists the plan's texts about its records, in the order in which a person reads them. */
const listTexts = ({ lines, sideEffects, items = [] }: Plan): readonly string[] => [
  ...lines.map(formatPlanLine),
  ...items.map(({ cells, money }) => formatPlanItem({ cells, money })),
  ...sideEffects,
];

function compareTexts(before: Plan, after: Plan): readonly PlanChange[] {
  const texts = [before, after].map((plan) => [...listTexts(plan), plan.title, formatUndo(plan)]);
  const [old = [], current = []] = texts;
  const gone = old.filter((text) => !current.includes(text));
  const added = current.filter((text) => !old.includes(text));
  if (gone.length === 0 && added.length === 0) return [];
  const [was, is] = [gone[0], added[0]];
  if (was === undefined || is === undefined) return [{ text: stripPeriod(is ?? `no longer true: ${was ?? ''}`) }];
  return [{ text: `${stripPeriod(was)} -> ${stripPeriod(is)}` }];
}

const listNewTexts = (before: Plan, after: Plan): readonly PlanChange[] =>
  listTexts(after)
    .filter((text) => !listTexts(before).includes(text))
    .map((text) => ({ text: stripPeriod(text) }));

/** Returns the parts that limits count and that undo the plan, which no text may show. */
const getFigures = ({ money, payees, moves, binds, changes, back }: Plan) => ({
  money,
  payees,
  moves,
  binds,
  changes,
  back,
});

const compareFigures = (before: Plan, after: Plan): readonly PlanChange[] =>
  digest(getFigures(before)) === digest(getFigures(after))
    ? []
    : [{ text: 'what the plan moves is not the same any more' }];

/** Says that a plan needs an approval by now, where a confirmation would have been enough. A softer gate changes nothing. */
const compareGates = ({ plan, gate = plan.gate }: ShownPlan, after: Plan): readonly PlanChange[] =>
  strictness[after.gate] > strictness[gate] ? [{ text: 'it needs an approval now' }] : [];
