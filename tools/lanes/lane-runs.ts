import { addDays } from '../../src/domain/kit/dates.ts';
import { type LaneLevel, laneLoadsMin } from '../../src/domain/places/lane-rule.ts';
import { laneRun } from '../../src/domain/shipments/lane-run.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { matchEnd } from './lane-condition.ts';
import { type LanePlace, listLevels } from './lane-place.ts';

export interface LaneQuestion {
  readonly origin: LanePlace;
  readonly destination: LanePlace;
  /** Number of completed days that count, up to yesterday. */
  readonly days: number;
  /** Civil date at the desk. */
  readonly today: string;
  readonly customerId?: string | undefined;
  readonly carrierId?: string | undefined;
}

/** A load that ran on a lane. Amounts are in its currency; null where one isn't known, or is in another currency. */
export interface LaneRun {
  readonly id: string;
  readonly shipment: string;
  /** Number of carriers that moved the load; only a single one is named. */
  readonly carriers: number;
  readonly carrierId: string | null;
  readonly carrier: string | null;
  readonly carrierNumber: string | null;
  readonly currency: string;
  readonly sell: number | null;
  /** The agreed pay of its carriers, without vendor services and trucks that were not used. */
  readonly buy: number | null;
  readonly services: number | null;
  readonly tonu: number | null;
  /** Revenue minus all costs; null if a part is unknown. */
  readonly margin: number | null;
  readonly miles: number | null;
  readonly equipment: string | null;
  readonly day: string;
}

export interface LaneRuns {
  readonly level: LaneLevel;
  /** The latest first. */
  readonly runs: readonly LaneRun[];
  /** Loads of the same lane that were not wanted. */
  readonly others: readonly LaneRun[];
  /** The closer levels at which there were too few, with how many. */
  readonly tooFew: readonly { readonly level: LaneLevel; readonly loads: number }[];
}

/** The loads that the figures of a lane cover. */
export const laneDefinition =
  'Delivered loads of one order on one truck, canceled ones left out, amounts as agreed. Buy: carrier pay. Margin: sell less carrier pay, vendor services and TONU';

/**
 * Loads loads between two places in days that are over, so that the same question has the same answer all day. Where they are
 * too few, between the markets, then between the states. `isWanted` says which of them count.
 */
export async function loadLaneRuns(
  records: CopiedRecords,
  question: LaneQuestion,
  isWanted: (run: LaneRun) => boolean = () => true,
): Promise<LaneRuns> {
  const tooFew: { level: LaneLevel; loads: number }[] = [];
  for (const level of listLevels(question.origin, question.destination)) {
    const { wanted: runs = [], other: otherRuns = [] } = Object.groupBy(
      await loadRunsAt(records, question, level),
      (run) => (isWanted(run) ? 'wanted' : 'other'),
    );
    if (runs.length >= laneLoadsMin || level === 'state') return { level, runs, others: otherRuns, tooFew };
    tooFew.push({ level, loads: runs.length });
  }
  return { level: 'state', runs: [], others: [], tooFew };
}

async function loadRunsAt(
  { db }: CopiedRecords,
  question: LaneQuestion,
  level: LaneLevel,
): Promise<readonly LaneRun[]> {
  const [firstDay, lastDay] = getDayRange(question);
  const { customerId, carrierId } = question;
  const rows = await db
    .selectFrom('shipment_fact as lane')
    .leftJoin('carrier', 'carrier.id', 'lane.carrier_id')
    .select([
      'lane.id',
      'lane.friendly_id as shipment',
      'lane.carriers',
      'lane.carrier_id as carrierId',
      'carrier.name as carrier',
      'carrier.friendly_id as carrierNumber',
      'lane.currency',
      'lane.revenue_cents as sell',
      'lane.carrier_pay_cents as buy',
      'lane.service_cents as services',
      'lane.tonu_cents as tonu',
      'lane.margin_cents as margin',
      'lane.miles',
      'lane.equipment',
      'lane.delivery_day as day',
    ])
    .where(matchRule(laneRun, 'lane'))
    .where('lane.delivery_day', '>=', firstDay)
    .where('lane.delivery_day', '<=', lastDay)
    .where(matchEnd('origin', question.origin, level))
    .where(matchEnd('destination', question.destination, level))
    .$if(customerId !== undefined, (query) => query.where('lane.customer_id', '=', customerId ?? ''))
    .$if(carrierId !== undefined, (query) => query.where('lane.carrier_id', '=', carrierId ?? ''))
    .orderBy('lane.delivery_day', 'desc')
    .orderBy('lane.friendly_id', 'desc')
    .execute();
  // Nothing charged or agreed is no price.
  return rows.map((row) => ({ ...row, day: row.day ?? '', sell: row.sell || null, buy: row.buy || null }));
}

/** Returns the first and the last day that count. */
export const getDayRange = ({ days, today }: Pick<LaneQuestion, 'days' | 'today'>): readonly [string, string] => [
  addDays(today, -days),
  addDays(today, -1),
];
