import { expect, test } from 'vitest';
import { type BookingInputs, listBookingFindings } from '../../../src/domain/carriers/booking-rules.ts';

const fit: BookingInputs = {
  verdict: { overall: 'pass', refusals: [] },
  insuranceEndsOn: '2027-06-01',
  lastDeliveryDay: '2026-11-23',
  otherCarriers: [],
  isRateKnown: true,
  margins: [{ revenueCents: 200_000, costCents: 180_000 }],
  marginFloor: 0.08,
  fitsEquipment: true,
};

test('nothing speaks against a sound carrier at a sound rate', () => {
  expect(listBookingFindings(fit)).toEqual([]);
});

test.each<[Partial<BookingInputs>, string, string]>([
  [{ verdict: { overall: 'fail', refusals: ['carrier_do_not_use'] } }, 'refuse', 'The verdict is FAIL: do not book.'],
  [
    { verdict: { overall: 'fail', refusals: ['carrier_not_on_board'] } },
    'refuse',
    'The carrier is pending: vet it and make it active first.',
  ],
  [
    { insuranceEndsOn: '2026-11-22' },
    'refuse',
    'Insurance ends on Nov 22, 2026, before the last delivery day, Nov 23, 2026.',
  ],
  [
    { insuranceEndsOn: '2026-11-23' },
    'refuse',
    'Insurance ends on Nov 23, 2026, the last delivery day, which it no longer covers.',
  ],
  [{ verdict: { overall: 'caution', refusals: [] } }, 'approve', 'The verdict is CAUTION, for the reasons shown.'],
  [
    { margins: [{ revenueCents: 200_000, costCents: 190_000 }] },
    'approve',
    'The margin of 5.0 % is below the floor of 8 %.',
  ],
  [{ margins: [{ revenueCents: 0, costCents: 1 }] }, 'approve', 'The margin of n/a is below the floor of 8 %.'],
  [{ otherCarriers: ['«Prairie Haul»'] }, 'approve', 'Another carrier is on this load: «Prairie Haul».'],
  [{ fitsEquipment: false }, 'confirm', "The carrier doesn't run the equipment that the load needs."],
  [
    { isRateKnown: false },
    'approve',
    'The margin is unknown, as no rate is given; it counts as below the floor of 8 %.',
  ],
  [
    { margins: null },
    'approve',
    "The margin is unknown, as the API doesn't show the revenue; it counts as below the floor of 8 %.",
  ],
  [
    {
      margins: [
        { revenueCents: 0, costCents: 150_000, currencies: ['CAD', 'USD'] },
        { revenueCents: 200_000, costCents: 0, currencies: ['CAD', 'USD'] },
      ],
    },
    'approve',
    'The margin is unknown, as its amounts are in CAD and USD; it counts as below the floor of 8 %.',
  ],
])('%o holds a booking: %s', (change, holds, sentence) => {
  expect(listBookingFindings({ ...fit, ...change })).toMatchObject([{ holds, sentence }]);
});

test.each<Partial<BookingInputs>>([
  { insuranceEndsOn: '2026-11-24' },
  { insuranceEndsOn: null },
  { lastDeliveryDay: null },
  { fitsEquipment: null },
  { margins: [{ revenueCents: 200_000, costCents: 184_000 }] },
])('%o holds nothing', (change) => {
  expect(listBookingFindings({ ...fit, ...change })).toEqual([]);
});
