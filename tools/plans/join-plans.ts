import { joinUndos } from '../../src/mcp/text/undo-text.ts';
import { sortExceptionsFirst } from '../../src/domain/text/refusals.ts';
import { type AmountOf, sumByCurrency } from '../../src/domain/money/money.ts';
import {
  type BackCall,
  formatPlanLine,
  type PlanDraft,
  type PlanLine,
  type PlanMove,
} from '../../src/mcp/tool/plan.ts';
import { chooseStricter } from '../../src/mcp/policy/gate-strictness.ts';

/** Texts of a plan of several calls that replace those of its calls. */
type JoinedTexts = Pick<PlanDraft, 'title'> & Partial<PlanDraft>;

/**
 * Joins the plans of several calls, in the order in which they run: one approval for all of them, under the strictest
 * of their gates.
 */
export function joinPlans(drafts: readonly PlanDraft[], words: JoinedTexts): PlanDraft {
  const collectDistinct = <Item>(read: (draft: PlanDraft) => readonly Item[]): readonly Item[] => [
    ...new Set(drafts.flatMap(read)),
  ];
  const exceptions = collectDistinct((draft) => draft.exceptions ?? []);
  const reasons = collectDistinct(({ reason }) => (reason === undefined ? [] : [reason]));
  const records = drafts.flatMap((draft) => draft.records);
  const items = drafts.flatMap((draft) => draft.items ?? []);
  const moves = renumberMoves(drafts);
  const warnings = new Map(
    drafts.flatMap(({ contextWarnings = [] }) => contextWarnings).map((warning) => [warning.key, warning]),
  );
  return {
    gate: drafts.map(({ gate }) => gate).reduce(chooseStricter, 'audit'),
    steps: drafts.flatMap(({ steps }) => steps),
    records: [...new Map(records.map((record) => [record.id, record])).values()],
    lines: removeEqualLines(
      joinValues(drafts.flatMap(({ title, lines }) => (drafts.length > 1 ? [`${title}:`, ...lines] : lines))),
    ),
    judgments: collectDistinct(({ judgments = [] }) => judgments),
    context: collectDistinct(({ context = [] }) => context),
    ...(warnings.size > 0 && { contextWarnings: [...warnings.values()] }),
    ...(items.length > 0 && { items }),
    money: sumTotals(drafts.flatMap(({ money }) => money)),
    binds: sumTotals(drafts.flatMap(({ binds = [] }) => binds)),
    payees: collectDistinct(({ payees = [] }) => payees),
    emails: collectDistinct(({ emails }) => emails),
    sideEffects: collectDistinct(({ sideEffects }) => sideEffects),
    taken: collectDistinct(({ taken: interpretations = [] }) => interpretations),
    changes: drafts.flatMap(({ changes = [] }) => changes),
    ...(moves.length > 0 && { moves }),
    back: renumberUndoCalls(drafts),
    ...(words.undo === undefined ? joinUndos(drafts) : { undo: words.undo }),
    ...(drafts.some(({ isFinal }) => isFinal === true) && { isFinal: true }),
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    ...(exceptions.length > 0 && { exceptions }),
    policyHits: sortExceptionsFirst(collectDistinct(({ policyHits }) => policyHits)),
    ...words,
  };
}

/** Leaves of each value of a record that several calls change only its end state, at the place of the last change. */
function joinValues(lines: readonly PlanLine[]): readonly PlanLine[] {
  const changes = lines.map((line) => (typeof line === 'string' || line.record === undefined ? undefined : line));
  const byLabel = Map.groupBy(changes, (change) => change?.label);
  return lines.flatMap((line, place) => {
    const change = changes[place];
    if (change === undefined) return [line];
    const steps = byLabel.get(change.label) ?? [];
    if (change !== steps.at(-1)) return [];
    const before = steps[0]?.before ?? null;
    return before === change.after ? [] : [{ ...change, before }];
  });
}

const removeEqualLines = (lines: readonly PlanLine[]): readonly PlanLine[] => [
  ...new Map(lines.map((line) => [formatPlanLine(line), line])).values(),
];

const sumTotals = (amounts: readonly AmountOf[]): readonly AmountOf[] =>
  sumByCurrency(amounts).map(({ currency, amountCents }) => ({ currency, amountCents }));

/** Lists the moves of all drafts, each by its step in the joined plan. */
function renumberMoves(drafts: readonly PlanDraft[]): readonly PlanMove[] {
  let before = 0;
  return drafts.flatMap(({ steps, moves = [] }) => {
    const moved = moves.map((move) => ({ ...move, step: move.step + before }));
    before += steps.length;
    return moved;
  });
}

/** Lists the calls that undo the joined plan, each by its steps in it. */
function renumberUndoCalls(drafts: readonly PlanDraft[]): readonly BackCall[] {
  let before = 0;
  return drafts.flatMap(({ steps, back = [] }) => {
    const moved = back.map((call) => shiftSteps(call, before));
    before += steps.length;
    return moved;
  });
}

function shiftSteps({ takes, ...rest }: BackCall, steps: number): BackCall {
  const call = { ...rest, step: rest.step + steps };
  if (takes === undefined) return call;
  const moved = Object.entries(takes).map(([field, from]) => [field, { ...from, step: from.step + steps }]);
  return { ...call, takes: Object.fromEntries(moved) };
}
