/** Most that `content` and `structuredContent` may cost each. */
export const tokensMax = 2000;
/** The same for a list of which somebody says how much of it they want. */
export const tokensMaxAsked = 10_000;

/** Measured against o200k on results of every tool: without it the sum is up to 10 % short. */
const caution = 1.12;

/** What a piece of text costs, by its first character: words, numbers, line feeds, spaces, signs, other scripts. */
const pieces = /[A-Za-z]+|\d+|\n+| +|[!-/:-@[-`{-~]+|[^\x20-\x7e]/gu;

/** An estimate on the safe side: ids and numbers cost far more a character than prose. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(pieces)) sum += costOf(piece);
  return Math.ceil(sum * caution);
}

function costOf(piece: string): number {
  if (/^[A-Z]+$/.test(piece)) return Math.ceil(piece.length / 6);
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / 7);
  if (/^\d/.test(piece)) return Math.ceil(piece.length / 3);
  if (piece.startsWith(' ')) return piece.length > 1 ? 1 : 0;
  return piece.startsWith('\n') ? 1 : Math.ceil(piece.length / 3);
}
