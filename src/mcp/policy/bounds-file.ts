import * as z from 'zod';
import { ClockTime } from '../../contract/kit/shapes.ts';
import { plainDomain } from '../../domain/parties/mail-domains.ts';
import { weekDays } from '../../domain/places/open-hours.ts';

const Days = z
  .array(z.enum(weekDays))
  .min(1)
  .refine((days) => new Set(days).size === days.length, 'names a day twice');

const ClosingTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be HH:mm, 00:00 to 24:00');

const Hours = z
  .strictObject({ days: Days, from: ClockTime, to: ClosingTime })
  .refine(({ from, to }) => from !== to, 'begins and ends at the same time; the whole day is 00:00 to 24:00');

/** When something may be written, by tool, by operation, and under `*` whatever it is. */
export const HoursFile = z.record(z.string(), z.array(Hours).min(1).max(20));

const Domain = z.string().transform((text, context) => {
  const domain = plainDomain(text);
  if (domain !== undefined) return domain;
  context.addIssue(`${JSON.stringify(text)} is no domain; write it as in acme.com, which its subdomains are part of`);
  return z.NEVER;
});

/** The domains that mail may go to. */
export const MailDomainsFile = z.array(Domain).min(1).max(500);
