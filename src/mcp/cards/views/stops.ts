import { ticks } from 'd3-array';
import { piece } from './kit/bars.ts';
import { draw, factList, make, type Part, section, sign } from './kit/elements.ts';
import { numberOf, type Row, rowOf, rowsOf, textOf, textsOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { minutesText, moneyText, spanText, wordsOf } from './kit/words.ts';

showView({ name: 'stops', parts: storyParts });

function storyParts(data: Row): readonly Part[] | undefined {
  const record = rowOf(data['record']);
  if (textOf(record['friendlyId']) === undefined) return undefined;
  const stops = rowsOf(record['stops']);
  const customer = textOf(rowOf(record['customer'])['name']);
  return [
    make('h1', {}, [textOf(record['friendlyId']), customer].filter(Boolean).join(' · ')),
    make('p', { class: 'lead about' }, [wordsOf(textOf(record['status']) ?? ''), textOf(record['lane'])].join(' · ')),
    lateBox(record),
    stops.length > 0 && section('Stops: window against actual', timeline(stops, textOf(data['asOf']))),
    carrierSection(rowsOf(record['loads'])),
    moneySection(rowsOf(record['money'])),
    billingSection(record),
  ];
}

function lateBox({ late, minutesLate, nextStop }: Row): HTMLElement | false {
  if (late !== true) return false;
  const by = numberOf(minutesLate);
  const text = ` Late${by === undefined ? '' : ` by ${minutesText(by)}`}`;
  return make(
    'p',
    { class: 'box about' },
    sign('!'),
    make('strong', {}, text),
    ` for ${textOf(nextStop) ?? 'its stop'}`,
  );
}

/* One scale for all stops: minutes from the start of the window of each, so that lateness can be compared. */

interface Moments {
  readonly windowEnd: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly isOpen: boolean;
}

const isLate = ({ punctuality }: Row): boolean => textOf(punctuality)?.startsWith('late') ?? false;

/** Undefined where a stop has no window: there is nothing to be late for. */
function momentsOf(stop: Row, now: string | undefined): Moments | undefined {
  const start = textOf(stop['windowFrom']);
  const end = textOf(stop['windowTo']);
  if (start === undefined || end === undefined) return undefined;
  const after = (instant: string | undefined) =>
    instant === undefined ? undefined : (Date.parse(instant) - Date.parse(start)) / 60_000;
  const [arrived, left] = [textOf(stop['arrivedAt']), textOf(stop['leftAt'])];
  const windowEnd = after(end) ?? 0;
  // A truck that is overdue is drawn from the end of its window until now.
  const isWaitedFor = arrived === undefined && left === undefined && isLate(stop);
  const from = isWaitedFor ? windowEnd : after(arrived ?? left);
  return { windowEnd, from, to: after(left ?? now), isOpen: left === undefined };
}

interface Scale {
  readonly min: number;
  readonly max: number;
  readonly place: (minutes: number) => number;
}

const widest = { before: -12 * 60, after: 36 * 60 };

function scaleOf(all: readonly Moments[]): Scale {
  const values = all.flatMap(({ windowEnd, from, to }) => [
    0,
    windowEnd,
    from ?? 0,
    from === undefined ? 0 : (to ?? 0),
  ]);
  const [low, high] = [Math.max(Math.min(...values), widest.before), Math.min(Math.max(...values), widest.after)];
  const air = Math.max((high - low) * 0.06, 15);
  const [min, max] = [low - air, high + air];
  return { min, max, place: (minutes) => Math.min(Math.max((minutes - min) / (max - min), 0), 1) };
}

function timeline(stops: readonly Row[], now: string | undefined): HTMLElement {
  const moments = stops.map((stop) => momentsOf(stop, now));
  const known = moments.filter((one) => one !== undefined);
  const scale = scaleOf(known);
  const items = stops.map((stop, index) => make('li', {}, stopItem(stop, moments[index], scale)));
  return make(
    'div',
    {},
    make('ol', { class: 'items stops' }, ...items),
    known.length > 0 && axis(scale),
    known.length > 0 &&
      make('p', { class: 'hint' }, 'Outlined: the window. Filled: at the stop; hatched: past the end of the window.'),
  );
}

function stopItem(stop: Row, moments: Moments | undefined, scale: Scale): HTMLElement {
  const punctuality = textOf(stop['punctuality']);
  return make(
    'div',
    { class: 'stop' },
    make(
      'div',
      { class: 'stop-head' },
      make('strong', {}, textOf(stop['type']) ?? ''),
      make('span', { class: 'name' }, textOf(stop['place']) ?? ''),
      make('span', { class: isLate(stop) ? 'value bad' : 'value' }, isLate(stop) && sign('! '), punctuality),
    ),
    moments && stopBar(moments, scale),
    make('span', { class: 'note' }, timesText(stop)),
    dwellNote(stop),
  );
}

const dwellNote = ({ dwell }: Row): HTMLElement | undefined =>
  textOf(dwell) === undefined ? undefined : make('span', { class: 'note' }, `There ${textOf(dwell)}`);

function timesText({ window, arrived, left }: Row): string {
  const said = [
    textOf(window) && `Window ${textOf(window)}`,
    textOf(arrived) && `arrived ${textOf(arrived)}`,
    textOf(left) && `left ${textOf(left)}`,
  ];
  return said.filter(Boolean).join('; ');
}

const rowHeight = 26;

function stopBar({ windowEnd, from, to, isOpen }: Moments, { place }: Scale): SVGElement {
  const until = to ?? from;
  const isThere = from !== undefined && until !== undefined;
  const box = { y: 6, height: rowHeight - 12 };
  return draw(
    'svg',
    { class: 'bar', width: '100%', height: rowHeight, 'aria-hidden': 'true' },
    draw('rect', {
      class: 'window',
      x: `${place(0) * 100}%`,
      // An appointment is a moment: it is drawn as wide as can be seen.
      width: `${Math.max(place(windowEnd) - place(0), 0.004) * 100}%`,
      y: 1,
      height: rowHeight - 2,
    }),
    isThere && piece(place(from), Math.max(place(until), place(from) + 0.006), 'plain', box),
    isThere && from > windowEnd && piece(place(windowEnd), place(from), 'warn', box),
    isThere && from === windowEnd && isOpen && piece(place(from), place(until), 'warn', box),
  );
}

function axis({ min, max, place }: Scale): HTMLElement {
  const unit = max - min > 240 ? 60 : 1;
  const marks = ticks(min / unit, max / unit, 5).map((value) => value * unit);
  const labels = marks.flatMap((minutes) => [
    draw('line', { x1: `${place(minutes) * 100}%`, x2: `${place(minutes) * 100}%`, y1: 0, y2: 5, class: 'tick' }),
    draw(
      'text',
      { x: `${place(minutes) * 100}%`, y: 18, 'text-anchor': anchorAt(place(minutes)), class: 'tick-text' },
      minutes === 0 ? 'start' : spanText(minutes),
    ),
  ]);
  return make('div', { class: 'axis', 'aria-hidden': 'true' }, draw('svg', { width: '100%', height: 22 }, ...labels));
}

const anchorAt = (share: number) => (share < 0.06 ? 'start' : share > 0.94 ? 'end' : 'middle');

function carrierSection(loads: readonly Row[]): HTMLElement | false {
  const carriers = loads.flatMap(({ friendlyId, carriers }) =>
    rowsOf(carriers).map((carrier) => [textOf(friendlyId) ?? '', carrierText(carrier)] as const),
  );
  return carriers.length > 0 && section('Carriers', factList(carriers));
}

const carrierText = ({ name, status, driver, truck, contact, phone }: Row): string =>
  [name, status === 'ACTIVE' ? undefined : wordsOf(textOf(status) ?? ''), driver && `driver ${textOf(driver)}`, truck]
    .concat(contact ?? phone)
    .flatMap((part) => textOf(part) ?? [])
    .join(' · ');

function moneySection(money: readonly Row[]): HTMLElement | false {
  const facts = money.flatMap(({ basis, currency, revenue, cost, margin, marginPercent }) => {
    const amounts = [
      ['revenue', revenue],
      ['cost', cost],
      ['margin', margin],
    ] as const;
    const said = amounts.flatMap(([name, amount]) => {
      const number = numberOf(amount);
      return number === undefined ? [] : `${name} ${moneyText(number, textOf(currency))}`;
    });
    const percent = numberOf(marginPercent);
    return [
      [wordsOf(textOf(basis) ?? ''), [...said, ...(percent === undefined ? [] : [`${percent} %`])].join(', ')],
    ] as const;
  });
  return facts.length > 0 && section('Money', factList(facts));
}

function billingSection({ billing, pod }: Row): HTMLElement | false {
  const { status, blockedBy } = rowOf(billing);
  const facts = factList([
    ['Billing', textOf(status) && wordsOf(String(status))],
    ['Blocked by', textsOf(blockedBy).join('; ')],
    ['POD', textOf(pod) && wordsOf(String(pod))],
  ]);
  return facts !== undefined && section('Billing', facts);
}
