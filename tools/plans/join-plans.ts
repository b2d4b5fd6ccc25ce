import { sortExceptionsFirst } from '../../src/domain/kit/refusals.ts';
import { type AmountOf, sumByCurrency } from '../../src/domain/money/money.ts';
import type { BackCall, PlanDraft, PlanMove } from '../../src/mcp/tool/plan.ts';
import { stricter } from '../../src/mcp/policy/gate-strictness.ts';

/** What a plan of several calls says in its own words, in place of what its calls say. */
type Words = Pick<PlanDraft, 'title'> & Partial<PlanDraft>;

/** One plan of several calls, in the order in which they run: one yes for all of them, under the strictest of their gates. */
export function joinPlans(drafts: readonly PlanDraft[], words: Words): PlanDraft {
  const all = <Item>(read: (draft: PlanDraft) => readonly Item[]): readonly Item[] => [
    ...new Set(drafts.flatMap(read)),
  ];
  const exceptions = all((draft) => draft.exceptions ?? []);
  const records = drafts.flatMap((draft) => draft.records);
  const items = drafts.flatMap((draft) => draft.items ?? []);
  const moves = movesOf(drafts);
  const warnings = new Map(
    drafts.flatMap(({ contextWarnings = [] }) => contextWarnings).map((warning) => [warning.key, warning]),
  );
  return {
    gate: drafts.map(({ gate }) => gate).reduce(stricter, 'audit'),
    steps: drafts.flatMap(({ steps }) => steps),
    records: [...new Map(records.map((record) => [record.id, record])).values()],
    lines: all(({ title, lines }) => (drafts.length > 1 ? [`${title}:`, ...lines] : lines)),
    judgments: all(({ judgments = [] }) => judgments),
    context: all(({ context = [] }) => context),
    ...(warnings.size > 0 && { contextWarnings: [...warnings.values()] }),
    ...(items.length > 0 && { items }),
    money: totalsOf(drafts.flatMap(({ money }) => money)),
    binds: totalsOf(drafts.flatMap(({ binds = [] }) => binds)),
    payees: all(({ payees = [] }) => payees),
    emails: all(({ emails }) => emails),
    sideEffects: all(({ sideEffects }) => sideEffects),
    taken: all(({ taken = [] }) => taken),
    changes: drafts.flatMap(({ changes = [] }) => changes),
    ...(moves.length > 0 && { moves }),
    back: backOf(drafts),
    undo: all(({ undo }) => [undo]).join(' '),
    ...(exceptions.length > 0 && { exceptions }),
    policyHits: sortExceptionsFirst(all(({ policyHits }) => policyHits)),
    ...words,
  };
}

const totalsOf = (amounts: readonly AmountOf[]): readonly AmountOf[] =>
  sumByCurrency(amounts).map(({ currency, amountCents }) => ({ currency, amountCents }));

/** What each draft moves, by its step in the joined plan. */
function movesOf(drafts: readonly PlanDraft[]): readonly PlanMove[] {
  let before = 0;
  return drafts.flatMap(({ steps, moves = [] }) => {
    const moved = moves.map((move) => ({ ...move, step: move.step + before }));
    before += steps.length;
    return moved;
  });
}

/** The calls that take the joined plan back: what they take from answers stands behind the steps of the drafts before. */
function backOf(drafts: readonly PlanDraft[]): readonly BackCall[] {
  let before = 0;
  return drafts.flatMap(({ steps, back = [] }) => {
    const moved = back.map((call) => laterBy(call, before));
    before += steps.length;
    return moved;
  });
}

function laterBy({ takes, ...own }: BackCall, steps: number): BackCall {
  const call = { ...own, step: own.step + steps };
  if (takes === undefined) return call;
  const moved = Object.entries(takes).map(([field, from]) => [field, { ...from, step: from.step + steps }]);
  return { ...call, takes: Object.fromEntries(moved) };
}
