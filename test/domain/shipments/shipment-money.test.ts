import { expect, test } from 'vitest';
import { computeMargin } from '../../../src/domain/money/margin.ts';
import {
  isLiveOrder,
  isOwedNothing,
  isCostMissing,
  buildMoneyLines,
  type ShipmentMoney,
} from '../../../src/domain/shipments/shipment-money.ts';

const toUsd = (cents: number) => ({ currency: 'USD', cents });
const toCad = (cents: number) => ({ currency: 'CAD', cents });

/** A shipment whose load has a carrier at an agreed cost. */
const hauled = {
  status: 'BOOKED',
  loads: [{ status: 'BOOKED', carriers: [{ status: 'ACTIVE', cents: 90_000, isBilled: false }] }],
};

test('one invoice stands for all orders of a shipment', () => {
  const { revenue } = buildMoneyLines({
    ...hauled,
    orders: [
      { id: 'a', ...toUsd(100_000) },
      { id: 'b', ...toUsd(50_000) },
    ],
    invoices: [{ orderId: 'a', ...toUsd(140_000) }],
    owed: [],
  });

  expect(revenue).toEqual([{ currency: 'USD', agreedCents: 150_000, billedCents: 140_000, canceled: false }]);
});

test('an invoice in another currency leaves nothing of its order in the first one', () => {
  const lines = buildMoneyLines({
    ...hauled,
    orders: [{ id: 'a', ...toUsd(100_000) }],
    invoices: [{ orderId: 'a', ...toCad(130_000) }],
    owed: [],
  });

  expect(computeMargin(lines, 'booked')).toMatchObject([
    { currency: 'CAD', revenueCents: 0 },
    { currency: 'USD', revenueCents: 100_000 },
  ]);
  expect(computeMargin(lines, 'actual')).toMatchObject([
    { currency: 'CAD', revenueCents: 130_000 },
    { currency: 'USD', revenueCents: 0 },
  ]);
});

test('bills take the place of what was agreed, each in its own currency, also for a carrier that was bounced', () => {
  const { cost } = buildMoneyLines({
    ...hauled,
    orders: [],
    invoices: [],
    owed: [
      { ...toUsd(90_000), canceled: false, bills: [toUsd(60_000), toUsd(35_000), toCad(1_000)] },
      { ...toUsd(80_000), canceled: true, bills: [] },
      { ...toUsd(0), canceled: true, bills: [toUsd(2_500)] },
    ],
  });

  expect(computeMargin({ revenue: [], cost }, 'booked').find(({ currency }) => currency === 'USD')?.costCents).toBe(
    90_000,
  );
  expect(computeMargin({ revenue: [], cost }, 'actual')).toMatchObject([
    { currency: 'CAD', costCents: 1_000 },
    { currency: 'USD', costCents: 97_500 },
  ]);
});

test.each([
  ['ACTIVE', 'BOOKED', false],
  ['ACTIVE', 'DELIVERED', false],
  ['ACTIVE', 'CANCELED', true],
  ['TONU', 'SOURCING', false],
  ['TONU', 'CANCELED', false],
  ['BOUNCED', 'SOURCING', true],
  ['BOUNCED', 'CANCELED', true],
] as const)('a carrier that is %s on a load that is %s is owed nothing: %s', (status, load, isNothing) => {
  expect(isOwedNothing({ status }, { status: load })).toBe(isNothing);
});

const active = { status: 'ACTIVE', cents: 90_000, isBilled: false };
const booked = { status: 'BOOKED', carriers: [active] };

test.each<[string, Pick<ShipmentMoney, 'status' | 'loads'>, boolean, boolean]>([
  ['a carrier at an agreed cost', { status: 'BOOKED', loads: [booked] }, false, false],
  ['no load yet', { status: 'DRAFT', loads: [] }, true, true],
  ['no carrier', { status: 'PLANNING', loads: [{ status: 'SOURCING', carriers: [] }] }, true, true],
  [
    'one of two loads without a carrier',
    { status: 'BOOKED', loads: [booked, { status: 'SOURCING', carriers: [] }] },
    true,
    true,
  ],
  [
    'a canceled load beside the one that runs',
    { status: 'BOOKED', loads: [booked, { status: 'CANCELED', carriers: [] }] },
    false,
    false,
  ],
  [
    'a carrier without a cost',
    { status: 'BOOKED', loads: [{ ...booked, carriers: [{ ...active, cents: null }] }] },
    true,
    true,
  ],
  [
    'a carrier at nothing',
    { status: 'BOOKED', loads: [{ ...booked, carriers: [{ ...active, cents: 0 }] }] },
    true,
    true,
  ],
  [
    'no agreed cost, and a bill',
    { status: 'DELIVERED', loads: [{ ...booked, carriers: [{ ...active, cents: null, isBilled: true }] }] },
    true,
    false,
  ],
  [
    'only a truck that was not used',
    { status: 'PLANNING', loads: [{ status: 'SOURCING', carriers: [{ ...active, status: 'TONU' }] }] },
    true,
    true,
  ],
  [
    'a canceled shipment',
    { status: 'CANCELED', loads: [{ status: 'CANCELED', carriers: [{ ...active, status: 'TONU' }] }] },
    false,
    false,
  ],
])('%s: whether the cost of the freight is missing', (_name, shipment, isBookedMissing, isActualMissing) => {
  expect(isCostMissing(shipment, 'booked')).toBe(isBookedMissing);
  expect(isCostMissing(shipment, 'actual')).toBe(isActualMissing);
});

test('no order of a canceled shipment is live, also the one that its TONU was invoiced for', () => {
  expect(isLiveOrder({ status: 'CANCELED' }, { status: 'DELIVERED_UNPAID' })).toBe(false);
  expect(isLiveOrder({ status: 'DELIVERED' }, { status: 'DELIVERED_UNPAID' })).toBe(true);
  expect(isLiveOrder({ status: 'BOOKED' }, { status: 'CANCELED' })).toBe(false);
});
