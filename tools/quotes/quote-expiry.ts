import { resolveInstant, getLocalDay, formatLocalTime } from '../../src/domain/places/local-time.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parseMoment } from '../arguments/appointment-words.ts';
import { getDeskClock, quoteWords } from '../arguments/date-words.ts';
import { requireOneInstant } from '../arguments/days/clock-changes.ts';

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i;

/** Parses when a price expires, as an instant. A day without an hour lasts until its end in the person's zone. */
export function parseExpiry(ctx: ToolContext, text: string): string {
  const at = parseInstant(ctx, text);
  if (at > ctx.askedAt) return at;
  throw createFieldError(
    'BAD_REQUEST',
    'expiresAt',
    `${recordText(text, 'list')} (${formatLocalTime(at, ctx.timeZone)}) has passed: name a time in the future`,
  );
}

function parseInstant(ctx: ToolContext, text: string): string {
  const typed = text.trim();
  if (instantPattern.test(typed) && !Number.isNaN(Date.parse(typed))) return new Date(typed).toISOString();
  const { date, time, instant } = parseMoment(getDeskClock(ctx), { name: 'expiresAt', text: typed, lean: 'future' });
  if (instant !== undefined) return instant;
  const zone = ctx.timeZone;
  if (time === null) return getLocalDay(date, zone).end;
  requireOneInstant({ name: 'expiresAt', label: quoteWords(typed) }, { date, time, zone });
  return resolveInstant({ date, time, zone });
}

/**
 * Describes the revival of an expired price, or returns null if the price has not expired. Afterwards nothing shows
 * that it had expired.
 */
export function describeRevival(
  { askedAt, timeZone }: Pick<ToolContext, 'askedAt' | 'timeZone'>,
  expiresAt: unknown,
): string | null {
  if (typeof expiresAt !== 'string' || Date.parse(expiresAt) > Date.parse(askedAt)) return null;
  return `The price lapsed on ${formatLocalTime(expiresAt, timeZone)}: with a new validity it holds again.`;
}
