import { type City, findCityByName } from './cities.ts';

export type LaneEquipment = 'van' | 'reefer' | 'flatbed';

/** A lane that freight runs in both directions, one of them more than the other. */
export interface Lane {
  readonly origin: City;
  readonly destination: City;
  /** Road miles. */
  readonly miles: number;
  readonly equipment: LaneEquipment;
  /** Share of the lane's loads that run from origin to destination; the rest run back. */
  readonly forwardShare: number;
  /** Share of all loads; the shares of all lanes add up to 1. */
  readonly volumeShare: number;
}

type LaneRow = readonly [from: string, to: string, miles: number, equipment: LaneEquipment, forwardShare: number];

/** Busiest first. */
const rows: readonly LaneRow[] = [
  ['Chicago, IL', 'Atlanta, GA', 716, 'van', 0.58],
  ['Los Angeles, CA', 'Dallas, TX', 1436, 'van', 0.62],
  ['Dallas, TX', 'Houston, TX', 239, 'van', 0.55],
  ['Atlanta, GA', 'Charlotte, NC', 245, 'van', 0.56],
  ['Laredo, TX', 'Dallas, TX', 430, 'van', 0.68],
  ['Ontario, CA', 'Phoenix, AZ', 340, 'van', 0.72],
  ['Chicago, IL', 'Columbus, OH', 356, 'van', 0.55],
  ['Dallas, TX', 'Atlanta, GA', 781, 'van', 0.55],
  ['Los Angeles, CA', 'Chicago, IL', 2015, 'van', 0.6],
  ['Stockton, CA', 'Seattle, WA', 805, 'van', 0.66],
  ['Salinas, CA', 'Chicago, IL', 2140, 'reefer', 0.9],
  ['Fresno, CA', 'Dallas, TX', 1510, 'reefer', 0.88],
  ['Yakima, WA', 'Atlanta, GA', 2520, 'reefer', 0.92],
  ['Chicago, IL', 'Dallas, TX', 967, 'van', 0.58],
  ['Chicago, IL', 'Harrisburg, PA', 665, 'van', 0.6],
  ['Joliet, IL', 'Minneapolis, MN', 430, 'van', 0.6],
  ['Green Bay, WI', 'Columbus, OH', 515, 'van', 0.66],
  ['Indianapolis, IN', 'Charlotte, NC', 580, 'van', 0.6],
  ['Columbus, OH', 'Elizabeth, NJ', 530, 'van', 0.66],
  ['Harrisburg, PA', 'Boston, MA', 400, 'van', 0.72],
  ['Allentown, PA', 'Atlanta, GA', 800, 'van', 0.55],
  ['Atlanta, GA', 'Lakeland, FL', 455, 'van', 0.74],
  ['Charlotte, NC', 'Lakeland, FL', 580, 'van', 0.76],
  ['Savannah, GA', 'Atlanta, GA', 248, 'van', 0.72],
  ['Savannah, GA', 'Memphis, TN', 640, 'van', 0.7],
  ['Memphis, TN', 'Dallas, TX', 453, 'van', 0.55],
  ['Memphis, TN', 'Chicago, IL', 533, 'van', 0.52],
  ['Dallas, TX', 'Denver, CO', 795, 'van', 0.76],
  ['Laredo, TX', 'Detroit, MI', 1620, 'van', 0.6],
  ['McAllen, TX', 'Chicago, IL', 1480, 'reefer', 0.92],
  ['Nogales, AZ', 'Los Angeles, CA', 545, 'reefer', 0.92],
  ['Houston, TX', 'Birmingham, AL', 670, 'flatbed', 0.72],
  ['Kansas City, MO', 'Denver, CO', 605, 'van', 0.76],
  ['Salt Lake City, UT', 'Denver, CO', 520, 'van', 0.62],
  ['Seattle, WA', 'Salt Lake City, UT', 840, 'van', 0.52],
  ['Elizabeth, NJ', 'Miami, FL', 1270, 'van', 0.78],
  ['Miami, FL', 'Atlanta, GA', 663, 'van', 0.42],
  ['Portland, OR', 'Ontario, CA', 990, 'van', 0.52],
  ['Toledo, OH', 'Kansas City, MO', 690, 'van', 0.58],
  ['St. Louis, MO', 'Dallas, TX', 630, 'van', 0.58],
];

/** Zipf exponent: the top fifth of the lanes carries four fifths of the loads. */
const skew = 1.4;

const volumes = rows.map((_, index) => (index + 1) ** -skew);
const volumeTotal = volumes.reduce((total, volume) => total + volume, 0);

export const lanes: readonly Lane[] = rows.flatMap(([from, to, miles, equipment, forwardShare], index) => {
  const [origin, destination] = [findCityByName(from), findCityByName(to)];
  if (!origin || !destination) return [];
  return [{ origin, destination, miles, equipment, forwardShare, volumeShare: (volumes[index] ?? 0) / volumeTotal }];
});

/** Price of a mile out of a market relative to the average: trucks are expensive where there is much freight. */
const outboundFactors: Readonly<Record<string, number>> = {
  CA_LAX: 1.12,
  CA_ONT: 1.12,
  TX_LAR: 1.1,
  IL_CHI: 1.08,
  IL_JOL: 1.08,
  FL_LAK: 0.76,
  FL_MIA: 0.74,
  FL_JAX: 0.8,
  CO_DEN: 0.78,
  AZ_PHX: 0.82,
};

/** Returns the price level of a mile between two markets. Going to a market with little freight costs more. */
export function getLaneRateFactor(originMarket: string, destinationMarket: string): number {
  const [out, onward] = [outboundFactors[originMarket] ?? 1, outboundFactors[destinationMarket] ?? 1];
  return out * (1 + (1 - onward) * 0.4);
}

const produceStates = new Set(['CA', 'TX', 'AZ', 'FL']);

/** Returns the factor of produce season (April to July) on reefer prices out of growing states. `month` is 1 to 12. */
export function getProduceSeasonFactor(originState: string, equipment: LaneEquipment, month: number): number {
  const inSeason = equipment === 'reefer' && month >= 4 && month <= 7 && produceStates.has(originState);
  return inSeason ? 1.18 : 1;
}
