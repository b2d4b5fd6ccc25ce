import { asksByForm, type Cell } from './axes.ts';

/** Shares no factor with the size of any table, so that every cell is come by once, and neighbours are not alike. */
const stride = 7919;

/**
 * Few cells that hold much: everything but the tool together once, and every tool with each value of each other axis.
 * The same cells in every run.
 */
export function sampleOf(cells: readonly Cell[]): readonly Cell[] {
  const left = cells.flatMap((_, place) => cells[(place * stride) % cells.length] ?? []);
  const covered = new Set<string>();
  const sample: Cell[] = [];
  for (;;) {
    const gains = left.map((cell) => holdings(cell).filter((each) => !covered.has(each)).length);
    const most = Math.max(...gains);
    const best = left[gains.indexOf(most)];
    if (most === 0 || best === undefined) return sample;
    sample.push(best);
    for (const each of holdings(best)) covered.add(each);
  }
}

const held = new WeakMap<Cell, readonly string[]>();

function holdings(cell: Cell): readonly string[] {
  const known = held.get(cell);
  if (known) return known;
  const { row, answer, era, way, course } = cell;
  const asked = asksByForm(cell) ? answer : `an approver, ${answer === 'no forms' ? 'without' : 'with'} forms`;
  const tool = `${row.tool} ${row.gate}`;
  const holds = [[asked, era, way, course].join(), ...[answer, era, way, course].map((value) => `${tool} ${value}`)];
  held.set(cell, holds);
  return holds;
}
