import * as z from 'zod';
import { computeTargetBuyCents } from '../../src/domain/carriers/cover-ranking.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { computeStopWindow } from '../../src/domain/stops/judged-stop.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { listClasses } from '../lanes/lane-equipment.ts';
import { getStopPlace } from '../lanes/lane-place.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { ShipmentLoad, ShipmentRecord } from '../records/record-types.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';
import { listActiveCarriers, isLive, findLoadTarget, formatCarrier, requireOpenLoad } from './booked-load.ts';
import { rankCoverCandidates } from './cover-candidates.ts';
import { buildCoverResult } from './cover-result.ts';
import { loadLaneRunners } from './lane-runners.ts';
import { findTrucksNearby } from './trucks-nearby.ts';

export const coverLoad = tool({
  name: 'cover_load',
  title: 'Cover a load',
  description: `Carriers for an open load, ranked: who ran its lane, trucks nearby, verdict, average buy, phone, target buy, with the call that books. Any carrier by name or place: find_carriers.`,
  toolset: 'insight',
  gate: 'none',
  operations: [
    'shipments.filter',
    'shipments.get',
    'shipments.track',
    'loads.filter',
    'loads.get',
    'carriers.filter',
    'carriers.registryEntries',
    'carriers.search',
    'customers.get',
  ],
  input: z.strictObject({ load: RecordText, maxRate: MoneyText.optional() }),
  output: z.object({
    load: z.string(),
    lane: z.string(),
    equipment: z.string().nullable(),
    pickup: z.string().nullable(),
    currency: z.string(),
    targetBuy: z.number().nullable(),
    total: z.number(),
    carriers: z.array(z.record(z.string(), z.unknown())),
    leftOut: z.record(z.string(), z.unknown()),
    coveredBy: z.array(z.record(z.string(), z.unknown())),
    definition: z.string(),
    notes: z.array(z.string()),
  }),
  async read(ctx, input) {
    const { target, maxCents } = await readTogether({
      target: () => findLoadTarget(ctx, { shipment: input.load }),
      maxCents: () => (input.maxRate === undefined ? undefined : parseCents(input.maxRate, 'maxRate')),
    });
    const covered = listCoveredLoads(target);
    if (covered.length > 0) return buildCoveredResult(ctx, target.shipment, covered);
    const { shipment, load } = requireOpenLoad(target);
    return proposeCarriers(ctx, shipment, { load, maxCents });
  },
});

/**
 * Lists the loads if all of them are covered: the named load, or all live loads of the shipment. Otherwise the list is
 * empty.
 */
function listCoveredLoads({ shipment, load }: Awaited<ReturnType<typeof findLoadTarget>>): readonly ShipmentLoad[] {
  const live = (load ? [load] : shipment.loads).filter(isLive);
  return live.every((candidate) => listActiveCarriers(candidate).length > 0) ? live : [];
}

function buildCoveredResult(ctx: ToolContext, shipment: ShipmentRecord, loads: readonly ShipmentLoad[]) {
  const bookings = loads.flatMap((load) => listActiveCarriers(load).map((booked) => ({ load, booked })));
  const words = bookings.map(
    ({ load, booked }) => `${load.friendlyId} by ${formatCarrier(booked)}, ${formatCode(load.status)}`,
  );
  return recordResult({
    summary: `${shipment.friendlyId} is covered: ${words.join('; ')}. There's nothing to cover.`,
    asOf: ctx.now(),
    lines: [],
    data: {
      load: shipment.friendlyId,
      coveredBy: bookings.map(({ load, booked }) => ({
        load: load.friendlyId,
        carrier: booked.carrier?.friendlyId ?? null,
        name: booked.carrier?.name ?? null,
        status: load.status,
      })),
    },
    untrusted: ['/coveredBy/*/name', '/summary'],
    nextActions: [
      { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'whom to call, and the stops' },
    ],
  });
}

interface ProposalOptions {
  /** Undefined if the booking creates the load. */
  readonly load: ShipmentLoad | undefined;
  readonly maxCents: number | undefined;
}

async function proposeCarriers(ctx: ToolContext, shipment: ShipmentRecord, { load, maxCents }: ProposalOptions) {
  const [order] = getLiveOrders(shipment);
  const stops = (order?.stops ?? []).toSorted((first, second) => first.sequence - second.sequence);
  const [pick, drop] = [stops.find(({ type }) => type === 'PICK'), stops.findLast(({ type }) => type === 'DROP')];
  const [origin, destination] = [pick && getStopPlace(pick), drop && getStopPlace(drop)];
  if (!pick || !origin || !destination)
    throw new WaybillError(
      'CONFLICT',
      `${shipment.friendlyId} has no route whose places are known: give it a pickup and a delivery first.`,
    );
  const { currency } = shipment;
  const pickupAt = computeStopWindow(pick)?.start;
  const equipment = order?.equipment.map(({ name }) => name).join(', ') ?? '';
  const records = await ctx.records();
  const [runners, trucks] = await Promise.all([
    loadLaneRunners(records, { origin, destination, currency, today: getToday(ctx.timeZone, ctx.askedAt) }),
    pickupAt === undefined ? new Map() : findTrucksNearby(records, origin, pickupAt),
  ]);
  const { marginTarget } = ctx.policy.rules;
  return buildCoverResult({
    booked: load ? { load: load.friendlyId } : { shipment: shipment.friendlyId },
    name: load ? `${load.friendlyId} of ${shipment.friendlyId}` : shipment.friendlyId,
    lane: describeRoute(stops),
    equipment: equipment || null,
    pickup: pickupAt === undefined ? shipment.pickUpDate : formatLocalTime(pickupAt, ctx.timeZone),
    currency,
    targetCents: computeTargetBuyCents(
      { revenueCents: toAmountCents(shipment.totalRevenue), costCents: toAmountCents(shipment.totalCost) },
      { marginTarget, maxCents },
    ),
    maxCents,
    marginTarget,
    ...(await rankCoverCandidates(ctx, {
      runners,
      trucks,
      classes: listClasses(equipment),
      lastDay: shipment.deliveryDate,
    })),
    notes: pickupAt === undefined ? ['The pickup has no time: trucks nearby were not looked for.'] : [],
    timeZone: ctx.timeZone,
    asOf: ctx.now(),
    completeness: ctx.completeness(),
  });
}
