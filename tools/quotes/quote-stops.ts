import * as z from 'zod';
import type { OrderInput } from '../../src/contract/freight/order-shapes.ts';
import { stopWindow } from '../../src/domain/freight/stop-window.ts';
import { instantOf, zoneAbbreviation } from '../../src/domain/places/local-time.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePlace } from '../arguments/places.ts';
import { type Appointment, appointmentOf } from '../arguments/appointment-words.ts';
import type { Moment } from '../arguments/date-words.ts';

type StopInput = z.input<typeof OrderInput>['stops'][number];

/** How an argument was understood. */
export interface Understood {
  readonly argument: string;
  readonly query: string;
  readonly as: string;
}

/** Places and days of a route as people say them. */
export const routeArguments = {
  origin: RecordText.optional().describe('location, "City, ST" or ZIP'),
  destination: RecordText.optional(),
  pickup: DateText.optional().describe('"Friday 7am-3pm"'),
  delivery: DateText.optional(),
  stops: z.array(z.string().min(1).max(280)).min(2).max(20).optional().describe('"PICK place @ day"'),
} as const;

type Route = { readonly [Name in keyof typeof routeArguments]?: z.output<(typeof routeArguments)[Name]> | undefined };

interface Leg {
  readonly place: { readonly name: string; readonly text: string };
  readonly type: 'PICK' | 'DROP';
  readonly date: { readonly name: string; readonly text: string } | undefined;
}

/** The stops of an order in route order, each with what its words were taken for. */
export async function resolveStops(
  ctx: ToolContext,
  customer: CustomerRecord,
  route: Route,
): Promise<{ readonly stops: StopInput[]; readonly understood: readonly Understood[] }> {
  const stops: StopInput[] = [];
  const understood: Understood[] = [];
  let after = { date: '', name: '' };
  for (const { place, type, date } of legsOf(route)) {
    const { placement, as, zone } = await resolvePlace(ctx, { ...place, customer });
    understood.push({ argument: place.name, query: place.text, as });
    const when = date && requestOf(ctx, date, zone ?? ctx.timeZone);
    if (when && when.request.requestedStartDate < after.date) {
      throw fieldError(
        'BAD_REQUEST',
        when.understood.argument,
        `${when.request.requestedStartDate} is before ${after.name} on ${after.date}`,
      );
    }
    if (when) after = { date: when.request.requestedStartDate, name: when.understood.argument };
    if (when) understood.push(when.understood);
    stops.push({ type, ...placement, ...when?.request });
  }
  return { stops, understood };
}

function legsOf({ origin, destination, pickup, delivery, stops }: Route): readonly Leg[] {
  if (stops && (origin !== undefined || destination !== undefined)) {
    throw fieldError('BAD_REQUEST', 'stops', 'takes the place of origin and destination; give one or the other');
  }
  if (!stops) {
    return [
      { place: requirePlace('origin', origin), type: 'PICK', date: named('pickup', pickup) },
      { place: requirePlace('destination', destination), type: 'DROP', date: named('delivery', delivery) },
    ];
  }
  const last = stops.length - 1;
  return stops.map((text, index) => {
    const leg = legOf(`stops.${index}`, text, index);
    const fallback = index === 0 ? named('pickup', pickup) : index === last ? named('delivery', delivery) : undefined;
    return { ...leg, date: leg.date ?? fallback };
  });
}

/** "PICK Dallas, TX @ Monday 8am": the kind may be left out (the first stop is a pick, the others are drops), the day too. */
function legOf(name: string, text: string, index: number): Leg {
  const [, kind, rest = text] = /^(PICK|DROP)\s*:?\s+(.+)$/is.exec(text.trim()) ?? [];
  const [, place = rest, day] = /^(.+?)\s@\s(.+)$/s.exec(rest) ?? [];
  const type = kind === undefined ? (index === 0 ? 'PICK' : 'DROP') : kind.toUpperCase() === 'PICK' ? 'PICK' : 'DROP';
  return { place: { name, text: place.trim() }, type, date: named(`${name} day`, day) };
}

const named = (name: string, text: string | undefined) => (text === undefined ? undefined : { name, text });

function requirePlace(name: string, text: string | undefined): Leg['place'] {
  if (text === undefined) throw fieldError('BAD_REQUEST', name, 'is needed: a location, "City, ST" or a ZIP code');
  return { name, text };
}

/** The day or window that a stop asks for, on the clock of the place. */
function requestOf(ctx: ToolContext, { name, text }: { readonly name: string; readonly text: string }, zone: string) {
  const appointment = appointmentOf({ askedAt: ctx.askedAt, timeZone: zone }, { name, text, lean: 'future' });
  const { start, end } = appointment;
  const request = {
    requestedStartDate: start.date,
    ...(start.time !== null && { requestedStartTime: start.time }),
    ...(end && { requestedEndDate: end.date }),
    ...(end && end.time !== null && { requestedEndTime: end.time }),
  };
  const window = stopWindow(request, zone);
  if (window && Date.parse(window.end) < Date.parse(ctx.askedAt))
    throw fieldError('BAD_REQUEST', name, `${requestText(appointment, zone)} is in the past`);
  return { request, understood: { argument: name, query: text, as: requestText(appointment, zone) } };
}

/** "2026-11-20 07:00 to 15:00 CST", "by 2026-11-20 14:00 CST": the whole window, as it goes into the order. */
function requestText({ start, end }: Appointment, zone: string): string {
  const textOf = ({ date, time }: Moment) => (time === null ? date : `${date} ${time}`);
  const last = end?.time === null ? start : (end ?? start);
  const abbreviation =
    last.time === null ? '' : ` ${zoneAbbreviation(instantOf({ date: last.date, time: last.time, zone }), zone)}`;
  if (end === null) return `${textOf(start)}${abbreviation}`;
  if (start.time === null && end.time !== null) return `by ${textOf(end)}${abbreviation}`;
  if (start.time !== null && end.time === null) return `${textOf(start)}${abbreviation} or later that day`;
  return `${textOf(start)} to ${start.date === end.date ? end.time : textOf(end)}${abbreviation}`;
}
