import type { Gate } from '../../contract/kit/operation.ts';
import { moneyKindWords } from '../../domain/bounds/money-limits.ts';
import { hoursText } from '../../domain/bounds/open-hours.ts';
import { formatMoney } from '../../domain/money/money.ts';
import type { Gated } from './policy-file.ts';
import { everything, type Policy, type PolicyLimit } from './policy.ts';

/** `pay_bills: $5,000.00 in one call, $20,000.00 in a day paid to carriers, factors and vendors, refused above` */
export const limitsText = ({ limits }: Pick<Policy, 'limits'>): string =>
  Object.entries(limits)
    .map(([name, limit]) => `${name}: ${limitText(limit)}`)
    .join('; ') || 'none';

function limitText({ kind, above, perCallCents, perDayCents, perPayeeCents }: PolicyLimit): string {
  const parts = [
    [perCallCents, 'in one call'],
    [perDayCents, 'in a day'],
    [perPayeeCents, 'in a day for one payee'],
  ] as const;
  const numbers = parts.flatMap(([cents, of]) => (cents === null ? [] : [`${formatMoney(cents, 'USD')} ${of}`]));
  return `${numbers.join(', ')} ${moneyKindWords[kind]}, ${above === 'refuse' ? 'refused' : 'approved'} above`;
}

/** `anything: mon fri 07:00-19:00` */
export const allHoursText = ({ hours }: Pick<Policy, 'hours'>): string =>
  Object.entries(hours)
    .map(([name, spans]) => `${name === everything ? 'anything' : name}: ${hoursText(spans)}`)
    .join('; ') || 'always';

/** Tools and operations that nobody can use, as built in or by the policy. */
export function offText({ gates, operations }: Pick<Policy, 'gates' | 'operations'>, known: Gated): string {
  const off = (usual: ReadonlyMap<string, Gate>, own: Readonly<Record<string, Gate>>) =>
    [...usual].filter(([name, gate]) => (own[name] ?? gate) === 'off').map(([name]) => name);
  return [
    `tools: ${off(known.tools, gates).join(', ') || 'none'}`,
    `operations: ${off(known.operations, operations).join(', ') || 'none'}`,
  ].join('; ');
}
