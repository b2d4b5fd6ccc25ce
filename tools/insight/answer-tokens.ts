import { getTokensMax } from '../../src/mcp/results/page.ts';

/** Less than other lists: their rows are figures, and the definitions stand below. */
const tokensMax = 1500;

/** Returns the tokens that an answer may cost. A request for many rows or for a file may cost more. */
export const computeTokenLimit = (input: Parameters<typeof getTokensMax>[0]): number =>
  input.limit === undefined && input.format !== 'csv' ? tokensMax : getTokensMax(input);
