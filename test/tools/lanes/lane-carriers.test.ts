import { expect, test } from 'vitest';
import { groupByCarrier } from '../../../tools/lanes/lane-carriers.ts';
import { computeLaneFigures } from '../../../tools/lanes/lane-figures.ts';
import type { LaneRun } from '../../../tools/lanes/lane-runs.ts';

const run = (more: Partial<LaneRun>): LaneRun => ({
  id: 'id',
  shipment: 'SHP-1',
  carriers: 1,
  carrierId: 'a',
  carrier: 'Swift Wheels',
  carrierNumber: 'C100001',
  currency: 'USD',
  sell: 100_000,
  buy: 80_000,
  services: 0,
  tonu: 0,
  margin: 20_000,
  miles: 400,
  equipment: "53' Dry Van",
  day: '2026-11-10',
  ...more,
});

const nobody = { carrierId: null, carrier: null, carrierNumber: null };

test('the carriers of a lane, shared loads and loads without a carrier come to all of its loads', () => {
  const runs = [
    run({ day: '2026-11-12' }),
    run({ currency: 'CAD', buy: 50_000 }),
    run({ carrierId: 'b', carrier: 'Moose Haul', carrierNumber: 'C100002' }),
    run({ ...nobody, carriers: 2 }),
    run({ ...nobody, carriers: 0 }),
  ];
  const { carriers, shared, unassigned } = groupByCarrier(runs);

  expect(carriers.map(({ number, loads }) => [number, loads])).toEqual([
    ['C100001', 2],
    ['C100002', 1],
  ]);
  expect({ shared, unassigned }).toEqual({ shared: 1, unassigned: 1 });
  expect(carriers[0]?.averages).toEqual([
    { currency: 'USD', averageCents: 80_000 },
    { currency: 'CAD', averageCents: 50_000 },
  ]);
});

test('the pay of carriers, services and trucks that were not used stand apart, and a margin that is not known is left out', () => {
  const figures = computeLaneFigures([
    run({ services: 5_000, margin: 15_000 }),
    run({ tonu: 15_000, margin: 5_000 }),
    run({ buy: null, margin: null }),
  ]);

  expect(figures.buy).toMatchObject({ loads: 2, averageCents: 80_000 });
  expect(figures.services).toEqual({ loads: 1, cents: 5_000 });
  expect(figures.tonu).toEqual({ loads: 1, cents: 15_000 });
  expect(figures).toMatchObject({ loads: 3, marginCents: 20_000, marginOfCents: 200_000, withoutMargin: 1 });
});
