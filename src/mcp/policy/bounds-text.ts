import { moneyKindWords } from '../../domain/bounds/money-limits.ts';
import { hoursText, type OpenHours } from '../../domain/bounds/open-hours.ts';
import { formatMoney } from '../../domain/money/money.ts';
import type { PolicyLimit } from './bounds-file.ts';
import { everything } from './policy-entry.ts';

/** Formats limits: `pay_bills: $5,000.00 in one call, $20,000.00 in a day paid to carriers, factors and vendors, refused above` */
export const formatLimits = (limits: Readonly<Record<string, PolicyLimit>>): string =>
  Object.entries(limits)
    .map(([name, limit]) => `${name}: ${formatLimit(limit)}`)
    .join('; ') || 'none';

function formatLimit({ kind, above, perCallCents, perDayCents, perPayeeCents }: PolicyLimit): string {
  const parts = [
    [perCallCents, 'in one call'],
    [perDayCents, 'in a day'],
    [perPayeeCents, 'in a day for one payee'],
  ] as const;
  const numbers = parts.flatMap(([cents, span]) => (cents === null ? [] : [`${formatMoney(cents, 'USD')} ${span}`]));
  return `${numbers.join(', ')} ${moneyKindWords[kind]}, ${above === 'refuse' ? 'refused' : 'approved'} above`;
}

/** Formats hours: `anything: mon fri 07:00-19:00` */
export const formatAllHours = (hours: Readonly<Record<string, readonly OpenHours[]>>): string =>
  Object.entries(hours)
    .map(([name, spans]) => `${name === everything ? 'anything' : name}: ${hoursText(spans)}`)
    .join('; ') || 'always';
