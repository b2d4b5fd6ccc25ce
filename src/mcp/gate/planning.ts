import type { PerformingTool } from '../tool/tool.ts';
import { getGate } from '../../contract/catalogue.ts';
import { WaybillError } from '../../errors.ts';
import { describeGaps } from '../../domain/kit/completeness.ts';
import type { ToolRun } from '../run/run.ts';
import { openRecorder, buildToolContext } from '../run/tool-context.ts';
import { createOrderCheck } from '../text/instruction-like.ts';
import { extractQuotedTexts } from '../text/text.ts';
import {
  formatPlanItem,
  formatPlanLine,
  hashPlan,
  isNothingToDo,
  type NothingToDo,
  type Plan,
  type PlanDraft,
  type PlanGate,
  toPlanView,
  type Planned,
} from '../tool/plan.ts';
import { formatInstant } from '../approvals/freshness.ts';
import { checkItems } from '../tool/plan-items.ts';
import { listPolicyNames } from '../policy/money-kinds.ts';
import { chooseStricter } from '../policy/gate-strictness.ts';
import type { Policy } from '../policy/policy.ts';
import { requireOpen, requireToolOpen } from '../limits/hours.ts';
import { requireMailDomains } from '../limits/mail-domains.ts';
import { createReadings } from './readings.ts';
import { describeStatuses, listAmountGaps } from '../results/completeness-result.ts';
import { declaredOperations } from '../tool/allowed-calls.ts';
import { createSettlement, type SettledAnswers } from '../tool/settlement.ts';

/** Lets the tool plan with reading calls only, then raises the gate to what policy and contract ask for at least. */
export async function planCall(
  run: ToolRun,
  tool: PerformingTool,
  input: Readonly<Record<string, unknown>>,
  { askedAt, settled, isLooking = false }: PlanCallOptions = {},
): Promise<Planned | NothingToDo> {
  const readings = createReadings();
  const recorder = openRecorder(run, tool.operations, { onRead: readings.note, readsOnce: true });
  const settlement = createSettlement(settled);
  const ctx = await buildToolContext(run, recorder, { askedAt, settlement });
  const planned = await tool.plan(ctx, input);
  if (isNothingToDo(planned)) return planned;
  const draft = raiseBatchGate(withWarning(planned));
  if (draft.steps.length === 0 && !tool.perform) throw new Error(`${tool.name} made a plan without steps`);
  checkItems(draft, tool.name);
  requireNames(draft);
  if (!isLooking) await requireOpenFor(run, tool, draft);
  requireMailDomains(run.options.policy, draft.emails);
  const gate = computePlanGate(run.options.policy, tool.name, draft);
  for (const gap of listAmountGaps({ text: listShownTexts(draft).join('\n'), data: {} })) ctx.noteGap(gap);
  const gaps = [describeGaps(ctx.completeness()), ...describeStatuses(run.statuses.listRead())].filter(
    (line) => line !== '',
  );
  const desk = await run.options.readDeskName?.();
  const plan: Plan = {
    ...draft,
    ...(desk !== undefined && { desk }),
    ...(gaps.length > 0 && { gaps }),
    gate,
    tool: tool.name,
    input,
    settled: settlement.listAnswers(),
    readings: readings.all(),
    ...(draft.context?.length && { contextAsOf: formatInstant(run.options.now(), ctx.timeZone) }),
  };
  return {
    plan,
    snapshots: readings.listSnapshots(),
    hash: hashPlan(plan),
    view: toPlanView(plan),
    askedAt: ctx.askedAt,
  };
}

interface PlanCallOptions {
  /** Time of the request by the API's clock; left out where that is now. */
  readonly askedAt?: string | undefined;
  /** Answers of an earlier planning of the same request. */
  readonly settled?: SettledAnswers | undefined;
  /** True if nothing is carried out now, so that the hours of the policy don't apply. */
  readonly isLooking?: boolean;
}

/** Placeholder of a missing name: empty quotes, or a word of the program. */
const unnamed = /«(?:\s*|undefined|null)»|\bundefined\b/;

/** Refuses a plan about a record without a name, because the person who decides could not tell what it is about. */
function requireNames({ title, steps, records }: PlanDraft): void {
  const isNamed = ({ friendlyId, name }: PlanDraft['records'][number]) =>
    (friendlyId ?? name) === null || [friendlyId, name].some((text) => text !== null && !emptyNames.has(text.trim()));
  const texts = [title, ...steps.map(({ label }) => label)];
  if (records.every(isNamed) && !texts.some((text) => unnamed.test(text))) return;
  throw new WaybillError(
    'REFUSED',
    'This API sends a record of the plan without a number, key or name, so the plan cannot say what it is about. Nothing was done.',
  );
}

const emptyNames: ReadonlySet<string> = new Set(['', 'undefined', 'null']);

const requireOpenFor = (run: ToolRun, tool: PerformingTool, draft: PlanDraft): Promise<void> =>
  tool.perform ? requireToolOpen(run, tool) : requireOpen(run, listPolicyNames({ tool: tool.name, ...draft }));

/** Lists the lines that the person who decides reads. */
const listShownTexts = ({ title, lines, items = [], judgments = [], context = [] }: PlanDraft): readonly string[] => [
  title,
  ...lines.map(formatPlanLine),
  ...judgments,
  ...context,
  ...items.flatMap((item) => [formatPlanItem(item), ...item.findings]),
];

/** Adds a warning for the person who decides if a name or note addresses the assistant, to the line that has it if one has. */
function withWarning(draft: PlanDraft): PlanDraft {
  const { judge } = createOrderCheck();
  const judgeTexts = (texts: readonly string[]) => {
    const verdicts = new Set(texts.map(judge));
    return [
      ...(verdicts.has('instruction_like') ? [suspicion] : []),
      ...(verdicts.has('unchecked') ? [uncheckedHit] : []),
    ];
  };
  const items = draft.items?.map((item) => {
    const texts = [formatPlanItem(item), ...item.findings];
    return { ...item, findings: [...item.findings, ...judgeTexts(texts.flatMap(extractQuotedTexts))] };
  });
  const itemTexts = (draft.items ?? []).map(formatPlanItem);
  const otherNames = draft.records
    .map(({ name }) => name ?? '')
    .filter((name) => !itemTexts.some((text) => text.includes(name)));
  const hits = judgeTexts([...draft.lines.map(formatPlanLine).flatMap(extractQuotedTexts), ...otherNames]);
  const contextTexts = [...(draft.judgments ?? []), ...(draft.context ?? [])];
  const contextHits = judgeTexts(contextTexts.flatMap(extractQuotedTexts)).filter((hit) => !hits.includes(hit));
  return {
    ...draft,
    ...(items && { items }),
    policyHits: [...draft.policyHits, ...hits],
    ...(contextHits.length > 0 && {
      contextWarnings: [...(draft.contextWarnings ?? []), ...contextHits.map((text) => ({ key: text, text }))],
    }),
  };
}

const suspicion = 'A text in these records reads like an instruction or redirects money: look at it before deciding.';
const uncheckedHit =
  'These records hold more text than is checked for orders and changed bank details: look at it before deciding.';

/** Asks for an approval of a batch that sends mail or can't be undone: one look at a form is too little for several. */
function raiseBatchGate(draft: PlanDraft): PlanDraft {
  const { items = [], emails, isFinal, gate, reason } = draft;
  const sendsMail = emails.length > 0;
  if (items.length < 2 || !(sendsMail || isFinal === true)) return draft;
  return {
    ...draft,
    gate: chooseStricter(gate, 'approve'),
    reason: reason ?? (sendsMail ? 'several mails at once' : "several at once that can't be undone"),
  };
}

function computePlanGate(policy: Policy, toolName: string, draft: PlanDraft): PlanGate {
  const { gate, steps } = draft;
  let minimumGate: PlanGate = raiseGate(gate, policy.gates[toolName] ?? 'none', toolName);
  for (const { operation, input } of steps) {
    const declared = declaredOperations.get(operation);
    if (declared === undefined) throw new Error(`${operation} is not an operation`);
    const usual = getGate(declared, input);
    // Money, mail and destruction never pass without a person, whatever a tool's plan says.
    if (usual === 'confirm' || usual === 'approve') minimumGate = chooseStricter(minimumGate, 'confirm');
    if (usual === 'off') minimumGate = 'approve';
  }
  for (const name of listPolicyNames({ tool: toolName, ...draft }))
    minimumGate = raiseGate(minimumGate, policy.operations[name] ?? 'none', name);
  return minimumGate;
}

function raiseGate(gate: PlanGate, override: Policy['gates'][string], name: string): PlanGate {
  if (override === 'off') throw new WaybillError('REFUSED', `The policy has turned ${name} off.`);
  return override === 'none' ? gate : chooseStricter(gate, override);
}
