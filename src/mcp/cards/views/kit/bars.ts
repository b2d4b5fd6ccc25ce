import { draw, make, type Part } from './elements.ts';

/** How a part of a bar is filled: each has a pattern of its own, so that it is known without its colour. */
export type Fill = 'plain' | 'soft' | 'lines' | 'dense' | 'cross' | 'full' | 'warn';

export interface BarPart {
  readonly value: number;
  readonly fill: Fill;
}

const patterned: Readonly<Partial<Record<Fill, readonly string[]>>> = {
  lines: ['M0 8 8 0'],
  dense: ['M0 4 4 0', 'M0 8 8 0', 'M4 8 8 4'],
  cross: ['M0 8 8 0', 'M0 0 8 8'],
  warn: ['M0 0 8 8', 'M0 4 4 8', 'M4 0 8 4'],
};

/** The patterns of a card, drawn once. */
export function patternDefinitions(): SVGElement {
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

/** A piece from and to a share of the width, so that no script measures anything. */
export const piece = (from: number, to: number, fill: Fill, box: { y?: number; height?: number } = {}): SVGElement =>
  draw('rect', {
    x: `${from * 100}%`,
    width: `${Math.max(to - from, 0) * 100}%`,
    y: box.y ?? 0,
    height: box.height ?? barHeight,
    class: `fill-${fill}`,
    fill: patterned[fill] ? `url(#fill-${fill})` : undefined,
  });

const barHeight = 14;

/** Parts one after the other; the words beside it say what it shows, so a screen reader passes it by. */
export function bar(parts: readonly BarPart[], max: number): SVGElement {
  let from = 0;
  const pieces = parts
    .filter(({ value }) => value > 0 && max > 0)
    .map(({ value, fill }) => {
      const start = from;
      from += value / max;
      return piece(start, from, fill);
    });
  return draw('svg', { class: 'bar', width: '100%', height: barHeight, 'aria-hidden': 'true' }, ...pieces);
}

/** The sample of a fill, for a legend. */
export const swatch = (fill: Fill): SVGElement =>
  draw('svg', { class: 'swatch', width: 22, height: barHeight, 'aria-hidden': 'true' }, piece(0, 1, fill));

export interface BarLine {
  readonly label: Part;
  readonly value: Part;
  readonly parts: readonly BarPart[];
  readonly note?: Part;
}

export function barLine({ label, value, parts, note }: BarLine, max: number): HTMLElement {
  return make(
    'div',
    { class: 'bar-line' },
    make('span', { class: 'name' }, label),
    make('span', { class: 'value' }, value),
    bar(parts, max),
    note !== undefined && make('span', { class: 'note' }, note),
  );
}

/** One bar for each line, all to the same scale. */
export function barList(lines: readonly BarLine[]): HTMLElement {
  const max = Math.max(...lines.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0)));
  return make('ul', { class: 'bars' }, ...lines.map((line) => make('li', {}, barLine(line, max))));
}
