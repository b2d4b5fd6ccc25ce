import { nice, ticks } from 'd3-array';
import { draw, make } from './elements.ts';

/** A scale from figures to pixels, from round figure to round figure. */
interface Axis {
  readonly marks: readonly number[];
  readonly place: (value: number) => number;
}

function axisOf(values: readonly number[], from: number, to: number, count: number): Axis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [min, max] = low === high ? [0, 1] : nice(low, high, count);
  return {
    marks: ticks(min, max, count),
    place: (value) => from + ((value - min) / (max - min)) * (to - from),
  };
}

const height = 240;
const edge = { top: 12, right: 14, bottom: 28, left: 62 };

/** Drawn as wide as its place is, and again when that changes: scaled text would be too small on a phone. */
function fitted(drawn: (width: number) => SVGElement): HTMLElement {
  const place = make('div', { class: 'plot' });
  let last = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === last || place.clientWidth === 0) return;
    last = place.clientWidth;
    place.replaceChildren(drawn(last));
  }).observe(place);
  return place;
}

const frame = (width: number, label: string, ...parts: readonly SVGElement[]) =>
  draw('svg', { role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` }, ...parts);

const upright = (axis: Axis, width: number, text: (value: number) => string): readonly SVGElement[] =>
  axis.marks.flatMap((mark) => [
    draw('line', { class: 'grid', x1: edge.left, x2: width - edge.right, y1: axis.place(mark), y2: axis.place(mark) }),
    draw('text', { class: 'tick-text', x: edge.left - 6, y: axis.place(mark) + 4, 'text-anchor': 'end' }, text(mark)),
  ]);

/** Each line has dashes and a mark of its own, so that it is known without its colour. */
export const linesMax = 5;
const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '4 2'];
const marks = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
  'M-3.2 -3.2H3.2V3.2H-3.2Z',
  'M0 -4.8L4.2 3.2H-4.2Z',
  'M0 -5L4 0L0 5L-4 0Z',
  'M-1.3 -4.5H1.3V-1.3H4.5V1.3H1.3V4.5H-1.3V1.3H-4.5V-1.3H-1.3Z',
];
const markOf = (index: number) => marks[index] ?? marks[0];

export const lineSample = (index: number): SVGElement =>
  draw(
    'svg',
    { class: 'sample', width: 34, height: 14, 'aria-hidden': 'true' },
    draw('path', { class: 'line', d: 'M0 7H34', 'stroke-dasharray': dashes[index] }),
    draw('path', { class: 'mark', d: markOf(index), transform: 'translate(17 7)' }),
  );

interface Lines {
  readonly label: string;
  /** What stands along the bottom, in order. */
  readonly along: readonly string[];
  /** A value for each of those; undefined leaves a gap. */
  readonly lines: readonly (readonly (number | undefined)[])[];
  readonly text: (value: number) => string;
}

export const linePlot = ({ label, along, lines, text }: Lines): HTMLElement =>
  fitted((width) => {
    const values = lines.flat().filter((value) => value !== undefined);
    const axis = axisOf(values, height - edge.bottom, edge.top, 5);
    const inner = width - edge.left - edge.right;
    const placeOf = (index: number) =>
      edge.left + (along.length < 2 ? inner / 2 : (index / (along.length - 1)) * inner);
    return frame(
      width,
      label,
      ...upright(axis, width, text),
      ...alongMarks(along, placeOf, inner),
      ...lines.flatMap((line, index) => lineParts(line, index, { placeOf, axis })),
    );
  });

const labelWidth = 84;
const letterWidth = 6.6;
const labelGap = 8;

/** From where to where a text reaches. */
function reachOf(text: string, at: number, anchor: 'start' | 'middle' | 'end'): readonly [number, number] {
  const width = text.length * letterWidth;
  const from = at - { start: 0, middle: width / 2, end: width }[anchor];
  return [from, from + width];
}

/** As many as have room, the first and the last among them. */
function alongMarks(
  along: readonly string[],
  placeOf: (index: number) => number,
  inner: number,
): readonly SVGElement[] {
  const step = Math.max(1, Math.ceil((along.length * labelWidth) / inner));
  const last = along.length - 1;
  const labels = along.map((text, index) => {
    const anchor = anchorOf(index, along.length);
    return { text, index, anchor, reach: reachOf(text, placeOf(index), anchor) };
  });
  const end = labels.at(-1)?.reach[0] ?? inner;
  let free = -Infinity;
  return labels.flatMap(({ text, index, anchor, reach: [from, to] }) => {
    const hasRoom = from >= free && (index === last || to + labelGap <= end);
    if (!hasRoom || (index % step !== 0 && index !== last)) return [];
    free = to + labelGap;
    return [draw('text', { class: 'tick-text', x: placeOf(index), y: height - 8, 'text-anchor': anchor }, text)];
  });
}

const anchorOf = (index: number, count: number) =>
  count === 1 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';

interface Placed {
  readonly placeOf: (index: number) => number;
  readonly axis: Axis;
}

function lineParts(values: readonly (number | undefined)[], index: number, { placeOf, axis }: Placed) {
  const spots = values.map((value, place) =>
    value === undefined ? undefined : `${placeOf(place)} ${axis.place(value)}`,
  );
  // What is not known leaves a gap: behind it the line begins anew.
  const path = spots.map((spot, place) => spot && `${spots[place - 1] === undefined ? 'M' : 'L'}${spot}`);
  const drawn = spots.flatMap((spot) =>
    spot === undefined ? [] : [draw('path', { class: 'mark', d: markOf(index), transform: `translate(${spot})` })],
  );
  return [
    draw('path', { class: 'line', d: path.filter(Boolean).join(''), 'stroke-dasharray': dashes[index] }),
    ...drawn,
  ];
}

interface Points {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly name: string }[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
}

/** How many points have their name beside them: the rest stand in the table. */
const namedPoints = 5;

export const scatterPlot = ({ label, points, xText, yText }: Points): HTMLElement =>
  fitted((width) => {
    const xs = axisOf(
      points.map(({ x }) => x),
      edge.left,
      width - edge.right,
      width < 420 ? 3 : 5,
    );
    const ys = axisOf(
      points.map(({ y }) => y),
      height - edge.bottom,
      edge.top,
      5,
    );
    return frame(
      width,
      label,
      ...upright(ys, width, yText),
      ...xs.marks.map((mark) =>
        draw(
          'text',
          {
            class: 'tick-text',
            x: xs.place(mark),
            y: height - 8,
            'text-anchor': xs.place(mark) > width - 40 ? 'end' : 'middle',
          },
          xText(mark),
        ),
      ),
      ...points.map(({ x, y }) =>
        draw('path', { class: 'mark point', d: markOf(0), transform: `translate(${xs.place(x)} ${ys.place(y)})` }),
      ),
      ...pointNames(points, { xs, ys, width }),
    );
  });

function pointNames(points: Points['points'], { xs, ys, width }: { xs: Axis; ys: Axis; width: number }) {
  const taken: number[] = [];
  return points
    .toSorted((one, other) => other.x - one.x)
    .slice(0, namedPoints)
    .flatMap(({ x, y, name }) => {
      const [left, top] = [xs.place(x), ys.place(y) - 8];
      // Names upon one another cannot be read.
      if (taken.some((other) => Math.abs(other - top) < 14)) return [];
      taken.push(top);
      const isRight = left > width / 2;
      const text = name.length > 24 ? `${name.slice(0, 23)}…` : name;
      return [draw('text', { class: 'point-name', x: left, y: top, 'text-anchor': isRight ? 'end' : 'start' }, text)];
    });
}
