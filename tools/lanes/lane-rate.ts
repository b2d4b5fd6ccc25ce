import { formatMoney } from '../../src/domain/money/money.ts';
import { laneDays } from '../../src/domain/places/lane-rule.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import { orUnknown } from '../records/or-unknown.ts';
import { type LanePrice, priceOf } from './lane-figures.ts';
import { endText, type LanePlace } from './lane-place.ts';
import { type LaneRun, laneRuns, laneTables } from './lane-runs.ts';

interface Lane {
  /** Undefined where a stop does not say in which state it lies. */
  readonly origin: LanePlace | undefined;
  readonly destination: LanePlace | undefined;
  readonly currency: string;
  /** Civil date at the desk. */
  readonly today: string;
  /** A shipment that is no history of its own. */
  readonly exceptId?: string | undefined;
}

/** What carriers were paid on a lane, beside the rate of a booking. */
export const buyRateLine = (ctx: ToolContext, lane: Lane): Promise<string> =>
  rateLine(ctx, lane, (runs) => {
    const buy = priceOf(runs, (run) => run.buy);
    return buy ? `average ${priceText(buy, lane.currency)}` : undefined;
  });

/** What a lane cost and sold at, beside the price of a quote. */
export const laneHistoryLine = (ctx: ToolContext, lane: Lane): Promise<string> =>
  rateLine(ctx, lane, (runs) => {
    const [buy, sell] = [priceOf(runs, (run) => run.buy), priceOf(runs, (run) => run.sell)];
    const parts = [buy && `buy ${priceText(buy, lane.currency)}`, sell && `sell ${priceText(sell, lane.currency)}`];
    return parts.filter(Boolean).join('; ') || undefined;
  });

/** Among the lines of a plan. */
export const isLaneLine = (line: string): boolean => line.startsWith('Lane ');

async function rateLine(
  ctx: ToolContext,
  { origin, destination, currency, today, exceptId }: Lane,
  textOf: (runs: readonly LaneRun[]) => string | undefined,
): Promise<string> {
  if (!origin || !destination) return 'Lane history: not known, for a state of the route is not';
  const found = await orUnknown(async () => {
    const copy = await copyNow(ctx, laneTables);
    const isWanted = (run: LaneRun) => run.id !== exceptId && run.currency === currency && run.buy !== null;
    return { ...(await laneRuns(copy, { origin, destination, days: laneDays, today }, isWanted)) };
  });
  if (!found) return 'Lane history: not known';
  const { level, runs } = found;
  const end = (place: LanePlace) => recordText(endText(place, level), 'list');
  const lane = `Lane ${end(origin)} to ${end(destination)}, last ${laneDays} days`;
  const text = textOf(runs);
  return `${lane}: ${text === undefined ? 'no delivered load to compare with' : `n ${runs.length}, ${text}`}`;
}

const priceText = ({ averageCents, perMileCents }: LanePrice, currency: string): string =>
  `${formatMoney(averageCents, currency)}${perMileCents === null ? '' : `, ${formatMoney(perMileCents, currency)} a mile`}`;
