import { expect, test } from 'vitest';
import { laneHistory } from '../../../tools/lanes/lane_history.ts';
import { listClasses } from '../../../tools/lanes/lane-equipment.ts';
import { startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { loadsThatRan, pricesOf } from './ran.ts';

const now = '2026-11-20T15:00:00.000Z';
const nowhere = { city: null, stateProvince: null };

test('the lane of a quote that is priced is shown with what it cost and sold at', async () => {
  await using desk = await startDesk({ seed: 'small', now, tools: [laneHistory] });
  await fillCopy(desk, 'lane_history', { origin: 'TX', destination: 'TX' });
  const { data: quotes } = await desk.api.quotes.filter({
    filter: { side: { equalTo: 'SELL' }, status: { equalTo: 'QUOTED' } },
    pageSize: 250,
  });
  const ran = await loadsThatRan(desk.api, now);
  const placeOf = ({ city, stateProvince }: { city: string | null; stateProvince: string | null }) =>
    `${city}, ${stateProvince}`;
  const classesOf = (names: readonly string[]) => listClasses(names.join(', '));
  const lanes = quotes
    .filter((quote) => quote.order.equipment.length > 0)
    .map((quote) => {
      const all = ran.filter(
        ({ origin, destination }) =>
          origin === placeOf(quote.order.origin) && destination === placeOf(quote.order.destination),
      );
      const classes = classesOf(quote.order.equipment);
      return {
        quote,
        all,
        own: all.filter(({ equipment }) => classesOf(equipment).some((name) => classes.includes(name))),
      };
    });
  const [busiest] = lanes.toSorted(
    (one, other) =>
      Math.min(other.own.length, other.all.length - other.own.length) -
      Math.min(one.own.length, one.all.length - one.own.length),
  );
  const [own, all] = [busiest?.own ?? [], busiest?.all ?? []];

  const { text } = await desk.callTool('price_quote', {
    quote: busiest?.quote.friendlyId,
    amount: (busiest?.quote.amount ?? 0) + 25,
    expiresAt: 'tomorrow 5pm',
  });

  const money = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);
  const [buy, sell] = [pricesOf(own, 'buy'), pricesOf(own, 'sell')];
  expect(own.length).toBeGreaterThan(5);
  expect(all.length).toBeGreaterThan(own.length);
  expect(text).toContain(
    `n ${own.length}, buy ${money(buy.average)}, ${money(buy.perMile)} a mile; sell ${money(sell.average)}, ${money(sell.perMile)} a mile; ${all.length - own.length} more on other equipment`,
  );

  const onTanker = await desk.callTool('create_quote', {
    customer: busiest?.quote.customer?.friendlyId,
    origin: placeOf(busiest?.quote.order.origin ?? nowhere),
    destination: placeOf(busiest?.quote.order.destination ?? nowhere),
    equipment: 'Tanker, Chemical',
    pickup: 'tomorrow 8am',
    delivery: 'in 4 days',
  });
  expect(onTanker.text).toMatch(
    new RegExp(`any equipment, last 90 days: n ${all.length}, buy .*; none of them tanker$`, 'm'),
  );
});
