import { barLine, type Fill } from './kit/bars.ts';
import { make, type Part, section } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { byCurrency, numberOf, type Row, rowsOf, sumOf, textOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { countText, moneyText, shareText } from './kit/words.ts';

showView({ name: 'billing', parts: funnelParts });

/** The way from delivery to an invoice; what stops at a step does not reach the next. */
const steps: readonly { readonly without: string; readonly stops: string; readonly title: string }[] = [
  { without: 'pod_missing', stops: 'without POD', title: 'POD there or announced' },
  { without: 'pod_announced', stops: 'with a POD that is only announced', title: 'POD there' },
  { without: 'on_hold', stops: 'on hold or not released', title: 'Not on hold' },
  { without: 'not_released', stops: 'not released', title: 'Released' },
  { without: 'no_charges', stops: 'without charges', title: 'With charges' },
];

/** Undefined for groups, which are rows of their own form. */
function funnelParts(data: Row): readonly Part[] | undefined {
  const [groups, rows] = [rowsOf(data['byBlocker']), rowsOf(data['rows'])];
  if (data['byBlocker'] === undefined) return undefined;
  const isList = rows.some(({ friendlyId }) => textOf(friendlyId));
  if (rows.length > 0 && !isList) return undefined;
  const total = sumOf(groups.map(({ count }) => count));
  return [
    make(
      'h1',
      {},
      total === 0 ? 'Nothing waits to be invoiced' : `${countText(total, 'shipment')} delivered, not invoiced`,
    ),
    ...byCurrency(groups).map(([currency, some]) => funnelSection(some, currency)),
    rows.length > 0 &&
      section('Shipments', make('p', { class: 'hint' }, 'Amounts are booked revenue.'), longList(rows, shipmentItem)),
  ];
}

interface Left {
  readonly count: number;
  readonly amount: number;
}

function funnelSection(groups: readonly Row[], currency: string): HTMLElement {
  const all = sumOfGroups(groups);
  const lines = funnelLines(groups, all, currency);
  const ready = groups.filter(({ blocker }) => blocker === 'ready');
  const days = sumOf(ready.map(({ oldestDays }) => oldestDays));
  return section(
    `From delivery to invoice, ${currency}`,
    make('ol', { class: 'bars' }, ...lines.map((line) => make('li', {}, stepLine(line, all, currency)))),
    ready.length > 0 &&
      make('p', { class: 'hint' }, `The oldest that is ready was delivered ${countText(days, 'day')} ago.`),
  );
}

const sumOfGroups = (groups: readonly Row[]): Left => ({
  count: sumOf(groups.map(({ count }) => count)),
  amount: sumOf(groups.map(({ amount }) => amount)),
});

/** A step at which nothing stops says nothing; what is left after the last is ready. */
function funnelLines(groups: readonly Row[], all: Left, currency: string): readonly StepLine[] {
  let left = all;
  const lines = steps.flatMap(({ title, without, stops }) => {
    const stopped = groups.filter(({ blocker }) => blocker === without);
    if (stopped.length === 0) return [];
    const fallen = sumOfGroups(stopped);
    left = { count: left.count - fallen.count, amount: left.amount - fallen.amount };
    const days = Math.max(...stopped.map(({ oldestDays }) => numberOf(oldestDays) ?? 0));
    const fell = `${fallen.count} ${stops}, ${moneyText(fallen.amount, currency)}, oldest ${countText(days, 'day')}`;
    return [{ title, left, fell }];
  });
  const last = { title: 'Ready to invoice', left, fell: lines.at(-1)?.fell, isLast: true };
  return [{ title: 'Delivered', left: all, fell: undefined, isFirst: true }, ...lines.slice(0, -1), last];
}

interface StepLine {
  readonly title: string;
  readonly left: Left;
  readonly fell: string | undefined;
  readonly isLast?: boolean;
  readonly isFirst?: boolean;
}

function stepLine({ title, left, fell, isLast, isFirst }: StepLine, all: Left, currency: string): HTMLElement {
  const fill: Fill = isLast ? 'plain' : 'soft';
  const share = isFirst ? '' : `, ${shareText(left.amount, all.amount)}`;
  const line = {
    label: `${title}: ${left.count}`,
    value: `${moneyText(left.amount, currency)}${share}`,
    parts: [{ value: left.amount, fill }],
    ...(fell !== undefined && { note: `Stopped before: ${fell}` }),
  };
  return barLine(line, all.amount);
}

function shipmentItem(row: Row): HTMLElement {
  const [revenue, days] = [numberOf(row['revenue']), numberOf(row['days'])];
  const since = [
    textOf(row['delivered']) && `delivered ${textOf(row['delivered'])}`,
    days !== undefined && countText(days, 'day'),
  ];
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, textOf(row['friendlyId']) ?? ''),
    make('span', { class: 'tag' }, textOf(row['blockers']) ?? ''),
    make('span', { class: 'value' }, revenue !== undefined && moneyText(revenue, textOf(row['currency']))),
    make('span', { class: 'about' }, [textOf(row['customer']), textOf(row['lane'])].filter(Boolean).join(' · ')),
    make('span', { class: 'about soft' }, since.filter(Boolean).join(', ')),
  );
}
