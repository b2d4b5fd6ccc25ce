import { foldText } from '../text/folding.ts';
import type { QuoteLostReason } from './quote.ts';

/** Why a quote was lost, as people say it. */
const words: readonly (readonly [RegExp, QuoteLostReason])[] = [
  [/\b(?:too high|price|priced|rate|expensive|cheaper|undercut|money)\b/, 'TOO_HIGH'],
  [/\b(?:no (?:response|reply|answer)|ghosted|silent|never (?:answered|replied|heard))\b/, 'NO_RESPONSE'],
  [/\b(?:expired|lapsed|ran out)\b/, 'EXPIRED'],
  [/\b(?:too slow|slow|too late|late)\b/, 'TOO_SLOW'],
  [/\b(?:no truck|truck not available|no capacity|capacity|not cover)\b/, 'TRUCK_NOT_AVAILABLE'],
  [/^(?:no reason|unknown|none)$/, 'NO_REASON'],
];

/** Parses the reason for a lost quote. Any other text is OTHER and explains itself. */
export function parseLostReason(text: string): QuoteLostReason {
  const plain = foldText(text).replaceAll(/[-_]/g, ' ').trim();
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? 'OTHER';
}
