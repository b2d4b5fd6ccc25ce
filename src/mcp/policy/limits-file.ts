import * as z from 'zod';
import { WaybillError } from '../../errors.ts';
import { normalizeDomain } from '../../domain/limits/mail-domains.ts';
import { type MoneyKind, moneyKindWords } from '../../domain/limits/money-kinds.ts';
import type { MoneyLimit } from '../../domain/limits/money-limits.ts';
import { formatHours, type OpenHours, weekDays } from '../../domain/limits/open-hours.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { everything } from './policy-entry.ts';

const Days = z
  .array(z.enum(weekDays))
  .min(1)
  .refine((days) => new Set(days).size === days.length, 'names a day twice');

const OpeningTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm, 00:00 to 23:59');
const ClosingTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be HH:mm, 00:00 to 24:00');

const Hours = z
  .strictObject({ days: Days, from: OpeningTime, to: ClosingTime })
  .refine(({ from, to }) => from !== to, 'begins and ends at the same time; the whole day is 00:00 to 24:00');

/** Hours in which writing is allowed, by tool or operation, and under `*` for everything. */
export const HoursFile = z.record(z.string(), z.array(Hours).min(1).max(20));

const Domain = z.string().transform((text, context) => {
  const domain = normalizeDomain(text);
  if (domain !== undefined) return domain;
  context.addIssue(`${JSON.stringify(text)} is no domain; write it as in acme.com, which its subdomains are part of`);
  return z.NEVER;
});

/** The domains that mail may go to. */
export const MailDomainsFile = z.array(Domain).min(1).max(500);

const Dollars = z.number().min(0).max(1_000_000_000).multipleOf(0.01);

const LimitFile = z.strictObject({
  perCall: Dollars.optional(),
  perDay: Dollars.optional(),
  perPayee: Dollars.optional(),
  above: z.enum(['refuse', 'approve']).default('refuse'),
});

/** Limits of the money that calls and days may move, in dollars. The same numbers hold for any other currency. */
export const LimitsFile = z.record(z.string(), LimitFile);

/** Limit of one kind of money, and what happens to a call above it. */
export interface PolicyLimit extends MoneyLimit {
  readonly kind: MoneyKind;
  /** Refused, or approved by a person. */
  readonly above: 'refuse' | 'approve';
}

/** Converts the limits of the file. Names that move no money, and numbers that could never count, are refused. */
export function toLimits(
  file: z.output<typeof LimitsFile>,
  findKind: (name: string) => MoneyKind | undefined,
): Readonly<Record<string, PolicyLimit>> {
  return Object.fromEntries(
    Object.entries(file).map(([name, { above, ...limit }]) => {
      const kind = findKind(name);
      if (kind === undefined)
        throw buildLimitError(
          name,
          'is no tool or operation that moves one kind of money; there are pay_bills, book_carrier, bills.approve and others',
        );
      refuseNonsense(name, limit);
      const toCentsOrNull = (dollars: number | undefined) => (dollars === undefined ? null : Math.round(dollars * 100));
      return [
        name,
        {
          kind,
          above,
          perCallCents: toCentsOrNull(limit.perCall),
          perDayCents: toCentsOrNull(limit.perDay),
          perPayeeCents: toCentsOrNull(limit.perPayee),
        },
      ];
    }),
  );
}

function refuseNonsense(name: string, { perCall, perDay, perPayee }: Omit<z.output<typeof LimitFile>, 'above'>): void {
  if ([perCall, perDay, perPayee].every((amount) => amount === undefined))
    throw buildLimitError(name, 'limits nothing; give it perCall, perDay or perPayee');
  const day = perDay ?? Infinity;
  if ((perCall ?? 0) > day) throw buildLimitError(`${name}.perCall`, 'is above perDay, so it would never count');
  if ((perPayee ?? 0) > day) throw buildLimitError(`${name}.perPayee`, 'is above perDay, so it would never count');
}

const buildLimitError = (name: string, why: string): WaybillError =>
  new WaybillError('CONFIGURATION', `WAYBILL_POLICY: "limits.${name}" ${why}.`);

/**
 * Formats limits: `pay_bills: $5,000.00 in one call, $20,000.00 in a day paid to carriers, factors and vendors, refused
 * above`
 */
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
    .map(([name, spans]) => `${name === everything ? 'anything' : name}: ${formatHours(spans)}`)
    .join('; ') || 'always';
