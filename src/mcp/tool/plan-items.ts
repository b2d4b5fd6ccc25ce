import { type AmountOf, sumByCurrency } from '../../domain/money/money.ts';
import { WaybillError } from '../../errors.ts';
import { formatTypedName } from '../text/text.ts';
import type { BackCall, Plan, PlanDraft, PlanItem, PlanMove, PlanStep } from './plan.ts';

/** The plan without some of its lines: what is left of it stays as it was planned. */
export function omitItems(plan: Plan, keys: readonly string[]): Plan {
  const [out, kept] = partItems(plan.items ?? [], new Set(keys));
  if (out.length === 0) return plan;
  const left = new Set(out.map(({ key }) => key));
  const records = plan.records.filter(({ id, friendlyId }) => !left.has(id) && !left.has(friendlyId ?? id));
  const isKept = keptWith(plan, records);
  return {
    ...plan,
    title: withoutText(plan.title, left),
    items: kept,
    ...stepsWithout(plan, left),
    records,
    readings: plan.readings.filter(isKept),
    money: moneyWithout(plan.money, out),
    emails: emailsWithout(plan.emails, out, kept),
    changes: plan.changes?.filter(isKept),
  };
}

function partItems(items: readonly PlanItem[], keys: ReadonlySet<string>) {
  const isOut = ({ key }: PlanItem) => keys.has(key);
  return [items.filter(isOut), items.filter((item) => !isOut(item))] as const;
}

/** What is read or changed elsewhere than at the records that are gone stays. */
function keptWith(plan: Plan, records: Plan['records']) {
  const kept = new Set(records.map(({ id }) => id));
  const gone = new Set(plan.records.map(({ id }) => id).filter((id) => !kept.has(id)));
  return ({ id }: { readonly id: string }) => !gone.has(id);
}

const withoutText = (text: string, left: ReadonlySet<string>) => `${text} (left out: ${[...left].join(', ')})`;

/** The steps that stay, what they move and the way back of what they do; all name a step by its place, which moves. */
function stepsWithout({ steps, back, moves }: Plan, left: ReadonlySet<string>): Pick<Plan, 'steps' | 'back' | 'moves'> {
  const kept = steps.map((step) => stepWithout(step, left));
  const places = kept.map((_, index) => kept.slice(0, index).flat().length);
  const takesNow = (takes: PlanStep['takes']) =>
    takes && {
      takes: Object.fromEntries(
        Object.entries(takes).map(([field, from]) => [field, { ...from, step: places[from.step] ?? from.step }]),
      ),
    };
  const isKept = ({ step, item }: BackCall | PlanMove) =>
    (kept[step]?.length ?? 0) > 0 && (item === undefined || !left.has(item));
  return {
    steps: kept.flat().map((step) => ({ ...step, ...takesNow(step.takes) })),
    ...(moves && {
      moves: moves.filter(isKept).map((move) => ({ ...move, step: places[move.step] ?? move.step })),
    }),
    ...(back && {
      back: back
        .filter(isKept)
        .map((call) => ({ ...call, ...takesNow(call.takes), step: places[call.step] ?? call.step })),
    }),
  };
}

function stepWithout(step: PlanStep, left: ReadonlySet<string>): readonly PlanStep[] {
  const { item, list, input, label } = step;
  if (item !== undefined && left.has(item)) return [];
  if (list === undefined) return [step];
  const kept = list.keys.filter((key) => !left.has(key));
  if (kept.length === list.keys.length) return [step];
  if (kept.length === 0) return [];
  const elements = elementsOf(step).filter((_, index) => !left.has(list.keys[index] ?? ''));
  const own = new Set(list.keys.filter((key) => left.has(key)));
  return [
    {
      ...step,
      label: withoutText(label, own),
      input: { ...input, [list.field]: elements },
      list: { ...list, keys: kept },
    },
  ];
}

function elementsOf({ input, list }: PlanStep): readonly unknown[] {
  const elements = list === undefined ? [] : input[list.field];
  return Array.isArray(elements) ? elements : [];
}

/** What is left of each currency; one that has nothing left is not named. */
function moneyWithout(money: readonly AmountOf[], out: readonly PlanItem[]): readonly AmountOf[] {
  const taken = out.flatMap((item) => item.money.map((part) => ({ ...part, amountCents: -part.amountCents })));
  return sumByCurrency([...money, ...taken])
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ currency, amountCents }) => ({ currency, amountCents }));
}

/** An address that a line which stays needs as well stays. */
function emailsWithout(emails: readonly string[], out: readonly PlanItem[], kept: readonly PlanItem[]) {
  const needed = new Set(kept.flatMap((item) => item.emails ?? []));
  const gone = new Set(out.flatMap((item) => item.emails ?? []).filter((email) => !needed.has(email)));
  return emails.filter((email) => !gone.has(email));
}

/** The keys of the lines that were meant, each once, as the plan writes them; one that it does not have is refused. */
export function requireItems(items: readonly PlanItem[], typed: readonly string[]): readonly string[] {
  const found = typed.map((name) => {
    const item = items.find(({ key }) => key.toLowerCase() === name.trim().toLowerCase());
    if (item !== undefined) return item.key;
    throw new WaybillError('BAD_REQUEST', `${formatTypedName(name)} cannot be left out: ${linesText(items)}.`);
  });
  return [...new Set(found)];
}

const linesText = (items: readonly PlanItem[]): string =>
  items.length === 0
    ? 'this plan is decided as a whole'
    : `the lines of this plan are ${items.map(({ key }) => key).join(', ')}`;

/** A fault of the tool: a line that is in no step could not be left out, and a step of an unknown line would stay. */
export function checkItems({ items = [], steps }: Pick<PlanDraft, 'items' | 'steps'>, tool: string): void {
  const keys = new Set(items.map(({ key }) => key));
  const used = new Set(
    steps.flatMap(({ item, list }) => [...(item === undefined ? [] : [item]), ...(list?.keys ?? [])]),
  );
  const isWhole =
    keys.size === items.length &&
    keys.symmetricDifference(used).size === 0 &&
    items.every(({ key, line }) => line.includes(key)) &&
    steps.every((step) => step.list === undefined || elementsOf(step).length === step.list.keys.length);
  if (!isWhole) throw new Error(`${tool} made a plan whose lines and steps do not fit together`);
}
