import type { Unit } from '../../src/metrics/kit/measure.ts';
import type { FigureQuestion } from '../../src/metrics/query.ts';

/** A suggestion for drawing the rows, which names fields of a row. */
export interface ChartHint extends Readonly<Record<string, unknown>> {
  readonly kind: 'bars' | 'lines' | 'scatter' | 'share';
  readonly x: string;
  readonly series: readonly string[];
  /** The second dimension: one line or bar of each. */
  readonly split?: string;
  /** Titles of the figures, by field. */
  readonly titles: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
}

/**
 * Suggests a chart: a line for time, shares for parts of a whole, a scatter plot for two figures of the same things.
 */
export function suggestChart(
  { by, measures }: FigureQuestion,
  { share }: { readonly share?: boolean | undefined },
): ChartHint | undefined {
  const [first, second] = by;
  const [firstMeasure, secondMeasure, ...more] = measures;
  if (first === undefined || firstMeasure === undefined) return undefined;
  const words = {
    titles: Object.fromEntries(measures.map(({ name, title }) => [name, title])),
    units: Object.fromEntries(measures.map(({ name, unit }) => [name, unit])),
  };
  const split = second === undefined ? words : { ...words, split: second.name };
  const series = measures.map(({ name }) => name);
  if (first.kind === 'time') return { kind: 'lines', x: first.name, series, ...split };
  if (share === true) return { kind: 'share', x: first.name, series: [firstMeasure.name], ...split };
  if (
    secondMeasure !== undefined &&
    more.length === 0 &&
    secondMeasure.unit !== firstMeasure.unit &&
    second === undefined
  )
    return { kind: 'scatter', x: firstMeasure.name, series: [secondMeasure.name], ...words, split: first.name };
  return { kind: 'bars', x: first.name, series, ...split };
}
