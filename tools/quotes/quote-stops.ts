import * as z from 'zod';
import type { UnparsedOrderInput } from '../../src/contract/types.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePlace } from '../arguments/places.ts';
import { parseStopRequest, type InterpretedArgument } from '../arguments/stop-request.ts';
import type { PlanPlace } from '../records/stop-places.ts';
import { readTogether } from '../arguments/finders/together.ts';

type QuoteStopInput = UnparsedOrderInput['stops'][number];

/** Arguments for the places and days of a route, in people's words. */
export const routeArguments = {
  origin: RecordText.optional().describe('location, "City, ST" or ZIP'),
  destination: RecordText.optional(),
  pickup: DateText.optional().describe('"Friday 7am-3pm"'),
  delivery: DateText.optional(),
  stops: z.array(z.string().min(1).max(280)).min(2).max(20).optional().describe('"PICK place @ day"'),
} as const;

type RouteInput = {
  readonly [Name in keyof typeof routeArguments]?: z.output<(typeof routeArguments)[Name]> | undefined;
};

interface Leg {
  readonly place: { readonly name: string; readonly text: string | undefined };
  readonly type: 'PICK' | 'DROP';
  readonly date: { readonly name: string; readonly text: string } | undefined;
}

interface ResolvedRoute {
  readonly stops: QuoteStopInput[];
  readonly understood: readonly InterpretedArgument[];
  /** Names of the places by the id of their city or location; the API reads no city by its id. */
  readonly places: ReadonlyMap<string, PlanPlace>;
}

/**
 * Reads the stops of an order in route order, each with what its words were resolved to. One error names everything
 * that is unclear.
 */
export async function resolveStops(
  ctx: ToolContext,
  customer: () => Promise<CustomerRecord>,
  route: RouteInput,
): Promise<ResolvedRoute> {
  const legs = parseLegs(route);
  const read = await readTogether(
    Object.fromEntries(legs.map((leg) => [leg.place.name, () => readLeg(ctx, customer, leg)])),
  );
  const resolved = Object.values(read);
  requireOrder(resolved.flatMap(({ when }) => when ?? []));
  return {
    stops: resolved.map(({ stop }) => stop),
    understood: resolved.flatMap(({ place, when }) => (when ? [place, when.understood] : [place])),
    places: new Map(resolved.flatMap(({ names }) => [...names])),
  };
}

async function readLeg(ctx: ToolContext, customer: () => Promise<CustomerRecord>, { place, type, date }: Leg) {
  const placeLookup = resolveLegPlace(ctx, customer, place);
  const { at, when } = await readTogether({
    at: () => placeLookup,
    // A day whose place is unclear is read all the same, so that both are named.
    when: async () =>
      date && parseStopRequest(ctx, date, (await placeLookup.catch(() => undefined))?.zone ?? ctx.timeZone),
  });
  const stop: QuoteStopInput = { type, ...at.placement, ...when?.request };
  return { stop, when, place: { argument: place.name, query: place.text ?? '', as: at.as }, names: at.names };
}

async function resolveLegPlace(
  ctx: ToolContext,
  customer: () => Promise<CustomerRecord>,
  { name, text }: Leg['place'],
) {
  if (text === undefined)
    throw createFieldError('BAD_REQUEST', name, 'is needed: a location, "City, ST" or a ZIP code');
  return resolvePlace(ctx, { name, text, customer: await customer() });
}

/** Requires that no delivery is before the pickup. */
function requireOrder(requests: readonly ReturnType<typeof parseStopRequest>[]): void {
  for (const [index, { request, understood }] of requests.entries()) {
    const before = requests[index - 1];
    if (before && request.requestedStartDate < before.request.requestedStartDate)
      throw createFieldError(
        'BAD_REQUEST',
        understood.argument,
        `${formatDate(request.requestedStartDate)} is before ${before.understood.argument} on ${formatDate(before.request.requestedStartDate)}`,
      );
  }
}

function parseLegs({ origin, destination, pickup, delivery, stops }: RouteInput): readonly Leg[] {
  if (stops && (origin !== undefined || destination !== undefined)) {
    throw createFieldError('BAD_REQUEST', 'stops', 'takes the place of origin and destination; give one or the other');
  }
  if (!stops) {
    return [
      { place: { name: 'origin', text: origin }, type: 'PICK', date: toNamedText('pickup', pickup) },
      { place: { name: 'destination', text: destination }, type: 'DROP', date: toNamedText('delivery', delivery) },
    ];
  }
  const last = stops.length - 1;
  return stops.map((text, index) => {
    const leg = parseLeg(`stops.${index}`, text, index);
    const fallback =
      index === 0 ? toNamedText('pickup', pickup) : index === last ? toNamedText('delivery', delivery) : undefined;
    return { ...leg, date: leg.date ?? fallback };
  });
}

/**
 * Parses a stop such as "PICK Dallas, TX @ Monday 8am". The kind may be left out (the first stop is a pick, the others
 * are drops), and so may the day.
 */
function parseLeg(name: string, text: string, index: number): Leg {
  const [, kind, rest = text] = /^(PICK|DROP)\s*:?\s+(.+)$/is.exec(text.trim()) ?? [];
  const [, place = rest, day] = /^(.+?)\s@\s(.+)$/s.exec(rest) ?? [];
  const type = kind === undefined ? (index === 0 ? 'PICK' : 'DROP') : kind.toUpperCase() === 'PICK' ? 'PICK' : 'DROP';
  return { place: { name, text: place.trim() }, type, date: toNamedText(`${name} day`, day) };
}

const toNamedText = (name: string, text: string | undefined) => (text === undefined ? undefined : { name, text });
