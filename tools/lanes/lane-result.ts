import { type Completeness, formatLowerBound, isLoading } from '../../src/domain/kit/completeness.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import { formatMoney, fromCents, computePercent } from '../../src/domain/money/money.ts';
import { type LaneLevel, laneDays, laneLoadsMin, laneRecentDays } from '../../src/domain/places/lane-rule.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { groupByCarrier, type LaneCarrier, type LaneCarriers } from './lane-carriers.ts';
import { computeLaneFigures, type LaneExtra, type LaneFigures, type LanePrice } from './lane-figures.ts';
import { endText } from './lane-place.ts';
import type { LaneQuotes } from './lane-quotes.ts';
import { daysOf, laneDefinition, type LaneQuestion, type LaneRun, type LaneRuns } from './lane-runs.ts';

interface Named {
  readonly name: string;
  readonly friendlyId: string;
}

interface LaneAnswer {
  readonly asked: { readonly origin: string; readonly destination: string; readonly days?: number | undefined };
  readonly about: {
    readonly equipment: CarrierEquipmentClass | undefined;
    readonly customer: Named | undefined;
    readonly carrier: Named | undefined;
  };
  readonly question: LaneQuestion;
  readonly found: LaneRuns;
  /** Undefined where it is about one carrier, who was quoted nothing. */
  readonly quotes: LaneQuotes | undefined;
  /** The first of the last days that stand beside the rest. */
  readonly recentFrom: string;
  readonly asOf: string;
  readonly completeness: Completeness;
}

const shownMax = 5;

/** What a lane cost and sold at, by currency. */
export function laneHistoryResult(answer: LaneAnswer) {
  const { question, found, quotes, completeness } = answer;
  const { runs, level } = found;
  const [from, to] = daysOf(question);
  const blocks = [...Map.groupBy(runs, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => blockOf(currency, own, answer));
  const { carriers, shared, unassigned } = groupByCarrier(runs);
  const definition = `Loads ${laneDefinition}, by delivery day ${from} to ${to}; per mile = sum over sum of loads with known miles`;
  return recordResult({
    summary: formatSummary(answer, blocks),
    asOf: answer.asOf,
    lines: [
      ...placeNotes(answer),
      // Averages and ranks of part of the loads mean nothing.
      ...(isLoading(completeness) ? [] : blocks.flatMap((block) => blockLines(block, blocks.length > 1))),
      ...(runs.length > 0 ? [`Last: ${runs.slice(0, shownMax).map(runText).join('; ')}.`] : []),
      ...(runs.length > 0 && !isLoading(completeness) ? [formatCarriers({ carriers, shared, unassigned })] : []),
      ...(quotes && !isLoading(completeness) ? [quotesText(quotes)] : []),
      `${definition}.`,
    ],
    data: {
      lane: {
        origin: endText(question.origin, level),
        destination: endText(question.destination, level),
        level,
        loads: runs.length,
        tooFew: found.tooFew,
      },
      byCurrency: isLoading(completeness) ? [] : blocks.map(blockData),
      carriers: isLoading(completeness) ? [] : carriers.slice(0, shownMax).map(carrierData),
      otherLoads: { ofOtherCarriers: countRest(carriers), ofSeveralCarriers: shared, withoutCarrier: unassigned },
      lastLoads: runs.slice(0, shownMax).map(runData),
      quotes: isLoading(completeness) ? null : (quotes ?? null),
      definition,
    },
    untrusted: ['/lane/origin', '/lane/destination', '/carriers/*/name', '/lastLoads/*/carrier'],
    nextActions: actionsOf(answer),
  });
}

interface Block {
  readonly currency: string;
  readonly all: LaneFigures;
  readonly recent: LaneFigures;
  readonly earlier: LaneFigures;
}

function blockOf(currency: string, runs: readonly LaneRun[], { recentFrom }: LaneAnswer): Block {
  return {
    currency,
    all: computeLaneFigures(runs),
    recent: computeLaneFigures(runs.filter(({ day }) => day >= recentFrom)),
    earlier: computeLaneFigures(runs.filter(({ day }) => day < recentFrom)),
  };
}

function laneText({ question: { origin, destination } }: LaneAnswer, level: LaneLevel): string {
  const end = (place: LaneQuestion['origin']) => recordText(endText(place, level), 'list');
  return `${end(origin)} to ${end(destination)}`;
}

function formatSummary(answer: LaneAnswer, blocks: readonly Block[]): string {
  const { found, about, question, completeness } = answer;
  const narrowed = [
    about.equipment === undefined ? '' : ` by ${about.equipment.toLowerCase().replaceAll('_', ' ')}`,
    about.customer ? ` for ${recordText(about.customer.name, 'list')} (${about.customer.friendlyId})` : '',
    about.carrier ? ` by ${recordText(about.carrier.name, 'list')} (${about.carrier.friendlyId})` : '',
  ].join('');
  const loads = `${found.runs.length} ${found.runs.length === 1 ? 'load' : 'loads'} in ${question.days} days`;
  const head = `${laneText(answer, found.level)}${narrowed}: ${formatLowerBound(loads, completeness)}`;
  if (isLoading(completeness)) return `${head}; what it costs and sells at is not known yet.`;
  const prices = blocks.map(
    ({ currency, all }) =>
      `buy ${averageText(all.buy, currency)}, sell ${averageText(all.sell, currency)}, margin ${formatLaneMargin(all)}`,
  );
  return `${[head, ...prices].join('; ')}.`;
}

/** What was taken for what, and why the lane is a wider one. */
function placeNotes(answer: LaneAnswer): readonly string[] {
  const { found, question } = answer;
  const notes = [question.origin.note, question.destination.note].filter((note) => note !== undefined);
  const few = found.tooFew.map(({ level, loads }) => `${laneText(answer, level)} ${loads}`).join(', ');
  return [
    ...(notes.length > 0 ? [`Taken: ${notes.join('; ')}.`] : []),
    ...(few === '' ? [] : [`Widened, for fewer than ${laneLoadsMin} loads: ${few}.`]),
  ];
}

const averageText = (price: LanePrice | null, currency: string): string =>
  price === null ? 'unknown' : formatMoney(price.averageCents, currency);

const percentOfMargin = ({ marginCents, marginOfCents }: LaneFigures): number | null =>
  marginCents === null ? null : computePercent(marginCents, marginOfCents);

const formatLaneMargin = (figures: LaneFigures): string => formatMargin(percentOfMargin(figures));

function blockLines({ currency, all, recent, earlier }: Block, isNamed: boolean): readonly string[] {
  const money = (cents: number) => formatMoney(cents, currency);
  const margin = all.marginCents === null ? 'not known yet' : `${money(all.marginCents)} (${formatLaneMargin(all)})`;
  const unknown =
    all.withoutMargin === 0 || all.marginCents === null
      ? ''
      : `, without ${countLoads(all.withoutMargin)} whose cost isn't known or is in another currency`;
  const short = (figures: LaneFigures) =>
    `n ${figures.loads}, buy ${averageText(figures.buy, currency)}${perMile(figures.buy, currency)}, sell ${averageText(figures.sell, currency)}, margin ${formatLaneMargin(figures)}`;
  return [
    ...(isNamed ? [`In ${currency}, n ${all.loads}:`] : []),
    `Buy: ${priceText(all.buy, currency)}`,
    `Sell: ${priceText(all.sell, currency)}`,
    ...formatExtras(all, currency),
    `Margin: ${margin}${unknown}`,
    `Last ${laneRecentDays} days: ${short(recent)}; before: ${short(earlier)}`,
  ];
}

const countLoads = (count: number): string => `${count} ${count === 1 ? 'load' : 'loads'}`;

/** What services and unused trucks cost beside the pay of the carriers, where there is any. */
function formatExtras({ services, tonu }: LaneFigures, currency: string): readonly string[] {
  const format = (name: string, { loads, cents }: LaneExtra) =>
    loads === 0 ? [] : [`${name}: ${formatMoney(cents, currency)} on ${countLoads(loads)}`];
  return [...format('Vendor services', services), ...format('TONU', tonu)];
}

function priceText(price: LanePrice | null, currency: string): string {
  if (price === null) return 'unknown';
  const money = (cents: number) => formatMoney(cents, currency);
  return `average ${money(price.averageCents)}, median ${money(price.medianCents)}, ${money(price.lowCents)} to ${money(price.highCents)}${perMile(price, currency)}, n ${price.loads}`;
}

const perMile = (price: LanePrice | null, currency: string): string =>
  price === null || price.perMileCents === null ? '' : `, ${formatMoney(price.perMileCents, currency)} a mile`;

function runText({ shipment, day, carrier, carriers, carrierNumber, currency, buy, sell }: LaneRun): string {
  const who =
    carrier !== null
      ? `${recordText(carrier, 'list')} (${carrierNumber})`
      : carriers > 1
        ? `${carriers} carriers`
        : 'no carrier on record';
  const money = (cents: number | null) => (cents === null ? 'unknown' : formatMoney(cents, currency));
  return `${shipment} ${day} ${who} buy ${money(buy)}, sell ${money(sell)}`;
}

const runData = ({ shipment, day, carrier, carriers, carrierNumber, currency, buy, sell, miles }: LaneRun) => ({
  shipment,
  day,
  carrier,
  carrierNumber,
  ...(carriers > 1 && { carriers }),
  currency,
  buy: wire(buy),
  sell: wire(sell),
  miles,
});

/** Every load is of one of them: the counts come to the loads of the lane. */
function formatCarriers({ carriers, shared, unassigned }: LaneCarriers): string {
  const shown = carriers.slice(0, shownMax).map(({ name, number, loads, averages, last }) => {
    const average = averages.map(({ currency, averageCents }) => formatMoney(averageCents, currency)).join(' and ');
    return `${recordText(name, 'list')} (${number}) ${loads}, average ${average === '' ? 'unknown' : average}, last ${last}`;
  });
  const others = carriers.length - shown.length;
  const parts = [
    ...shown,
    ...(others > 0 ? [`${others} others with ${countLoads(countRest(carriers))}`] : []),
    ...(shared > 0 ? [`several carriers on one load: ${countLoads(shared)}`] : []),
    ...(unassigned > 0 ? [`no carrier on record: ${countLoads(unassigned)}`] : []),
  ];
  return `Carriers: ${parts.join('; ')}.`;
}

const countRest = (carriers: readonly LaneCarrier[]): number =>
  carriers.slice(shownMax).reduce((sum, { loads }) => sum + loads, 0);

const carrierData = ({ number, name, loads, averages, last }: LaneCarrier) => ({
  number,
  name,
  loads,
  averages: averages.map(({ currency, averageCents }) => ({ currency, average: fromCents(averageCents) })),
  last,
});

function quotesText({ won, lost, winPercent, reasons }: LaneQuotes): string {
  const why = reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ');
  const rate = winPercent === null ? '' : `, win rate ${winPercent} %`;
  return `Quotes closed in these days: won ${won}, lost ${lost}${rate}${why === '' ? '' : `; lost for ${why}`}.`;
}

const wire = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));

const priceData = (price: LanePrice | null) =>
  price && {
    loads: price.loads,
    average: fromCents(price.averageCents),
    median: fromCents(price.medianCents),
    low: fromCents(price.lowCents),
    high: fromCents(price.highCents),
    perMile: wire(price.perMileCents),
  };

const extraData = ({ loads, cents }: LaneExtra) => ({ loads, amount: fromCents(cents) });

const shortData = (figures: LaneFigures) => ({
  loads: figures.loads,
  buy: wire(figures.buy?.averageCents ?? null),
  sell: wire(figures.sell?.averageCents ?? null),
  marginPercent: percentOfMargin(figures),
});

const blockData = ({ currency, all, recent, earlier }: Block) => ({
  currency,
  loads: all.loads,
  buy: priceData(all.buy),
  sell: priceData(all.sell),
  services: extraData(all.services),
  tonu: extraData(all.tonu),
  margin: wire(all.marginCents),
  withoutMargin: all.withoutMargin,
  marginPercent: percentOfMargin(all),
  recent: shortData(recent),
  earlier: shortData(earlier),
});

const longDays = 365;

function actionsOf({ asked, found, question }: LaneAnswer): readonly NextAction[] {
  if (found.runs.length < laneLoadsMin)
    return (asked.days ?? laneDays) >= longDays
      ? []
      : [{ tool: 'lane_history', arguments: { ...asked, days: longDays }, why: 'the same over a year' }];
  const [originState, destinationState] = [question.origin.state, question.destination.state];
  if (originState === undefined || destinationState === undefined) return [];
  return [
    {
      tool: 'find_carriers',
      arguments: { originState, destinationState },
      why: 'everybody who ran between these states',
    },
  ];
}
