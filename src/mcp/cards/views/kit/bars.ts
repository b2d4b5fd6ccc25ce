import { draw, make, type CardPart } from './elements.ts';

/** Fill of a part of a bar. Each has its own pattern, so that it is recognizable without color. */
export type BarFill = 'plain' | 'soft' | 'lines' | 'dense' | 'cross' | 'full' | 'warn';

export interface BarPart {
  readonly value: number;
  readonly fill: BarFill;
}

const patterned: Readonly<Partial<Record<BarFill, readonly string[]>>> = {
  lines: ['M0 8 8 0'],
  dense: ['M0 4 4 0', 'M0 8 8 0', 'M4 8 8 4'],
  cross: ['M0 8 8 0', 'M0 0 8 8'],
  warn: ['M0 0 8 8', 'M0 4 4 8', 'M4 0 8 4'],
};

/** Draws the patterns of a card, which its bars share. */
export function drawPatterns(): SVGElement {
  const patterns = Object.entries(patterned).map(([fill, paths]) =>
    draw(
      'pattern',
      { id: `fill-${fill}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
      draw('rect', { width: 8, height: 8, class: `ground-${fill}` }),
      ...paths.map((d) => draw('path', { d, class: `stroke-${fill}` })),
    ),
  );
  return draw('svg', { width: 0, height: 0, class: 'patterns', 'aria-hidden': 'true' }, draw('defs', {}, ...patterns));
}

/** Draws a piece from one share of the width to another, so that no script has to measure anything. */
export const drawPiece = (
  from: number,
  to: number,
  fill: BarFill,
  box: { y?: number; height?: number } = {},
): SVGElement =>
  draw('rect', {
    x: `${from * 100}%`,
    width: `${Math.max(to - from, 0) * 100}%`,
    y: box.y ?? 0,
    height: box.height ?? barHeight,
    class: `fill-${fill}`,
    fill: patterned[fill] ? `url(#fill-${fill})` : undefined,
  });

const barHeight = 14;

/** Draws the parts of a bar in a row. A screen reader skips the bar, since the words beside it say the same. */
export function drawBar(parts: readonly BarPart[], max: number): SVGElement {
  let from = 0;
  const pieces = parts
    .filter(({ value }) => value > 0 && max > 0)
    .map(({ value, fill }) => {
      const start = from;
      from += value / max;
      return drawPiece(start, from, fill);
    });
  return draw('svg', { class: 'bar', width: '100%', height: barHeight, 'aria-hidden': 'true' }, ...pieces);
}

/** Draws a sample of a fill for a legend. */
export const drawSwatch = (fill: BarFill): SVGElement =>
  draw('svg', { class: 'swatch', width: 22, height: barHeight, 'aria-hidden': 'true' }, drawPiece(0, 1, fill));

export interface BarLine {
  readonly label: CardPart;
  readonly value: CardPart;
  readonly parts: readonly BarPart[];
  readonly note?: CardPart;
}

export function makeBarLine({ label, value, parts, note }: BarLine, max: number): HTMLElement {
  return make(
    'div',
    { class: 'bar-line' },
    make('span', { class: 'name' }, label),
    make('span', { class: 'value' }, value),
    drawBar(parts, max),
    note !== undefined && make('span', { class: 'note' }, note),
  );
}

/** Makes a list with one bar for each line, all on the same scale. */
export function makeBarList(lines: readonly BarLine[]): HTMLElement {
  const max = Math.max(...lines.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0)));
  return make('ul', { class: 'bars' }, ...lines.map((line) => make('li', {}, makeBarLine(line, max))));
}
