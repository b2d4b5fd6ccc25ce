import { foldText } from '../text/folding.ts';
import type { LoadCarrierRemovalReason } from './load.ts';

/** Why a carrier does not run a load, as people say it. */
const words: readonly (readonly [RegExp, LoadCarrierRemovalReason])[] = [
  [/\b(?:rate|price|money|more money|renegotiat\w*)\b/, 'RATE_DISPUTE'],
  [/\b(?:equipment|breakdown|broke down|mechanical|trailer|truck broke|flat tire)\b/, 'EQUIPMENT_ISSUE'],
  [/\b(?:driver|hours of service|hos|sick)\b/, 'DRIVER_ISSUE'],
  [/\b(?:late|timing|time|delayed?|schedule|cannot make|can't make)\b/, 'TIMING_ISSUE'],
  [
    /\b(?:fell off|fell through|falls? off|bounced?|no show|backed out|gave (?:it )?back|canceled|cancelled)\b/,
    'BOUNCED',
  ],
];

/** Parses the reason for removing a carrier. Any other text is OTHER and explains itself. */
export function parseRemovalReason(text: string): LoadCarrierRemovalReason {
  const plain = foldText(text).replaceAll(/[-_]/g, ' ');
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? 'OTHER';
}
