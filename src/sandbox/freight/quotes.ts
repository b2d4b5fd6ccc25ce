import type { QuoteLostReason } from '../../domain/quotes/quote.ts';
import { toDayNumber, hour, formatInstant, minute } from '../kit/clock.ts';
import { toCityPlace } from '../kit/places.ts';
import { type Random, computeRunningSums } from '../kit/random.ts';
import type { QuoteScript } from '../kit/script.ts';
import type { SandboxCustomer, CustomerLane } from '../parties/party.ts';
import type { TimelineWorld } from '../parties/world.ts';
import { type PlannedHaul, drawHaul } from './equipment-mix.ts';
import { writeOrder, writeStop } from './orders.ts';
import { drawMarketCostCents } from './pricing.ts';

export interface QuoteNeeds {
  readonly random: Random;
  readonly requestedAt: number;
  readonly customer: SandboxCustomer;
  readonly script?: QuoteScript | undefined;
  /** The instant that the hours of the script are counted from. */
  readonly anchor: number;
}

interface QuoteOutcome {
  readonly status: 'REQUESTED' | 'QUOTED' | 'LOST' | 'PASS';
  readonly amountCents: number | null;
  readonly targetCents: number;
  readonly expiresAt: number;
  readonly lostReason: QuoteLostReason | null;
  readonly closedAt: number | null;
  readonly updatedAt: number | null;
}

/** Percent of lost quotes. */
const lostReasons: readonly (readonly [reason: QuoteLostReason, share: number])[] = [
  ['TOO_HIGH', 45],
  ['NO_RESPONSE', 22],
  ['TOO_SLOW', 10],
  ['EXPIRED', 10],
  ['TRUCK_NOT_AVAILABLE', 6],
  ['NO_REASON', 4],
  ['OTHER', 3],
];
const lostShares = computeRunningSums(lostReasons.map(([, share]) => share));
const otherTexts = [
  'Freight moved by rail instead',
  'Order was cut by the customer',
  'Went to an incumbent carrier',
] as const;
const passShare = 0.04;

/** Writes a quote that never became a shipment. */
export function writeQuote(world: TimelineWorld, needs: QuoteNeeds): void {
  const { random, requestedAt, customer, script } = needs;
  if (!world.isPast(requestedAt)) return;
  const customerLane =
    (script && customer.lanes[script.lane ?? 0]) ?? random.pickBy(customer.lanes, customer.laneWeights);
  const haul = drawHaul(random, customerLane.lane.equipment, script ? customerLane.lane.equipment : undefined);
  const request = { ...needs, isPast: world.isPast, random: random.fork('outcome') };
  const outcome = script ? buildScriptedOutcome(needs, script) : drawOutcome(request, customerLane, haul);
  const orderId = world.idOf('order', requestedAt);
  writeOrder(world, {
    id: orderId,
    at: requestedAt,
    shipmentId: null,
    customerId: customer.id,
    position: 0,
    status: 'DRAFT',
    statusBeforeCancel: null,
    billingStatus: 'DOCS_NEEDED',
    haul,
    miles: customerLane.lane.miles,
    updatedAt: null,
  });
  writeEnds(world, needs, { orderId, customerLane });
  world.write('quote', requestedAt, {
    id: world.idOf('quote', requestedAt),
    side: 'SELL',
    status: outcome.status,
    amount_cents: outcome.amountCents,
    target_cents: outcome.amountCents === null ? null : outcome.targetCents,
    currency: 'USD',
    expires_at: outcome.amountCents === null ? null : formatInstant(outcome.expiresAt),
    customer_id: customer.id,
    order_id: orderId,
    lost_reason: outcome.lostReason,
    lost_reason_text: outcome.lostReason === 'OTHER' ? random.fork('reason').pick(otherTexts) : null,
    closed_time: outcome.closedAt === null ? null : formatInstant(outcome.closedAt),
    assignee_id: customer.repId,
    updated_at: outcome.updatedAt === null ? null : formatInstant(outcome.updatedAt),
  });
}

/** The quote behind a shipment, before it is one and after. */
export interface WonQuote {
  readonly id: string;
  readonly at: number;
  readonly customer: SandboxCustomer;
  readonly orderId: string;
  readonly shipmentId: string;
  readonly sellCents: number;
  readonly costCents: number;
  readonly convertedAt: number;
}

/** Writes the quote of a shipment. Its price is quoted after a third of the time between the request and the order. */
export function writeWonQuote(world: TimelineWorld, won: WonQuote): void {
  const quotedAt = Math.floor(won.at + (won.convertedAt - won.at) / 3);
  const isQuoted = world.isPast(quotedAt);
  const isWon = world.isPast(won.convertedAt);
  const updatedAt = isWon ? won.convertedAt : isQuoted ? quotedAt : null;
  world.write('quote', won.at, {
    id: won.id,
    side: 'SELL',
    status: isWon ? 'WON' : isQuoted ? 'QUOTED' : 'REQUESTED',
    amount_cents: isQuoted ? won.sellCents : null,
    target_cents: isQuoted ? won.costCents : null,
    currency: 'USD',
    expires_at: isQuoted ? formatInstant(won.at + 24 * hour) : null,
    customer_id: won.customer.id,
    order_id: won.orderId,
    closed_time: isWon ? formatInstant(won.convertedAt) : null,
    assignee_id: won.customer.repId,
    shipment_id: isWon ? won.shipmentId : null,
    updated_at: updatedAt === null ? null : formatInstant(updatedAt),
  });
}

function drawOutcome(
  { isPast, random, requestedAt, customer }: QuoteNeeds & Pick<TimelineWorld, 'isPast'>,
  customerLane: CustomerLane,
  haul: PlannedHaul,
): QuoteOutcome {
  const targetCents = drawMarketCostCents(random, { customerLane, kind: haul.kind, at: requestedAt });
  const quotedAt = requestedAt + random.drawInt(4, 100) * minute;
  const expiresAt = quotedAt + random.drawInt(18, 72) * hour;
  const open = { amountCents: null, targetCents, expiresAt, lostReason: null, closedAt: null };
  if (!isPast(quotedAt)) return { ...open, status: 'REQUESTED', updatedAt: null };
  if (random.drawChance(passShare)) return { ...open, status: 'PASS', closedAt: quotedAt, updatedAt: quotedAt };
  const [reason] = random.pickBy(lostReasons, lostShares);
  const margin = random.drawNormal(customer.marginMean + (reason === 'TOO_HIGH' ? 0.06 : 0.02), 0.04);
  const amountCents = Math.round(targetCents / (1 - margin) / 500) * 500;
  const closedAt =
    reason === 'EXPIRED' ? expiresAt + random.drawInt(1, 20) * hour : quotedAt + drawTimeToLoss(random, reason);
  if (!isPast(closedAt)) return { ...open, amountCents, status: 'QUOTED', updatedAt: quotedAt };
  return { ...open, amountCents, status: 'LOST', lostReason: reason, closedAt, updatedAt: closedAt };
}

/**
 * Draws the time after which a quote is lost. A customer who doesn't respond is counted as lost after days. A customer
 * who finds the price too high declines within hours.
 */
function drawTimeToLoss(random: Random, reason: QuoteLostReason): number {
  return reason === 'NO_RESPONSE' ? random.drawInt(50, 130) * hour : random.drawInt(20, 1_400) * minute;
}

function buildScriptedOutcome({ anchor, requestedAt, customer }: QuoteNeeds, script: QuoteScript): QuoteOutcome {
  const closedAt = script.lost ? anchor - script.lost.hoursAgo * hour : null;
  return {
    status: closedAt === null ? 'QUOTED' : 'LOST',
    amountCents: script.amountCents,
    targetCents: Math.round((script.amountCents * (1 - customer.marginMean)) / 100) * 100,
    expiresAt: anchor + script.expiresInHours * hour,
    lostReason: script.lost?.reason ?? null,
    closedAt,
    updatedAt: closedAt ?? requestedAt + 20 * minute,
  };
}

interface RequestedFreight {
  readonly orderId: string;
  readonly customerLane: CustomerLane;
}

/** Quotes are requested between cities; docks and hours follow with the order. */
function writeEnds(
  world: TimelineWorld,
  { random, requestedAt }: QuoteNeeds,
  { orderId, customerLane }: RequestedFreight,
): void {
  const { from, to, lane } = customerLane;
  const pickDay = toDayNumber(requestedAt) + random.fork('days').drawInt(1, 5);
  const ends = [
    { type: 'PICK', city: from, dayNumber: pickDay },
    { type: 'DROP', city: to, dayNumber: pickDay + Math.floor(lane.miles / 500) + 1 },
  ] as const;
  for (const [index, { type, city, dayNumber }] of ends.entries()) {
    const id = world.idOf(`stop ${index}`, requestedAt, index);
    const stop = { type, place: toCityPlace(city), dayNumber, window: null, notes: null, arrival: 0, departure: 0 };
    writeStop(world, requestedAt, { ...stop, id, orderId, isRun: false });
    world.write('order_stop', requestedAt, { order_id: orderId, stop_id: id, sequence: index + 1 });
  }
}
