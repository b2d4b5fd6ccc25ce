import { ticks } from 'd3-array';
import { drawPiece } from './kit/bars.ts';
import { draw, makeFactList, make, type CardPart, makeSection, makeSign } from './kit/elements.ts';
import { toNumber, type ViewRow, toRow, toRows, toText, toTexts } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatMinutes, formatAmount, formatSpan, toWords } from './kit/words.ts';

showView({ name: 'stops', makeParts: makeStoryParts });

function makeStoryParts(data: ViewRow): readonly CardPart[] | undefined {
  const record = toRow(data['record']);
  if (toText(record['friendlyId']) === undefined) return undefined;
  const stops = toRows(record['stops']);
  const customer = toText(toRow(record['customer'])['name']);
  return [
    make('h1', {}, [toText(record['friendlyId']), customer].filter(Boolean).join(' · ')),
    make('p', { class: 'lead about' }, [toWords(toText(record['status']) ?? ''), toText(record['lane'])].join(' · ')),
    makeLateBox(record),
    stops.length > 0 && makeSection('Stops: window against actual', makeTimeline(stops, toText(data['asOf']))),
    makeCarrierSection(toRows(record['loads'])),
    makeMoneySection(toRows(record['money'])),
    makeBillingSection(record),
  ];
}

function makeLateBox({ late, minutesLate, nextStop }: ViewRow): HTMLElement | false {
  if (late !== true) return false;
  const by = toNumber(minutesLate);
  const text = ` Late${by === undefined ? '' : ` by ${formatMinutes(by)}`}`;
  return make(
    'p',
    { class: 'box about' },
    makeSign('!'),
    make('strong', {}, text),
    ` for ${toText(nextStop) ?? 'its stop'}`,
  );
}

/* One scale for all stops: minutes from the start of the window of each, so that lateness can be compared. */

interface Moments {
  readonly windowEnd: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly isOpen: boolean;
}

const isLate = ({ punctuality }: ViewRow): boolean => toText(punctuality)?.startsWith('late') ?? false;

/** Converts the times of a stop to minutes after the start of its window. Returns undefined if it has no window. */
function toMoments(stop: ViewRow, now: string | undefined): Moments | undefined {
  const start = toText(stop['windowFrom']);
  const end = toText(stop['windowTo']);
  if (start === undefined || end === undefined) return undefined;
  const toMinutes = (instant: string | undefined) =>
    instant === undefined ? undefined : (Date.parse(instant) - Date.parse(start)) / 60_000;
  const [arrived, departed] = [toText(stop['arrivedAt']), toText(stop['leftAt'])];
  const windowEnd = toMinutes(end) ?? 0;
  // A truck that is overdue is drawn from the end of its window until now.
  const isWaitedFor = arrived === undefined && departed === undefined && isLate(stop);
  const from = isWaitedFor ? windowEnd : toMinutes(arrived ?? departed);
  return { windowEnd, from, to: toMinutes(departed ?? now), isOpen: departed === undefined };
}

interface TimeScale {
  readonly min: number;
  readonly max: number;
  readonly place: (minutes: number) => number;
}

const widest = { before: -12 * 60, after: 36 * 60 };

function createScale(all: readonly Moments[]): TimeScale {
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

function makeTimeline(stops: readonly ViewRow[], now: string | undefined): HTMLElement {
  const moments = stops.map((stop) => toMoments(stop, now));
  const drawnMoments = moments.filter((moment) => moment !== undefined);
  const scale = createScale(drawnMoments);
  const items = stops.map((stop, index) => make('li', {}, makeStopItem(stop, moments[index], scale)));
  return make(
    'div',
    {},
    make('ol', { class: 'items stops' }, ...items),
    drawnMoments.length > 0 && makeAxis(scale),
    drawnMoments.length > 0 &&
      make('p', { class: 'hint' }, 'Outlined: the window. Filled: at the stop; hatched: past the end of the window.'),
  );
}

function makeStopItem(stop: ViewRow, moments: Moments | undefined, scale: TimeScale): HTMLElement {
  const punctuality = toText(stop['punctuality']);
  return make(
    'div',
    { class: 'stop' },
    make(
      'div',
      { class: 'stop-head' },
      make('strong', {}, toText(stop['type']) ?? ''),
      make('span', { class: 'name' }, toText(stop['place']) ?? ''),
      make('span', { class: isLate(stop) ? 'value bad' : 'value' }, isLate(stop) && makeSign('! '), punctuality),
    ),
    moments && stopBar(moments, scale),
    make('span', { class: 'note' }, describeTimes(stop)),
    makeDwellNote(stop),
  );
}

const makeDwellNote = ({ dwell }: ViewRow): HTMLElement | undefined =>
  toText(dwell) === undefined ? undefined : make('span', { class: 'note' }, `There ${toText(dwell)}`);

function describeTimes({ window, arrived, left: departed }: ViewRow): string {
  const texts = [
    toText(window) && `Window ${toText(window)}`,
    toText(arrived) && `arrived ${toText(arrived)}`,
    toText(departed) && `left ${toText(departed)}`,
  ];
  return texts.filter(Boolean).join('; ');
}

const rowHeight = 26;

function stopBar({ windowEnd, from, to, isOpen }: Moments, { place }: TimeScale): SVGElement {
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
    isThere && drawPiece(place(from), Math.max(place(until), place(from) + 0.006), 'plain', box),
    isThere && from > windowEnd && drawPiece(place(windowEnd), place(from), 'warn', box),
    isThere && from === windowEnd && isOpen && drawPiece(place(from), place(until), 'warn', box),
  );
}

function makeAxis({ min, max, place }: TimeScale): HTMLElement {
  const unit = max - min > 240 ? 60 : 1;
  const marks = ticks(min / unit, max / unit, 5).map((value) => value * unit);
  const labels = marks.flatMap((minutes) => [
    draw('line', { x1: `${place(minutes) * 100}%`, x2: `${place(minutes) * 100}%`, y1: 0, y2: 5, class: 'tick' }),
    draw(
      'text',
      { x: `${place(minutes) * 100}%`, y: 18, 'text-anchor': chooseAnchor(place(minutes)), class: 'tick-text' },
      minutes === 0 ? 'start' : formatSpan(minutes),
    ),
  ]);
  return make('div', { class: 'axis', 'aria-hidden': 'true' }, draw('svg', { width: '100%', height: 22 }, ...labels));
}

const chooseAnchor = (share: number) => (share < 0.06 ? 'start' : share > 0.94 ? 'end' : 'middle');

function makeCarrierSection(loads: readonly ViewRow[]): HTMLElement | false {
  const carriers = loads.flatMap(({ friendlyId, carriers }) =>
    toRows(carriers).map((carrier) => [toText(friendlyId) ?? '', describeCarrier(carrier)] as const),
  );
  return carriers.length > 0 && makeSection('Carriers', makeFactList(carriers));
}

const describeCarrier = ({ name, status, driver, truck, contact, phone }: ViewRow): string =>
  [name, status === 'ACTIVE' ? undefined : toWords(toText(status) ?? ''), driver && `driver ${toText(driver)}`, truck]
    .concat(contact ?? phone)
    .flatMap((part) => toText(part) ?? [])
    .join(' · ');

function makeMoneySection(money: readonly ViewRow[]): HTMLElement | false {
  const facts = money.flatMap(({ basis, currency, revenue, cost, margin, marginPercent }) => {
    const amounts = [
      ['revenue', revenue],
      ['cost', cost],
      ['margin', margin],
    ] as const;
    const amountTexts = amounts.flatMap(([name, amount]) => {
      const number = toNumber(amount);
      return number === undefined ? [] : `${name} ${formatAmount(number, toText(currency))}`;
    });
    const percent = toNumber(marginPercent);
    return [
      [toWords(toText(basis) ?? ''), [...amountTexts, ...(percent === undefined ? [] : [`${percent} %`])].join(', ')],
    ] as const;
  });
  return facts.length > 0 && makeSection('Money', makeFactList(facts));
}

function makeBillingSection({ billing, pod }: ViewRow): HTMLElement | false {
  const { status, blockedBy } = toRow(billing);
  const facts = makeFactList([
    ['Billing', toText(status) && toWords(String(status))],
    ['Blocked by', toTexts(blockedBy).join('; ')],
    ['POD', toText(pod) && toWords(String(pod))],
  ]);
  return facts !== undefined && makeSection('Billing', facts);
}
