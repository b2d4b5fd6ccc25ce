import * as z from 'zod';
import { computeTargetBuyCents } from '../../src/domain/carriers/cover-ranking.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { computeStopWindow } from '../../src/domain/freight/judged-stop.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { MoneyText, typedCents } from '../arguments/typed-money.ts';
import { readTogether } from '../arguments/together.ts';
import { classesIn } from '../lanes/lane-equipment.ts';
import { placeOfStop } from '../lanes/lane-place.ts';
import { centsOf } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from '../shipments/shipment-progress.ts';
import { activeOn, isLive, meantBy, formatCarrier, openLoadOf } from './booked-load.ts';
import { coverCandidates } from './cover-candidates.ts';
import { coverResult } from './cover-result.ts';
import { loadLaneRunners } from './lane-runners.ts';
import { findTrucksNearby } from './trucks-nearby.ts';

type LoadSummary = ShipmentRecord['loads'][number];

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
  async read(ctx, asked) {
    const { meant, maxCents } = await readTogether({
      meant: () => meantBy(ctx, { shipment: asked.load }),
      maxCents: () => (asked.maxRate === undefined ? undefined : typedCents(asked.maxRate, 'maxRate')),
    });
    const covered = coveredLoads(meant);
    if (covered.length > 0) return coveredResult(ctx, meant.shipment, covered);
    const { shipment, load } = openLoadOf(meant);
    return proposals(ctx, shipment, { load, maxCents });
  },
});

/** The named load, or all of a shipment of which none is open. */
function coveredLoads({ shipment, load }: Awaited<ReturnType<typeof meantBy>>): readonly LoadSummary[] {
  const live = (load ? [load] : shipment.loads).filter(isLive);
  return live.every((one) => activeOn(one).length > 0) ? live : [];
}

function coveredResult(ctx: ToolContext, shipment: ShipmentRecord, loads: readonly LoadSummary[]) {
  const by = loads.flatMap((load) => activeOn(load).map((booked) => ({ load, booked })));
  const words = by.map(({ load, booked }) => `${load.friendlyId} by ${formatCarrier(booked)}, ${load.status}`);
  return recordResult({
    summary: `${shipment.friendlyId} is covered: ${words.join('; ')}. There is nothing to cover.`,
    asOf: ctx.now(),
    lines: [],
    data: {
      load: shipment.friendlyId,
      coveredBy: by.map(({ load, booked }) => ({
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

interface Asked {
  /** Undefined where the booking makes it. */
  readonly load: LoadSummary | undefined;
  readonly maxCents: number | undefined;
}

async function proposals(ctx: ToolContext, shipment: ShipmentRecord, { load, maxCents }: Asked) {
  const [order] = liveOrders(shipment);
  const stops = (order?.stops ?? []).toSorted((one, other) => one.sequence - other.sequence);
  const [pick, drop] = [stops.find(({ type }) => type === 'PICK'), stops.findLast(({ type }) => type === 'DROP')];
  const [origin, destination] = [pick && placeOfStop(pick), drop && placeOfStop(drop)];
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
  return coverResult({
    booked: load ? { load: load.friendlyId } : { shipment: shipment.friendlyId },
    name: load ? `${load.friendlyId} of ${shipment.friendlyId}` : shipment.friendlyId,
    lane: describeRoute(stops),
    equipment: equipment || null,
    pickup: pickupAt === undefined ? shipment.pickUpDate : formatLocalTime(pickupAt, ctx.timeZone),
    currency,
    targetCents: computeTargetBuyCents(
      { revenueCents: centsOf(shipment.totalRevenue), costCents: centsOf(shipment.totalCost) },
      { marginTarget, maxCents },
    ),
    maxCents,
    marginTarget,
    ...(await coverCandidates(ctx, {
      runners,
      trucks,
      classes: classesIn(equipment),
      lastDay: shipment.deliveryDate,
    })),
    notes: pickupAt === undefined ? ['The pickup has no time: trucks nearby were not looked for.'] : [],
    timeZone: ctx.timeZone,
    asOf: ctx.now(),
    completeness: ctx.completeness(),
  });
}
