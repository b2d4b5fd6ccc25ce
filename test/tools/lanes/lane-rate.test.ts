import { expect, test } from 'vitest';
import { laneHistory } from '../../../tools/lanes/lane_history.ts';
import { startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { loadsThatRan, pricesOf } from './ran.ts';

const now = '2026-11-20T15:00:00.000Z';

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
  const lanes = quotes.map((quote) => ({
    quote,
    own: ran.filter(
      ({ origin, destination }) =>
        origin === placeOf(quote.order.origin) && destination === placeOf(quote.order.destination),
    ),
  }));
  const [busiest] = lanes.toSorted((one, other) => other.own.length - one.own.length);
  const own = busiest?.own ?? [];

  const { text } = await desk.callTool('price_quote', {
    quote: busiest?.quote.friendlyId,
    amount: (busiest?.quote.amount ?? 0) + 25,
    expiresAt: 'tomorrow 5pm',
  });

  const money = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);
  const [buy, sell] = [pricesOf(own, 'buy'), pricesOf(own, 'sell')];
  expect(own.length).toBeGreaterThan(5);
  expect(text).toContain(
    `n ${own.length}, buy ${money(buy.average)}, ${money(buy.perMile)} a mile; sell ${money(sell.average)}, ${money(sell.perMile)} a mile`,
  );
});
