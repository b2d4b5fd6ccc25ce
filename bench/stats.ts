/** Computes the value below which the share lies; 0.5 is the median. */
export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const computeMedian = (values: readonly number[]): number => computePercentile(values, 0.5);
export const findLeast = (values: readonly number[]): number => Math.min(...values);

/** Rounds to two digits after the point below ten, none above a hundred: more would be noise. */
export function roundValue(value: number): number {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return Number(value.toFixed(digits));
}

/** Formats a ratio as "2.4x", or as "1/38" where a small fraction would say nothing. */
export function formatRatio(value: number, to: number): string {
  return value / to < 0.1 ? `1/${Math.round(to / value)}` : `${roundValue(value / to)}x`;
}
