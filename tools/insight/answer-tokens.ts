import { tokensFor } from '../../src/mcp/results/page.ts';

/** Less than other lists: their rows are figures, and the definitions stand below. */
const tokensMax = 1500;

/** What an answer may cost; more where somebody asks for so many rows or for a file. */
export const answerTokens = (asked: Parameters<typeof tokensFor>[0]): number =>
  asked.limit === undefined && asked.format !== 'csv' ? tokensMax : tokensFor(asked);
