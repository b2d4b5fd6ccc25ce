import { makeBarLine, type BarFill } from './kit/bars.ts';
import { make, type CardPart, makeSection } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { groupByCurrency, toNumber, type ViewRow, toRows, sumValues, toText } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatCount, formatAmount, formatShare } from './kit/words.ts';

showView({ name: 'billing', makeParts: makeFunnelParts });

/** Steps from delivery to an invoice. A shipment that stops at a step does not reach the next one. */
const steps: readonly { readonly without: string; readonly stops: string; readonly title: string }[] = [
  { without: 'pod_missing', stops: 'without POD', title: 'POD there or announced' },
  { without: 'pod_announced', stops: 'with a POD that is only announced', title: 'POD there' },
  { without: 'on_hold', stops: 'on hold or not released', title: 'Not on hold' },
  { without: 'not_released', stops: 'not released', title: 'Released' },
  { without: 'no_charges', stops: 'without charges', title: 'With charges' },
];

/**
 * Makes the view of shipments on their way to an invoice. Returns undefined for groups, which are rows of their own
 * form.
 */
function makeFunnelParts(data: ViewRow): readonly CardPart[] | undefined {
  const [groups, rows] = [toRows(data['byBlocker']), toRows(data['rows'])];
  if (data['byBlocker'] === undefined) return undefined;
  const isList = rows.some(({ friendlyId }) => toText(friendlyId));
  if (rows.length > 0 && !isList) return undefined;
  const total = sumValues(groups.map(({ count }) => count));
  return [
    make('h1', {}, total === 0 ? 'Nothing to invoice' : `${formatCount(total, 'shipment')} delivered, not invoiced`),
    ...groupByCurrency(groups).map(([currency, currencyGroups]) => makeFunnelSection(currencyGroups, currency)),
    rows.length > 0 &&
      makeSection(
        'Shipments',
        make('p', { class: 'hint' }, 'Amounts are booked revenue.'),
        makeLongList(rows, makeShipmentItem),
      ),
  ];
}

interface FunnelSum {
  readonly count: number;
  readonly amount: number;
}

function makeFunnelSection(groups: readonly ViewRow[], currency: string): HTMLElement {
  const all = sumGroups(groups);
  const lines = listFunnelLines(groups, all, currency);
  const ready = groups.filter(({ blocker }) => blocker === 'ready');
  const days = sumValues(ready.map(({ oldestDays }) => oldestDays));
  return makeSection(
    `From delivery to invoice, ${currency}`,
    make('ol', { class: 'bars' }, ...lines.map((line) => make('li', {}, makeStepLine(line, all, currency)))),
    ready.length > 0 &&
      make('p', { class: 'hint' }, `The oldest that is ready was delivered ${formatCount(days, 'day')} ago.`),
  );
}

const sumGroups = (groups: readonly ViewRow[]): FunnelSum => ({
  count: sumValues(groups.map(({ count }) => count)),
  amount: sumValues(groups.map(({ amount }) => amount)),
});

/** Lists the steps at which shipments stop. What remains after the last step is ready to invoice. */
function listFunnelLines(groups: readonly ViewRow[], all: FunnelSum, currency: string): readonly StepLine[] {
  let remaining = all;
  const lines = steps.flatMap(({ title, without, stops }) => {
    const stopped = groups.filter(({ blocker }) => blocker === without);
    if (stopped.length === 0) return [];
    const fallen = sumGroups(stopped);
    remaining = { count: remaining.count - fallen.count, amount: remaining.amount - fallen.amount };
    const days = Math.max(...stopped.map(({ oldestDays }) => toNumber(oldestDays) ?? 0));
    const fell = `${fallen.count} ${stops}, ${formatAmount(fallen.amount, currency)}, oldest ${formatCount(days, 'day')}`;
    return [{ title, left: remaining, fell }];
  });
  const last = { title: 'Ready to invoice', left: remaining, fell: lines.at(-1)?.fell, isLast: true };
  return [{ title: 'Delivered', left: all, fell: undefined, isFirst: true }, ...lines.slice(0, -1), last];
}

interface StepLine {
  readonly title: string;
  readonly left: FunnelSum;
  readonly fell: string | undefined;
  readonly isLast?: boolean;
  readonly isFirst?: boolean;
}

function makeStepLine(
  { title, left: remaining, fell, isLast, isFirst }: StepLine,
  all: FunnelSum,
  currency: string,
): HTMLElement {
  const fill: BarFill = isLast ? 'plain' : 'soft';
  const share = isFirst ? '' : `, ${formatShare(remaining.amount, all.amount)}`;
  const line = {
    label: `${title}: ${remaining.count}`,
    value: `${formatAmount(remaining.amount, currency)}${share}`,
    parts: [{ value: remaining.amount, fill }],
    ...(fell !== undefined && { note: `Stopped before: ${fell}` }),
  };
  return makeBarLine(line, all.amount);
}

function makeShipmentItem(row: ViewRow): HTMLElement {
  const [revenue, days] = [toNumber(row['revenue']), toNumber(row['days'])];
  const since = [
    toText(row['delivered']) && `delivered ${toText(row['delivered'])}`,
    days !== undefined && formatCount(days, 'day'),
  ];
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, toText(row['friendlyId']) ?? ''),
    make('span', { class: 'tag' }, toText(row['blockers']) ?? ''),
    make('span', { class: 'value' }, revenue !== undefined && formatAmount(revenue, toText(row['currency']))),
    make('span', { class: 'about' }, [toText(row['customer']), toText(row['lane'])].filter(Boolean).join(' · ')),
    make('span', { class: 'about soft' }, since.filter(Boolean).join(', ')),
  );
}
