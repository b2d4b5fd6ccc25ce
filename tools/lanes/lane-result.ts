import { type Completeness, formatLowerBound, isLoading } from '../../src/domain/kit/completeness.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import { formatMoney, fromCents, computePercent } from '../../src/domain/money/money.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { type LaneLevel, laneDays, laneLoadsMin, laneRecentDays } from '../../src/domain/places/lane-rule.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { groupByCarrier, type RankedLaneCarrier, type LaneCarriers } from './lane-carriers.ts';
import { computeLaneFigures, type LaneExtra, type LaneFigures, type LanePrice } from './lane-figures.ts';
import { endText, formatEnd } from './lane-place.ts';
import type { LaneQuotes } from './lane-quotes.ts';
import { getDayRange, laneDefinition, type LaneQuestion, type LaneRun, type LaneRuns } from './lane-runs.ts';

interface LaneParty {
  readonly name: string;
  readonly friendlyId: string;
}

interface LaneAnswer {
  readonly input: { readonly origin: string; readonly destination: string; readonly days?: number | undefined };
  readonly criteria: {
    readonly equipment: CarrierEquipmentClass | undefined;
    readonly customer: LaneParty | undefined;
    readonly carrier: LaneParty | undefined;
  };
  readonly question: LaneQuestion;
  readonly laneRuns: LaneRuns;
  /** Undefined if the question is about one carrier, because carriers aren't quoted. */
  readonly quotes: LaneQuotes | undefined;
  /** First of the recent days, which are compared with the days before. */
  readonly recentFrom: string;
  readonly asOf: string;
  readonly completeness: Completeness;
}

const shownMax = 5;

/** Builds the answer about a lane: its buy and sell prices, by currency. */
export function buildLaneHistoryResult(answer: LaneAnswer) {
  const { question, laneRuns, quotes, completeness } = answer;
  const { runs, level } = laneRuns;
  const [from, to] = getDayRange(question);
  const blocks = [...Map.groupBy(runs, ({ currency }) => currency)]
    .toSorted(([, first], [, second]) => second.length - first.length)
    .map(([currency, currencyRuns]) => computeCurrencyFigures(currency, currencyRuns, answer));
  const { carriers, shared, unassigned } = groupByCarrier(runs);
  const definition = `${laneDefinition}. Per mile: total amount over total miles of the loads whose miles are known. Days: delivered ${formatDate(from)} to ${formatDate(to)}`;
  return recordResult({
    summary: formatSummary(answer, blocks),
    asOf: answer.asOf,
    lines: [
      ...describePlaces(answer),
      // Averages and ranks of part of the loads mean nothing.
      ...(isLoading(completeness) ? [] : blocks.flatMap((block) => formatCurrencyFigures(block, blocks.length > 1))),
      ...(runs.length > 0 ? [`Last: ${runs.slice(0, shownMax).map(formatRun).join('; ')}.`] : []),
      ...(runs.length > 0 && !isLoading(completeness) ? [formatCarriers({ carriers, shared, unassigned })] : []),
      ...(quotes && !isLoading(completeness) ? [formatQuotes(quotes)] : []),
      `${definition}.`,
    ],
    data: {
      lane: {
        origin: endText(question.origin, level),
        destination: endText(question.destination, level),
        level,
        loads: runs.length,
        tooFew: laneRuns.tooFew,
      },
      byCurrency: isLoading(completeness) ? [] : blocks.map(toBlockData),
      carriers: isLoading(completeness) ? [] : carriers.slice(0, shownMax).map(toCarrierData),
      otherLoads: { ofOtherCarriers: countRest(carriers), ofSeveralCarriers: shared, withoutCarrier: unassigned },
      lastLoads: runs.slice(0, shownMax).map(runData),
      quotes: isLoading(completeness) ? null : (quotes ?? null),
      definition,
    },
    untrusted: ['/lane/origin', '/lane/destination', '/carriers/*/name', '/lastLoads/*/carrier'],
    nextActions: suggestActions(answer),
  });
}

interface CurrencyFigures {
  readonly currency: string;
  readonly all: LaneFigures;
  readonly recent: LaneFigures;
  readonly earlier: LaneFigures;
}

function computeCurrencyFigures(
  currency: string,
  runs: readonly LaneRun[],
  { recentFrom }: LaneAnswer,
): CurrencyFigures {
  return {
    currency,
    all: computeLaneFigures(runs),
    recent: computeLaneFigures(runs.filter(({ day }) => day >= recentFrom)),
    earlier: computeLaneFigures(runs.filter(({ day }) => day < recentFrom)),
  };
}

function formatLane({ question: { origin, destination } }: LaneAnswer, level: LaneLevel): string {
  return `${formatEnd(origin, level)} to ${formatEnd(destination, level)}`;
}

function formatSummary(answer: LaneAnswer, blocks: readonly CurrencyFigures[]): string {
  const { laneRuns, criteria, question, completeness } = answer;
  const narrowed = [
    criteria.equipment === undefined ? '' : ` by ${formatCode(criteria.equipment)}`,
    criteria.customer ? ` for ${recordText(criteria.customer.name, 'list')} (${criteria.customer.friendlyId})` : '',
    criteria.carrier ? ` by ${recordText(criteria.carrier.name, 'list')} (${criteria.carrier.friendlyId})` : '',
  ].join('');
  const loads = `${laneRuns.runs.length} ${laneRuns.runs.length === 1 ? 'load' : 'loads'} in ${question.days} days`;
  const head = `${formatLane(answer, laneRuns.level)}${narrowed}: ${formatLowerBound(loads, completeness)}`;
  if (isLoading(completeness)) return `${head}; what it costs and sells at is not known yet.`;
  const prices = blocks.map(
    ({ currency, all }) =>
      `buy ${formatAverage(all.buy, currency)}, sell ${formatAverage(all.sell, currency)}, margin ${formatLaneMargin(all)}`,
  );
  return `${[head, ...prices].join('; ')}.`;
}

/** Describes what the places were resolved to, and why the lane is wider than requested. */
function describePlaces(answer: LaneAnswer): readonly string[] {
  const { laneRuns, question } = answer;
  const notes = [question.origin.note, question.destination.note].filter((note) => note !== undefined);
  const tooFewTexts = laneRuns.tooFew.map(({ level, loads }) => `${formatLane(answer, level)} ${loads}`).join(', ');
  return [
    ...(notes.length > 0 ? [`Resolved: ${notes.join('; ')}.`] : []),
    ...(tooFewTexts === ''
      ? []
      : [`Widened, because the closer lane has fewer than ${laneLoadsMin} loads: ${tooFewTexts}.`]),
  ];
}

const formatAverage = (price: LanePrice | null, currency: string): string =>
  price === null ? 'unknown' : formatMoney(price.averageCents, currency);

const computeMarginPercent = ({ marginCents, marginOfCents }: LaneFigures): number | null =>
  marginCents === null ? null : computePercent(marginCents, marginOfCents);

const formatLaneMargin = (figures: LaneFigures): string => formatMargin(computeMarginPercent(figures));

function formatCurrencyFigures(
  { currency, all, recent, earlier }: CurrencyFigures,
  isNamed: boolean,
): readonly string[] {
  const formatAmount = (cents: number) => formatMoney(cents, currency);
  const margin =
    all.marginCents === null ? 'not known yet' : `${formatAmount(all.marginCents)} (${formatLaneMargin(all)})`;
  const unknown =
    all.withoutMargin === 0 || all.marginCents === null
      ? ''
      : `, without ${countLoads(all.withoutMargin)} whose cost isn't known or is in another currency`;
  const formatShort = (figures: LaneFigures) =>
    `${countLoads(figures.loads)}, buy ${formatAverage(figures.buy, currency)}${formatPerMile(figures.buy, currency)}, sell ${formatAverage(figures.sell, currency)}, margin ${formatLaneMargin(figures)}`;
  return [
    ...(isNamed ? [`In ${currency}, ${countLoads(all.loads)}:`] : []),
    `Buy: ${formatPrice(all.buy, currency)}`,
    `Sell: ${formatPrice(all.sell, currency)}`,
    ...formatExtras(all, currency),
    `Margin: ${margin}${unknown}`,
    `Last ${laneRecentDays} days: ${formatShort(recent)}; before: ${formatShort(earlier)}`,
  ];
}

const countLoads = (count: number): string => `${count} ${count === 1 ? 'load' : 'loads'}`;

/** Formats the cost of services and unused trucks besides the pay of the carriers, if there is any. */
function formatExtras({ services, tonu }: LaneFigures, currency: string): readonly string[] {
  const format = (name: string, { loads, cents }: LaneExtra) =>
    loads === 0 ? [] : [`${name}: ${formatMoney(cents, currency)} on ${countLoads(loads)}`];
  return [...format('Vendor services', services), ...format('TONU', tonu)];
}

function formatPrice(price: LanePrice | null, currency: string): string {
  if (price === null) return 'unknown';
  const formatAmount = (cents: number) => formatMoney(cents, currency);
  return `average ${formatAmount(price.averageCents)}, median ${formatAmount(price.medianCents)}, ${formatAmount(price.lowCents)} to ${formatAmount(price.highCents)}${formatPerMile(price, currency)}, ${countLoads(price.loads)}`;
}

const formatPerMile = (price: LanePrice | null, currency: string): string =>
  price === null || price.perMileCents === null ? '' : `, ${formatMoney(price.perMileCents, currency)} a mile`;

function formatRun({ shipment, day, carrier, carriers, carrierNumber, currency, buy, sell }: LaneRun): string {
  const carrierName =
    carrier !== null
      ? `${recordText(carrier, 'list')} (${carrierNumber})`
      : carriers > 1
        ? `${carriers} carriers`
        : 'no carrier on record';
  const formatAmount = (cents: number | null) => (cents === null ? 'unknown' : formatMoney(cents, currency));
  return `${shipment} ${formatDate(day)} ${carrierName} buy ${formatAmount(buy)}, sell ${formatAmount(sell)}`;
}

const runData = ({ shipment, day, carrier, carriers, carrierNumber, currency, buy, sell, miles }: LaneRun) => ({
  shipment,
  day,
  carrier,
  carrierNumber,
  ...(carriers > 1 && { carriers }),
  currency,
  buy: toAmount(buy),
  sell: toAmount(sell),
  miles,
});

/** Formats the carriers of a lane. Every load belongs to one of them, so the counts add up to the loads of the lane. */
function formatCarriers({ carriers, shared, unassigned }: LaneCarriers): string {
  const shownCarriers = carriers.slice(0, shownMax).map(({ name, number, loads, averages, last }) => {
    const average = averages.map(({ currency, averageCents }) => formatMoney(averageCents, currency)).join(' and ');
    return `${recordText(name, 'list')} (${number}) ${loads}, average ${average === '' ? 'unknown' : average}, last ${formatDate(last)}`;
  });
  const otherCount = carriers.length - shownCarriers.length;
  const parts = [
    ...shownCarriers,
    ...(otherCount > 0 ? [`${otherCount} others with ${countLoads(countRest(carriers))}`] : []),
    ...(shared > 0 ? [`several carriers on one load: ${countLoads(shared)}`] : []),
    ...(unassigned > 0 ? [`no carrier on record: ${countLoads(unassigned)}`] : []),
  ];
  return `Carriers: ${parts.join('; ')}.`;
}

const countRest = (carriers: readonly RankedLaneCarrier[]): number =>
  carriers.slice(shownMax).reduce((sum, { loads }) => sum + loads, 0);

const toCarrierData = ({ number, name, loads, averages, last }: RankedLaneCarrier) => ({
  number,
  name,
  loads,
  averages: averages.map(({ currency, averageCents }) => ({ currency, average: fromCents(averageCents) })),
  last,
});

function formatQuotes({ won, lost, winPercent, reasons }: LaneQuotes): string {
  const why = reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ');
  const rate = winPercent === null ? '' : `, win rate ${winPercent} %`;
  return `Quotes closed in these days: won ${won}, lost ${lost}${why === '' ? '' : ` (${why})`}${rate}.`;
}

const toAmount = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));

const toPriceData = (price: LanePrice | null) =>
  price && {
    loads: price.loads,
    average: fromCents(price.averageCents),
    median: fromCents(price.medianCents),
    low: fromCents(price.lowCents),
    high: fromCents(price.highCents),
    perMile: toAmount(price.perMileCents),
  };

const toExtraData = ({ loads, cents }: LaneExtra) => ({ loads, amount: fromCents(cents) });

const toShortData = (figures: LaneFigures) => ({
  loads: figures.loads,
  buy: toAmount(figures.buy?.averageCents ?? null),
  sell: toAmount(figures.sell?.averageCents ?? null),
  marginPercent: computeMarginPercent(figures),
});

const toBlockData = ({ currency, all, recent, earlier }: CurrencyFigures) => ({
  currency,
  loads: all.loads,
  buy: toPriceData(all.buy),
  sell: toPriceData(all.sell),
  services: toExtraData(all.services),
  tonu: toExtraData(all.tonu),
  margin: toAmount(all.marginCents),
  withoutMargin: all.withoutMargin,
  marginPercent: computeMarginPercent(all),
  recent: toShortData(recent),
  earlier: toShortData(earlier),
});

const longDays = 365;

function suggestActions({ input, laneRuns, question }: LaneAnswer): readonly NextAction[] {
  if (laneRuns.runs.length < laneLoadsMin)
    return (input.days ?? laneDays) >= longDays
      ? []
      : [{ tool: 'lane_history', arguments: { ...input, days: longDays }, why: 'the same over a year' }];
  const [originState, destinationState] = [question.origin.state, question.destination.state];
  if (originState === undefined || destinationState === undefined) return [];
  return [
    {
      tool: 'find_carriers',
      arguments: { originState, destinationState },
      why: 'all carriers that ran between these states',
    },
  ];
}
