import { chargeCodes } from '../../domain/charges/charge-codes.ts';
import { type LaneEquipment, getLaneRateFactor, getProduceSeasonFactor } from '../../domain/places/lanes.ts';
import { formatInstant } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { Extra, ShipmentScript } from '../kit/script.ts';
import type { CustomerLane } from '../parties/party.ts';

/** Cost and revenue of the freight, without charges that come up on the way. */
export interface FreightPrice {
  readonly costCents: number;
  readonly sellCents: number;
  /** Fuel is a line of its own on either side, per mile; 0 where the rate is all in. */
  readonly fuelPerMile: number;
  readonly miles: number;
}

export interface ChargeDraft {
  readonly codeId: number;
  readonly amountCents: number;
  readonly quantity: number;
  readonly rate: number | null;
}

/** Market level per mile in dollars, all in. */
const perMile: Readonly<Record<LaneEquipment, number>> = { van: 2.55, reefer: 3, flatbed: 2.85 };
/** Below this distance the hours count, not the miles. */
const shortHaulMiles = 250;
const shortHaulFloorCents = 62_000;
const marginDeviation = 0.062;
/** (3.70 diesel - 1.20 base) / 6.25 miles to the gallon. */
const fuelPerMile = 0.4;

const idByCode = new Map(chargeCodes.map(({ code, id }) => [code, id]));

function getChargeCodeId(code: string): number {
  const id = idByCode.get(code);
  if (id === undefined) throw new RangeError(`no such charge code: ${code}`);
  return id;
}

export interface PriceQuestion {
  readonly customerLane: CustomerLane;
  readonly kind: LaneEquipment;
  readonly at: number;
  readonly marginMean: number;
}

export function drawMarketCostCents(
  random: Random,
  { customerLane, kind, at }: Omit<PriceQuestion, 'marginMean'>,
): number {
  const { lane, from, to } = customerLane;
  const month = Number(formatInstant(at).slice(5, 7));
  const level = getLaneRateFactor(from.market, to.market) * getProduceSeasonFactor(from.state, kind, month);
  const dollars =
    lane.miles <= shortHaulMiles
      ? Math.max(shortHaulFloorCents / 100, lane.miles * 3.3)
      : lane.miles * perMile[kind] * (lane.miles > 1_500 ? 0.94 : 1);
  return Math.round(dollars * level * random.drawNormal(1, 0.05)) * 100;
}

export function drawPrice(random: Random, question: PriceQuestion, script?: ShipmentScript): FreightPrice {
  const { miles } = question.customerLane.lane;
  const market = drawMarketCostCents(random, question);
  const margin = random.drawNormal(question.marginMean, marginDeviation);
  const costCents =
    script?.costCents ?? (script?.sellCents === undefined ? market : Math.round((script.sellCents * 0.87) / 100) * 100);
  const sellCents = script?.sellCents ?? Math.round(costCents / (1 - margin) / 100) * 100;
  return {
    costCents,
    sellCents,
    miles,
    fuelPerMile: script === undefined && random.drawChance(0.85) ? fuelPerMile : 0,
  };
}

/**
 * Draws the extra charges of a load: detention at one in ten, a lumper at two in five refrigerated loads and few
 * others, and some rare ones.
 */
export function drawExtras(random: Random, kind: LaneEquipment, hasExtraStop: boolean): Extra[] {
  const extras: Extra[] = [];
  if (random.drawChance(0.1)) {
    const hours = random.drawInt(2, 6);
    extras.push({ code: 'DET', payCents: hours * 5_000, billCents: hours * 6_000 });
  }
  if (random.drawChance(kind === 'reefer' ? 0.4 : 0.07)) {
    const paid = random.drawInt(80, 420) * 100;
    extras.push({ code: 'LUMPER', payCents: paid, billCents: Math.round(paid * 1.1) });
  }
  if (random.drawChance(0.015)) extras.push({ code: 'LAYOVER', payCents: 25_000, billCents: 30_000 });
  if (kind === 'flatbed' && random.drawChance(0.4)) extras.push({ code: 'TARP', payCents: 10_000, billCents: 12_500 });
  if (hasExtraStop) extras.push({ code: 'STOPOFF', payCents: 7_500, billCents: 10_000 });
  return extras;
}

/** Lists the customer's charges: freight, fuel and extras. */
export const listSellLines = (price: FreightPrice, extras: readonly Extra[]): ChargeDraft[] =>
  listLines(
    price.sellCents,
    price,
    extras.map(({ code, billCents }) => ({ code, cents: billCents })),
  );

/** Lists the carrier's charges. `share` is its part of the freight. */
export const listCostLines = (price: FreightPrice, extras: readonly Extra[], share = 1): ChargeDraft[] =>
  listLines(
    Math.round(price.costCents * share),
    share === 1 ? price : { ...price, fuelPerMile: 0 },
    extras.map(({ code, payCents }) => ({ code, cents: payCents })),
  );

export const buildFlatLine = (code: string, cents: number): ChargeDraft => ({
  codeId: getChargeCodeId(code),
  amountCents: cents,
  quantity: 1,
  rate: null,
});

export const sumLines = (lines: readonly ChargeDraft[]): number =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

function listLines(
  totalCents: number,
  price: FreightPrice,
  extras: readonly { code: string; cents: number }[],
): ChargeDraft[] {
  const fuelCents = Math.round(price.fuelPerMile * price.miles * 100);
  const lines = [buildFlatLine('LINEHAUL', totalCents - fuelCents)];
  if (fuelCents > 0)
    lines.push({
      codeId: getChargeCodeId('FSC'),
      amountCents: fuelCents,
      quantity: price.miles,
      rate: price.fuelPerMile,
    });
  for (const { code, cents } of extras) if (cents > 0) lines.push(buildFlatLine(code, cents));
  return lines;
}
