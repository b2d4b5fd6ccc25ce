import { nice, ticks } from 'd3-array';
import { draw, make } from './elements.ts';

/** A scale from figures to pixels, from round figure to round figure. */
interface Axis {
  readonly marks: readonly number[];
  readonly place: (value: number) => number;
}

function createAxis(values: readonly number[], from: number, to: number, count: number): Axis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [min, max] = low === high ? [0, 1] : nice(low, high, count);
  return {
    marks: ticks(min, max, count),
    place: (value) => from + ((value - min) / (max - min)) * (to - from),
  };
}

const height = 240;
const edge = { top: 12, right: 14, bottom: 28, left: 62 };

/**
 * Makes a plot as wide as its container, and draws it again when that changes, because scaled text would be too small
 * on a phone.
 */
function makePlot(drawPlot: (width: number) => SVGElement): HTMLElement {
  const place = make('div', { class: 'plot' });
  let last = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === last || place.clientWidth === 0) return;
    last = place.clientWidth;
    place.replaceChildren(drawPlot(last));
  }).observe(place);
  return place;
}

const drawFrame = (width: number, label: string, ...parts: readonly SVGElement[]) =>
  draw('svg', { role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` }, ...parts);

const drawVerticalAxis = (axis: Axis, width: number, text: (value: number) => string): readonly SVGElement[] =>
  axis.marks.flatMap((mark) => [
    draw('line', { class: 'grid', x1: edge.left, x2: width - edge.right, y1: axis.place(mark), y2: axis.place(mark) }),
    draw('text', { class: 'tick-text', x: edge.left - 6, y: axis.place(mark) + 4, 'text-anchor': 'end' }, text(mark)),
  ]);

/** Largest number of lines in a plot. Each has its own dashes and mark, so that it is recognizable without color. */
export const linesMax = 5;
const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '4 2'];
const marks = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
  'M-3.2 -3.2H3.2V3.2H-3.2Z',
  'M0 -4.8L4.2 3.2H-4.2Z',
  'M0 -5L4 0L0 5L-4 0Z',
  'M-1.3 -4.5H1.3V-1.3H4.5V1.3H1.3V4.5H-1.3V1.3H-4.5V-1.3H-1.3Z',
];
const getMark = (index: number) => marks[index] ?? marks[0];

export const drawLineSample = (index: number): SVGElement =>
  draw(
    'svg',
    { class: 'sample', width: 34, height: 14, 'aria-hidden': 'true' },
    draw('path', { class: 'line', d: 'M0 7H34', 'stroke-dasharray': dashes[index] }),
    draw('path', { class: 'mark', d: getMark(index), transform: 'translate(17 7)' }),
  );

interface LinePlotInput {
  readonly label: string;
  /** Labels of the horizontal axis, in order. */
  readonly categories: readonly string[];
  /** A value for each category; undefined leaves a gap. */
  readonly lines: readonly (readonly (number | undefined)[])[];
  readonly text: (value: number) => string;
}

export const drawLinePlot = ({ label, categories, lines, text }: LinePlotInput): HTMLElement =>
  makePlot((width) => {
    const values = lines.flat().filter((value) => value !== undefined);
    const axis = createAxis(values, height - edge.bottom, edge.top, 5);
    const inner = width - edge.left - edge.right;
    const toX = (index: number) =>
      edge.left + (categories.length < 2 ? inner / 2 : (index / (categories.length - 1)) * inner);
    return drawFrame(
      width,
      label,
      ...drawVerticalAxis(axis, width, text),
      ...drawCategoryLabels(categories, toX, inner),
      ...lines.flatMap((line, index) => drawLine(line, index, { toX: toX, axis })),
    );
  });

const labelWidth = 84;
const letterWidth = 6.6;
const labelGap = 8;

/** Computes the start and end of a text in pixels. */
function computeReach(text: string, at: number, anchor: 'start' | 'middle' | 'end'): readonly [number, number] {
  const width = text.length * letterWidth;
  const from = at - { start: 0, middle: width / 2, end: width }[anchor];
  return [from, from + width];
}

/** Draws as many labels of the categories as fit, always with the first and the last. */
function drawCategoryLabels(
  categories: readonly string[],
  toX: (index: number) => number,
  inner: number,
): readonly SVGElement[] {
  const step = Math.max(1, Math.ceil((categories.length * labelWidth) / inner));
  const last = categories.length - 1;
  const labels = categories.map((text, index) => {
    const anchor = chooseAnchor(index, categories.length);
    return { text, index, anchor, reach: computeReach(text, toX(index), anchor) };
  });
  const end = labels.at(-1)?.reach[0] ?? inner;
  let free = -Infinity;
  return labels.flatMap(({ text, index, anchor, reach: [from, to] }) => {
    const hasRoom = from >= free && (index === last || to + labelGap <= end);
    if (!hasRoom || (index % step !== 0 && index !== last)) return [];
    free = to + labelGap;
    return [draw('text', { class: 'tick-text', x: toX(index), y: height - 8, 'text-anchor': anchor }, text)];
  });
}

const chooseAnchor = (index: number, count: number) =>
  count === 1 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';

interface LinePlacement {
  readonly toX: (index: number) => number;
  readonly axis: Axis;
}

function drawLine(values: readonly (number | undefined)[], index: number, { toX, axis }: LinePlacement) {
  const spots = values.map((value, place) => (value === undefined ? undefined : `${toX(place)} ${axis.place(value)}`));
  // What is not known leaves a gap: behind it the line begins anew.
  const path = spots.map((spot, place) => spot && `${spots[place - 1] === undefined ? 'M' : 'L'}${spot}`);
  const drawn = spots.flatMap((spot) =>
    spot === undefined ? [] : [draw('path', { class: 'mark', d: getMark(index), transform: `translate(${spot})` })],
  );
  return [
    draw('path', { class: 'line', d: path.filter(Boolean).join(''), 'stroke-dasharray': dashes[index] }),
    ...drawn,
  ];
}

interface ScatterPlotInput {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly name: string }[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
}

/** Number of points with their name beside them. The table names the rest. */
const namedPoints = 5;

export const drawScatterPlot = ({ label, points, xText, yText }: ScatterPlotInput): HTMLElement =>
  makePlot((width) => {
    const xs = createAxis(
      points.map(({ x }) => x),
      edge.left,
      width - edge.right,
      width < 420 ? 3 : 5,
    );
    const ys = createAxis(
      points.map(({ y }) => y),
      height - edge.bottom,
      edge.top,
      5,
    );
    return drawFrame(
      width,
      label,
      ...drawVerticalAxis(ys, width, yText),
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
        draw('path', { class: 'mark point', d: getMark(0), transform: `translate(${xs.place(x)} ${ys.place(y)})` }),
      ),
      ...drawPointNames(points, { xs, ys, width }),
    );
  });

function drawPointNames(points: ScatterPlotInput['points'], { xs, ys, width }: { xs: Axis; ys: Axis; width: number }) {
  const usedHeights: number[] = [];
  return points
    .toSorted((point, other) => other.x - point.x)
    .slice(0, namedPoints)
    .flatMap(({ x, y, name }) => {
      const [nameX, nameY] = [xs.place(x), ys.place(y) - 8];
      // Names upon one another cannot be read.
      if (usedHeights.some((other) => Math.abs(other - nameY) < 14)) return [];
      usedHeights.push(nameY);
      const isRight = nameX > width / 2;
      const text = name.length > 24 ? `${name.slice(0, 23)}…` : name;
      return [
        draw('text', { class: 'point-name', x: nameX, y: nameY, 'text-anchor': isRight ? 'end' : 'start' }, text),
      ];
    });
}
