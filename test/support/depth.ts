/** True in `npm run test:deep`, which tries every case on both databases; `npm test` tries fewer cases of the same promises. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** Multiplies the cases of a deep run, before a release: `TEST_TIMES=10 npm run test:deep`. */
const deepTimes = Number(process.env['TEST_TIMES'] ?? 1);
// Without a case to try, every test would pass.
if (!Number.isInteger(deepTimes) || deepTimes < 1)
  throw new Error(`TEST_TIMES is a whole number from 1 on, not "${process.env['TEST_TIMES']}".`);

/** Counts the cases to try: some in every run, more in a deep one. */
export const countCases = ({ usual, deep }: { readonly usual: number; readonly deep: number }): number =>
  isDeep ? deep * deepTimes : usual;

/** The generated brokerages to look at: one in every run, another one too in a deep run. */
export const brokerages = isDeep ? (['small', 'another'] as const) : (['small'] as const);
