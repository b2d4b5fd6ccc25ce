/** The value below which the share lies; 0.5 is the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const least = (values: readonly number[]): number => Math.min(...values);

/** Two digits after the point below ten, none above a hundred: more would be noise. */
export function rounded(value: number): number {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return Number(value.toFixed(digits));
}

/** "2.4x", or "1/38" where a small fraction would say nothing. */
export function ratio(value: number, to: number): string {
  return value / to < 0.1 ? `1/${Math.round(to / value)}` : `${rounded(value / to)}x`;
}
