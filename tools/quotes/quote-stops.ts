import * as z from 'zod';
import type { OrderInput } from '../../src/contract/freight/order-shapes.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { instantOf, zoneAbbreviation } from '../../src/domain/places/local-time.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePlace } from '../arguments/places.ts';
import { momentOf } from '../arguments/date-words.ts';

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
  pickup: DateText.optional().describe('"Friday 8am"'),
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
    const when = date && appointmentOf(ctx, date, zone ?? ctx.timeZone);
    if (when && when.start.requestedStartDate < after.date) {
      throw fieldError(
        'BAD_REQUEST',
        when.understood.argument,
        `${when.start.requestedStartDate} is before ${after.name} on ${after.date}`,
      );
    }
    if (when) after = { date: when.start.requestedStartDate, name: when.understood.argument };
    if (when) understood.push(when.understood);
    stops.push({ type, ...placement, ...when?.start });
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
  const [place = '', day] = rest.split(/\s@\s/);
  const type = kind === undefined ? (index === 0 ? 'PICK' : 'DROP') : kind.toUpperCase() === 'PICK' ? 'PICK' : 'DROP';
  return { place: { name, text: place.trim() }, type, date: named(`${name} day`, day) };
}

const named = (name: string, text: string | undefined) => (text === undefined ? undefined : { name, text });

function requirePlace(name: string, text: string | undefined): Leg['place'] {
  if (text === undefined) throw fieldError('BAD_REQUEST', name, 'is needed: a location, "City, ST" or a ZIP code');
  return { name, text };
}

/** A day, and the hour when one was named, on the clock of the place. */
function appointmentOf(
  ctx: ToolContext,
  { name, text }: { readonly name: string; readonly text: string },
  zone: string,
) {
  const { date, time } = momentOf({ askedAt: ctx.askedAt, timeZone: zone }, { name, text, lean: 'future' });
  if (date < todayIn(zone, ctx.askedAt)) throw fieldError('BAD_REQUEST', name, `${date} is in the past`);
  const clock = time === null ? '' : ` ${time} ${zoneAbbreviation(instantOf({ date, time, zone }), zone)}`;
  return {
    start: { requestedStartDate: date, ...(time !== null && { requestedStartTime: time }) },
    understood: { argument: name, query: text, as: `${date}${clock}` },
  };
}
