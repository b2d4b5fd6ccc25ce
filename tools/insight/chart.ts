import type { Unit } from '../../src/metrics/kit/measure.ts';
import type { FigureQuestion } from '../../src/metrics/query.ts';

/** How the rows may be drawn: members of a row by name. */
export interface ChartHint extends Readonly<Record<string, unknown>> {
  readonly kind: 'bars' | 'lines' | 'scatter' | 'share';
  readonly x: string;
  readonly series: readonly string[];
  /** The second dimension: one line or bar of each. */
  readonly split?: string;
  /** What the figures are called, and how they are written. */
  readonly titles: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
}

/** Time runs along a line; parts of a whole are shares; two figures of the same things lie in a plane. */
export function chartOf(
  { by, measures }: FigureQuestion,
  { share }: { readonly share?: boolean | undefined },
): ChartHint | undefined {
  const [first, second] = by;
  const [one, other, ...more] = measures;
  if (first === undefined || one === undefined) return undefined;
  const words = {
    titles: Object.fromEntries(measures.map(({ name, title }) => [name, title])),
    units: Object.fromEntries(measures.map(({ name, unit }) => [name, unit])),
  };
  const split = second === undefined ? words : { ...words, split: second.name };
  const series = measures.map(({ name }) => name);
  if (first.kind === 'time') return { kind: 'lines', x: first.name, series, ...split };
  if (share === true) return { kind: 'share', x: first.name, series: [one.name], ...split };
  if (other !== undefined && more.length === 0 && other.unit !== one.unit && second === undefined)
    return { kind: 'scatter', x: one.name, series: [other.name], ...words, split: first.name };
  return { kind: 'bars', x: first.name, series, ...split };
}
