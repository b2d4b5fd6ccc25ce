import { expect, test } from 'vitest';
import { laneHistory } from '../../../tools/lanes/lane_history.ts';
import { listClasses } from '../../../tools/lanes/lane-equipment.ts';
import { startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { readRanLoads, computePrices } from './ran.ts';

const now = '2026-11-20T15:00:00.000Z';
const nowhere = { city: null, stateProvince: null };

test('the lane of a quote that is priced is shown with what it cost and sold at', async () => {
  await using desk = await startDesk({ seed: 'small', now, tools: [laneHistory] });
  await fillCopy(desk, 'lane_history', { origin: 'TX', destination: 'TX' });
  const { data: quotes } = await desk.api.quotes.filter({
    filter: { side: { equalTo: 'SELL' }, status: { equalTo: 'QUOTED' } },
    pageSize: 250,
  });
  const ran = await readRanLoads(desk.api, now);
  const formatPlace = ({ city, stateProvince }: { city: string | null; stateProvince: string | null }) =>
    `${city}, ${stateProvince}`;
  const listNamedClasses = (names: readonly string[]) => listClasses(names.join(', '));
  const lanes = quotes
    .filter((quote) => quote.order.equipment.length > 0)
    .map((quote) => {
      const all = ran.filter(
        ({ origin, destination }) =>
          origin === formatPlace(quote.order.origin) && destination === formatPlace(quote.order.destination),
      );
      const classes = listNamedClasses(quote.order.equipment);
      return {
        quote,
        all,
        own: all.filter(({ equipment }) => listNamedClasses(equipment).some((name) => classes.includes(name))),
      };
    });
  const [busiest] = lanes.toSorted(
    (lane, otherLane) =>
      Math.min(otherLane.own.length, otherLane.all.length - otherLane.own.length) -
      Math.min(lane.own.length, lane.all.length - lane.own.length),
  );
  const [ownHauls, all] = [busiest?.own ?? [], busiest?.all ?? []];

  const { text } = await desk.callTool('price_quote', {
    quote: busiest?.quote.friendlyId,
    amount: (busiest?.quote.amount ?? 0) + 25,
    expiresAt: 'tomorrow 5pm',
  });

  const formatDollars = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);
  const [buy, sell] = [computePrices(ownHauls, 'buy'), computePrices(ownHauls, 'sell')];
  expect(ownHauls.length).toBeGreaterThan(5);
  expect(all.length).toBeGreaterThan(ownHauls.length);
  expect(text).toContain(
    `${ownHauls.length} loads, buy ${formatDollars(buy.average)}, ${formatDollars(buy.perMile)} a mile; sell ${formatDollars(sell.average)}, ${formatDollars(sell.perMile)} a mile; ${all.length - ownHauls.length} more on other equipment`,
  );

  const onTanker = await desk.callTool('create_quote', {
    customer: busiest?.quote.customer?.friendlyId,
    origin: formatPlace(busiest?.quote.order.origin ?? nowhere),
    destination: formatPlace(busiest?.quote.order.destination ?? nowhere),
    equipment: 'Tanker, Chemical',
    pickup: 'tomorrow 8am',
    delivery: 'in 4 days',
  });
  expect(onTanker.text).toMatch(
    new RegExp(`any equipment, last 90 days: ${all.length} loads, buy .*; none of them tanker$`, 'm'),
  );
});
