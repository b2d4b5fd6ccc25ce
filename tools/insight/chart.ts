import type { Question } from '../../src/metrics/query.ts';

/** How the rows may be drawn: members of a row by name. */
export interface ChartHint extends Readonly<Record<string, unknown>> {
  readonly kind: 'bars' | 'lines' | 'scatter' | 'share';
  readonly x: string;
  readonly series: readonly string[];
  /** The second dimension: one line or bar of each. */
  readonly split?: string;
}

/** Time runs along a line; parts of a whole are shares; two figures of the same things lie in a plane. */
export function chartOf(
  { by, measures }: Question,
  { share }: { readonly share?: boolean | undefined },
): ChartHint | undefined {
  const [first, second] = by;
  const [one, other, ...more] = measures;
  if (first === undefined || one === undefined) return undefined;
  const split = second === undefined ? {} : { split: second.name };
  const series = measures.map(({ name }) => name);
  if (first.kind === 'time') return { kind: 'lines', x: first.name, series, ...split };
  if (share === true) return { kind: 'share', x: first.name, series: [one.name], ...split };
  if (other !== undefined && more.length === 0 && other.unit !== one.unit && second === undefined)
    return { kind: 'scatter', x: one.name, series: [other.name], split: first.name };
  return { kind: 'bars', x: first.name, series, ...split };
}
