import { type AmountOf, sumByCurrency } from '../../domain/money/money.ts';
import { WaybillError } from '../../errors.ts';
import { formatTypedName } from '../text/text.ts';
import type { BackCall, Plan, PlanDraft, PlanItem, PlanMove, PlanStep } from './plan.ts';

/** Omits lines from a plan. The rest stays as it was planned. */
export function omitItems(plan: Plan, keys: readonly string[]): Plan {
  const [omittedItems, remainingItems] = splitItems(plan.items ?? [], new Set(keys));
  if (omittedItems.length === 0) return plan;
  const omittedKeys = new Set(omittedItems.map(({ key }) => key));
  const records = plan.records.filter(
    ({ id, friendlyId }) => !omittedKeys.has(id) && !omittedKeys.has(friendlyId ?? id),
  );
  const isKept = createRemainingTest(plan, records);
  return {
    ...plan,
    title: addOmittedKeys(plan.title, omittedKeys),
    items: remainingItems,
    ...omitFromSteps(plan, omittedKeys),
    records,
    readings: plan.readings.filter(isKept),
    money: reduceMoney(plan.money, omittedItems),
    emails: removeEmails(plan.emails, omittedItems, remainingItems),
    changes: plan.changes?.filter(isKept),
  };
}

function splitItems(items: readonly PlanItem[], keys: ReadonlySet<string>) {
  const isOut = ({ key }: PlanItem) => keys.has(key);
  return [items.filter(isOut), items.filter((item) => !isOut(item))] as const;
}

/** Creates a test for parts that stay: those that read or change other records than the omitted ones. */
function createRemainingTest(plan: Plan, records: Plan['records']) {
  const remainingIds = new Set(records.map(({ id }) => id));
  const omittedIds = new Set(plan.records.map(({ id }) => id).filter((id) => !remainingIds.has(id)));
  return ({ id }: { readonly id: string }) => !omittedIds.has(id);
}

const addOmittedKeys = (text: string, omittedKeys: ReadonlySet<string>) =>
  `${text} (left out: ${[...omittedKeys].join(', ')})`;

/**
 * Omits lines from the steps of a plan, from what they move and from their undo. All of them name a step by its place,
 * which changes.
 */
function omitFromSteps(
  { steps, back, moves }: Plan,
  omittedKeys: ReadonlySet<string>,
): Pick<Plan, 'steps' | 'back' | 'moves'> {
  const remainingSteps = steps.map((step) => omitFromStep(step, omittedKeys));
  const places = remainingSteps.map((_, index) => remainingSteps.slice(0, index).flat().length);
  const renumberTakes = (takes: PlanStep['takes']) =>
    takes && {
      takes: Object.fromEntries(
        Object.entries(takes).map(([field, from]) => [field, { ...from, step: places[from.step] ?? from.step }]),
      ),
    };
  const isKept = ({ step, item }: BackCall | PlanMove) =>
    (remainingSteps[step]?.length ?? 0) > 0 && (item === undefined || !omittedKeys.has(item));
  return {
    steps: remainingSteps.flat().map((step) => ({ ...step, ...renumberTakes(step.takes) })),
    ...(moves && {
      moves: moves.filter(isKept).map((move) => ({ ...move, step: places[move.step] ?? move.step })),
    }),
    ...(back && {
      back: back
        .filter(isKept)
        .map((call) => ({ ...call, ...renumberTakes(call.takes), step: places[call.step] ?? call.step })),
    }),
  };
}

function omitFromStep(step: PlanStep, omittedKeys: ReadonlySet<string>): readonly PlanStep[] {
  const { item, list, input, label } = step;
  if (item !== undefined && omittedKeys.has(item)) return [];
  if (list === undefined) return [step];
  const remainingKeys = list.keys.filter((key) => !omittedKeys.has(key));
  if (remainingKeys.length === list.keys.length) return [step];
  if (remainingKeys.length === 0) return [];
  const elements = getElements(step).filter((_, index) => !omittedKeys.has(list.keys[index] ?? ''));
  const omittedOfStep = new Set(list.keys.filter((key) => omittedKeys.has(key)));
  return [
    {
      ...step,
      label: addOmittedKeys(label, omittedOfStep),
      input: { ...input, [list.field]: elements },
      list: { ...list, keys: remainingKeys },
    },
  ];
}

function getElements({ input, list }: PlanStep): readonly unknown[] {
  const elements = list === undefined ? [] : input[list.field];
  return Array.isArray(elements) ? elements : [];
}

/** Reduces the money of a plan by its omitted lines. Currencies with nothing left are dropped. */
function reduceMoney(money: readonly AmountOf[], omittedItems: readonly PlanItem[]): readonly AmountOf[] {
  const negatedAmounts = omittedItems.flatMap((item) =>
    item.money.map((part) => ({ ...part, amountCents: -part.amountCents })),
  );
  return sumByCurrency([...money, ...negatedAmounts])
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ currency, amountCents }) => ({ currency, amountCents }));
}

/** Removes the addresses that only omitted lines need. */
function removeEmails(
  emails: readonly string[],
  omittedItems: readonly PlanItem[],
  remainingItems: readonly PlanItem[],
) {
  const needed = new Set(remainingItems.flatMap((item) => item.emails ?? []));
  const removedEmails = new Set(
    omittedItems.flatMap((item) => item.emails ?? []).filter((email) => !needed.has(email)),
  );
  return emails.filter((email) => !removedEmails.has(email));
}

/**
 * Returns the keys of the named lines, each once, in the plan's spelling. Refuses a line that the plan does not have.
 */
export function requireItems(items: readonly PlanItem[], names: readonly string[]): readonly string[] {
  const keys = names.map((name) => {
    const item = items.find(({ key }) => key.toLowerCase() === name.trim().toLowerCase());
    if (item !== undefined) return item.key;
    throw new WaybillError('BAD_REQUEST', `${formatTypedName(name)} cannot be left out: ${describeLines(items)}.`);
  });
  return [...new Set(keys)];
}

const describeLines = (items: readonly PlanItem[]): string =>
  items.length === 0
    ? 'this plan is decided as a whole'
    : `the lines of this plan are ${items.map(({ key }) => key).join(', ')}`;

/**
 * Checks that the lines and the steps of a plan match. A line without a step could not be left out, and a step of an
 * unknown line would stay.
 */
export function checkItems({ items = [], steps }: Pick<PlanDraft, 'items' | 'steps'>, tool: string): void {
  const keys = new Set(items.map(({ key }) => key));
  const used = new Set(
    steps.flatMap(({ item, list }) => [...(item === undefined ? [] : [item]), ...(list?.keys ?? [])]),
  );
  const isWhole =
    keys.size === items.length &&
    keys.symmetricDifference(used).size === 0 &&
    items.every(({ key, cells }) => cells.number.includes(key)) &&
    steps.every((step) => step.list === undefined || getElements(step).length === step.list.keys.length);
  if (!isWhole) throw new Error(`${tool} made a plan whose lines and steps do not fit together`);
}
