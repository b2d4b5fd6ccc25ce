import { addDays } from '../../src/domain/kit/dates.ts';
import { type LaneLevel, laneLoadsMin } from '../../src/domain/places/lane-rule.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { allOf, isBetween, isEqualWhereAsked } from '../copied/conditions.ts';
import { rowsOf } from '../copied/rows.ts';
import { endCondition } from './lane-condition.ts';
import { type LanePlace, levelsOf } from './lane-place.ts';

/** The tables of the copy that a lane's history rests on. */
export const laneTables = ['shipment', 'freight_order', 'load', 'service', 'carrier'] as const;
/** The operations that fill them. */
export const laneOperations = [
  'shipments.filter',
  'orders.filter',
  'loads.filter',
  'services.filter',
  'carriers.filter',
] as const;

export interface LaneQuestion {
  readonly origin: LanePlace;
  readonly destination: LanePlace;
  /** So many days that are over, up to yesterday. */
  readonly days: number;
  /** Civil date at the desk. */
  readonly today: string;
  readonly customerId?: string | undefined;
  readonly carrierId?: string | undefined;
}

/** A load that ran on a lane. */
export interface LaneRun {
  readonly id: string;
  readonly shipment: string;
  readonly carrierId: string | null;
  readonly carrier: string | null;
  readonly carrierNumber: string | null;
  readonly currency: string;
  /** Null where it is not known. */
  readonly sell: number | null;
  readonly buy: number | null;
  readonly miles: number | null;
  readonly equipment: string | null;
  readonly day: string;
}

export interface LaneRuns {
  readonly level: LaneLevel;
  /** The latest first. */
  readonly runs: readonly LaneRun[];
  /** The closer levels at which there were too few, with how many. */
  readonly tooFew: readonly { readonly level: LaneLevel; readonly loads: number }[];
}

/** What the figures of a lane cover. */
export const laneDefinition = 'delivered, one order on one truck, canceled left out, agreed amounts';

/**
 * Loads between two places in days that are over, so that the same question has the same answer all day. Where they are
 * too few, between the markets, then between the states. `isWanted` says which of them count.
 */
export async function laneRuns(
  copy: Pick<CopyNow, 'read'>,
  question: LaneQuestion,
  isWanted: (run: LaneRun) => boolean = () => true,
): Promise<LaneRuns> {
  const tooFew: { level: LaneLevel; loads: number }[] = [];
  for (const level of levelsOf(question.origin, question.destination)) {
    const runs = (await runsAt(copy, question, level)).filter(isWanted);
    if (runs.length >= laneLoadsMin || level === 'state') return { level, runs, tooFew };
    tooFew.push({ level, loads: runs.length });
  }
  return { level: 'state', runs: [], tooFew };
}

function runsAt(copy: Pick<CopyNow, 'read'>, question: LaneQuestion, level: LaneLevel): Promise<readonly LaneRun[]> {
  const { text, values } = allOf([
    isBetween('fact.delivery_day', ...daysOf(question)),
    isEqualWhereAsked('fact.customer_id', question.customerId),
    isEqualWhereAsked('fact.carrier_id', question.carrierId),
    endCondition('fact.origin', question.origin, level),
    endCondition('fact.destination', question.destination, level),
  ]);
  return rowsOf<LaneRun>(
    copy.read,
    `select fact.id, fact.friendly_id as shipment, fact.carrier_id as carrierId, carrier.name as carrier,
      carrier.friendly_id as carrierNumber, fact.currency, nullif(fact.revenue_cents, 0) as sell,
      nullif(fact.cost_cents, 0) as buy, fact.miles, fact.equipment, fact.delivery_day as day
    from shipment_fact as fact left join carrier on carrier.id = fact.carrier_id
    where fact.is_delivered = 1 and fact.is_canceled = 0 and fact.orders = 1 and fact.loads = 1 and ${text}
    order by fact.delivery_day desc, fact.friendly_id desc`,
    values,
  );
}

/** The first and the last day that count. */
export const daysOf = ({ days, today }: Pick<LaneQuestion, 'days' | 'today'>): readonly [string, string] => [
  addDays(today, -days),
  addDays(today, -1),
];
