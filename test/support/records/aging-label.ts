/** Formats the label of the aging bucket for a number of days past due, without the code under test. */
export function formatAgingLabel(daysLate: number, { daysPerBucket = 30, daysMax = 90 } = {}): string {
  if (daysLate <= 0) return 'Current';
  if (daysLate > daysMax) return `${daysMax}+`;
  const from = daysLate - ((daysLate - 1) % daysPerBucket);
  const to = Math.min(from + daysPerBucket - 1, daysMax);
  return from === to ? String(from) : `${from}-${to}`;
}
