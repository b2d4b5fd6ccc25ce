import { formatMoney } from '../../src/domain/money/money.ts';
import { laneDays } from '../../src/domain/places/lane-rule.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import { listClasses, formatClasses } from './lane-equipment.ts';
import { computePrice, type LanePrice } from './lane-figures.ts';
import { formatEnd, type LanePlace } from './lane-place.ts';
import { type LaneRun, type LaneRuns, loadLaneRuns } from './lane-runs.ts';

interface RatedLane {
  /** Undefined if a stop does not state its state. */
  readonly origin: LanePlace | undefined;
  readonly destination: LanePlace | undefined;
  readonly currency: string;
  /** Names of the kinds of truck that the freight can move on; empty if unknown. */
  readonly equipment: readonly string[];
  /** Civil date at the desk. */
  readonly today: string;
  /** A shipment that is no history of its own. */
  readonly exceptId?: string | undefined;
}

/** Describes what carriers were paid on a lane for the same kind of truck, beside the rate of a booking. */
export const describeBuyRate = (ctx: ToolContext, lane: RatedLane): Promise<string> =>
  describeRate(ctx, lane, (runs) => {
    const buy = computePrice(runs, (run) => run.buy);
    return buy ? `average ${priceText(buy, lane.currency)}` : undefined;
  });

/** Describes what a lane cost and sold at for the same kind of truck, beside the price of a quote. */
export const describeLaneHistory = (ctx: ToolContext, lane: RatedLane): Promise<string> =>
  describeRate(ctx, lane, (runs) => {
    const [buy, sell] = [computePrice(runs, (run) => run.buy), computePrice(runs, (run) => run.sell)];
    const parts = [buy && `buy ${priceText(buy, lane.currency)}`, sell && `sell ${priceText(sell, lane.currency)}`];
    return parts.filter(Boolean).join('; ') || undefined;
  });

type FormatPrices = (runs: readonly LaneRun[]) => string | undefined;

async function describeRate(ctx: ToolContext, lane: RatedLane, formatPrices: FormatPrices): Promise<string> {
  const { origin, destination } = lane;
  if (!origin || !destination) return 'Lane history: not known, because a stop of the route states no place';
  const classes = listClasses(lane.equipment.join(', '));
  const history = await readOrUnknown(async () => {
    const same = await loadComparable(ctx, { ...lane, origin, destination }, classes);
    const isAny = classes.length === 0 || same.runs.length > 0;
    return isAny ? { same } : { same, any: await loadComparable(ctx, { ...lane, origin, destination }, []) };
  });
  if (!history) return 'Lane history: not known';
  const { same, any } = history;
  const kind = classes.length === 0 ? 'any equipment' : formatClasses(classes);
  if (any === undefined || any.runs.length === 0)
    return describeLane({ origin, destination }, { laneRuns: same, kind, classes, lane, formatPrices });
  const all = describeLane(
    { origin, destination },
    { laneRuns: any, kind: 'any equipment', classes: [], lane, formatPrices },
  );
  return `${all}; none of them ${formatClasses(classes)}`;
}

type KnownLane = RatedLane & { readonly origin: LanePlace; readonly destination: LanePlace };

/** Loads what ran in the currency and on such a truck; without classes on any. */
async function loadComparable(
  ctx: ToolContext,
  { origin, destination, currency, today, exceptId }: KnownLane,
  classes: readonly CarrierEquipmentClass[],
): Promise<LaneRuns> {
  const { others: otherRuns, ...laneRuns } = await loadLaneRuns(
    await ctx.records(),
    { origin, destination, days: laneDays, today },
    (run) =>
      run.id !== exceptId && run.currency === currency && run.buy !== null && isOnSameTruck(run.equipment, classes),
  );
  return { ...laneRuns, others: otherRuns.filter(({ id }) => id !== exceptId) };
}

const isOnSameTruck = (equipment: string | null, classes: readonly CarrierEquipmentClass[]): boolean =>
  classes.length === 0 || listClasses(equipment).some((kind) => classes.includes(kind));

interface DescribedLane {
  readonly laneRuns: LaneRuns;
  readonly kind: string;
  readonly classes: readonly CarrierEquipmentClass[];
  readonly lane: RatedLane;
  readonly formatPrices: FormatPrices;
}

function describeLane(
  { origin, destination }: Pick<KnownLane, 'origin' | 'destination'>,
  { laneRuns, kind, classes, lane, formatPrices }: DescribedLane,
): string {
  const { level } = laneRuns;
  const head = `Lane ${formatEnd(origin, level)} to ${formatEnd(destination, level)}, ${kind}, last ${laneDays} days`;
  const prices = formatPrices(laneRuns.runs);
  const text =
    prices === undefined
      ? 'no delivered load to compare with'
      : `${laneRuns.runs.length} ${laneRuns.runs.length === 1 ? 'load' : 'loads'}, ${prices}`;
  return [`${head}: ${text}`, ...describeOthers(laneRuns.others, { classes, currency: lane.currency })].join('; ');
}

/** Describes how many loads of the lane are not compared, and why. */
function describeOthers(
  otherRuns: readonly LaneRun[],
  { classes, currency }: { readonly classes: readonly CarrierEquipmentClass[]; readonly currency: string },
): readonly string[] {
  const counts = Map.groupBy(otherRuns, (run) =>
    isOnSameTruck(run.equipment, classes)
      ? run.currency === currency
        ? 'without a known cost'
        : `in ${run.currency}`
      : 'on other equipment',
  );
  return Array.from(counts, ([reason, runs]) => `${runs.length} more ${reason}`);
}

const priceText = ({ averageCents, perMileCents }: LanePrice, currency: string): string =>
  `${formatMoney(averageCents, currency)}${perMileCents === null ? '' : `, ${formatMoney(perMileCents, currency)} a mile`}`;
