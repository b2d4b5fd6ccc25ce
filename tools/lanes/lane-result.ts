import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { marginText } from '../../src/domain/money/margin.ts';
import { formatMoney, fromCents, percentOf } from '../../src/domain/money/money.ts';
import { type LaneLevel, laneDays, laneLoadsMin, laneRecentDays } from '../../src/domain/places/lane-rule.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { type LaneCarrier, laneCarriers } from './lane-carriers.ts';
import { type LaneFigures, laneFigures, type LanePrice } from './lane-figures.ts';
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
}

const shownMax = 5;

/** What a lane cost and sold at, by currency. */
export function laneHistoryResult(answer: LaneAnswer) {
  const { question, found, quotes } = answer;
  const { runs, level } = found;
  const [from, to] = daysOf(question);
  const blocks = [...Map.groupBy(runs, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => blockOf(currency, own, answer));
  const carriers = laneCarriers(runs);
  const definition = `Loads ${laneDefinition}, by delivery day ${from} to ${to}; per mile = sum over sum of loads with known miles`;
  return recordResult({
    summary: summaryOf(answer, blocks),
    asOf: answer.asOf,
    lines: [
      ...placeNotes(answer),
      ...blocks.flatMap((block) => blockLines(block, blocks.length > 1)),
      ...(runs.length > 0 ? [`Last: ${runs.slice(0, shownMax).map(runText).join('; ')}.`] : []),
      ...(carriers.length > 0 ? [carriersText(carriers)] : []),
      ...(quotes ? [quotesText(quotes)] : []),
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
      byCurrency: blocks.map(blockData),
      carriers: carriers.slice(0, shownMax).map(carrierData),
      lastLoads: runs.slice(0, shownMax).map(runData),
      quotes: quotes ?? null,
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
    all: laneFigures(runs),
    recent: laneFigures(runs.filter(({ day }) => day >= recentFrom)),
    earlier: laneFigures(runs.filter(({ day }) => day < recentFrom)),
  };
}

function laneText({ question: { origin, destination } }: LaneAnswer, level: LaneLevel): string {
  const end = (place: LaneQuestion['origin']) => recordText(endText(place, level), 'list');
  return `${end(origin)} to ${end(destination)}`;
}

function summaryOf(answer: LaneAnswer, blocks: readonly Block[]): string {
  const { found, about, question } = answer;
  const narrowed = [
    about.equipment === undefined ? '' : ` by ${about.equipment.toLowerCase().replaceAll('_', ' ')}`,
    about.customer ? ` for ${recordText(about.customer.name, 'list')} (${about.customer.friendlyId})` : '',
    about.carrier ? ` by ${recordText(about.carrier.name, 'list')} (${about.carrier.friendlyId})` : '',
  ].join('');
  const head = `${laneText(answer, found.level)}${narrowed}: ${found.runs.length} ${found.runs.length === 1 ? 'load' : 'loads'} in ${question.days} days`;
  const prices = blocks.map(
    ({ currency, all }) =>
      `buy ${averageText(all.buy, currency)}, sell ${averageText(all.sell, currency)}, margin ${marginOf(all)}`,
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
  marginCents === null ? null : percentOf(marginCents, marginOfCents);

const marginOf = (figures: LaneFigures): string => marginText(percentOfMargin(figures));

function blockLines({ currency, all, recent, earlier }: Block, isNamed: boolean): readonly string[] {
  const money = (cents: number) => formatMoney(cents, currency);
  const margin = all.marginCents === null ? 'unknown' : `${money(all.marginCents)} (${marginOf(all)})`;
  const short = (figures: LaneFigures) =>
    `n ${figures.loads}, buy ${averageText(figures.buy, currency)}${perMile(figures.buy, currency)}, sell ${averageText(figures.sell, currency)}, margin ${marginOf(figures)}`;
  return [
    ...(isNamed ? [`In ${currency}, n ${all.loads}:`] : []),
    `Buy: ${priceText(all.buy, currency)}`,
    `Sell: ${priceText(all.sell, currency)}`,
    `Margin: ${margin}`,
    `Last ${laneRecentDays} days: ${short(recent)}; before: ${short(earlier)}`,
  ];
}

function priceText(price: LanePrice | null, currency: string): string {
  if (price === null) return 'unknown';
  const money = (cents: number) => formatMoney(cents, currency);
  return `average ${money(price.averageCents)}, median ${money(price.medianCents)}, ${money(price.lowCents)} to ${money(price.highCents)}${perMile(price, currency)}, n ${price.loads}`;
}

const perMile = (price: LanePrice | null, currency: string): string =>
  price === null || price.perMileCents === null ? '' : `, ${formatMoney(price.perMileCents, currency)} a mile`;

function runText({ shipment, day, carrier, carrierNumber, currency, buy, sell }: LaneRun): string {
  const who = carrier === null ? 'several carriers' : `${recordText(carrier, 'list')} (${carrierNumber})`;
  const money = (cents: number | null) => (cents === null ? 'unknown' : formatMoney(cents, currency));
  return `${shipment} ${day} ${who} buy ${money(buy)}, sell ${money(sell)}`;
}

const runData = ({ shipment, day, carrier, carrierNumber, currency, buy, sell, miles }: LaneRun) => ({
  shipment,
  day,
  carrier,
  carrierNumber,
  currency,
  buy: wire(buy),
  sell: wire(sell),
  miles,
});

function carriersText(carriers: readonly LaneCarrier[]): string {
  const shown = carriers.slice(0, shownMax).map(({ name, number, loads, averageCents, currency, last }) => {
    const average = averageCents === null ? 'unknown' : formatMoney(averageCents, currency);
    return `${recordText(name, 'list')} (${number}) ${loads}, average ${average}, last ${last}`;
  });
  const others = carriers.slice(shownMax);
  const rest = others.reduce((sum, { loads }) => sum + loads, 0);
  const more = others.length > 0 ? `; ${others.length} others with ${rest} loads` : '';
  return `Carriers: ${shown.join('; ')}${more}.`;
}

const carrierData = ({ number, name, loads, averageCents, currency, last }: LaneCarrier) => ({
  number,
  name,
  loads,
  average: wire(averageCents),
  currency,
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
  margin: wire(all.marginCents),
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
