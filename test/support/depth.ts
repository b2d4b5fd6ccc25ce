/** True in `npm run test:deep`, which tries every case on both databases; `npm test` tries fewer cases of the same promises. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** How many times as many cases a deep run tries, for a night before a release: `TEST_TIMES=10 npm run test:deep`. */
const deepTimes = Number(process.env['TEST_TIMES'] ?? 1);

/** Counts the cases to try: some in every run, more in a deep one. */
export const cases = ({ usual, deep }: { readonly usual: number; readonly deep: number }): number =>
  isDeep ? deep * deepTimes : usual;

/** The generated brokerages to look at: one in every run, another one too in a deep run. */
export const brokerages = isDeep ? (['small', 'another'] as const) : (['small'] as const);
