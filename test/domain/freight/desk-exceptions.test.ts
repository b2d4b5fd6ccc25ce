import { expect, test } from 'vitest';
import { listDeskExceptions, type DeskShipment } from '../../../src/domain/freight/desk-exceptions.ts';
import { computeTravelMinutes } from '../../../src/domain/stops/travel-time.ts';
import { buildStopWindow } from '../../../src/domain/stops/stop-window.ts';

const now = '2026-11-20T18:00:00Z';

const stop = (sequence: number, date: string, time: string, departed: string | null = null) => ({
  id: `stop ${sequence}`,
  sequence,
  window: buildStopWindow({ requestedStartDate: date, requestedStartTime: time }, 'America/Chicago'),
  hasDate: true,
  dropTrailer: false,
  actualArrival: departed,
  actualDeparture: departed,
});

const buildShipment = (more: Partial<DeskShipment>): DeskShipment => ({
  status: 'IN_TRANSIT',
  billingStatus: 'DOCS_NEEDED',
  deliveredAt: null,
  stops: [stop(1, '2026-11-20', '08:00', '2026-11-20T15:00:00Z'), stop(2, '2026-11-21', '08:00')],
  legMiles: 500,
  dispatched: [true],
  money: { revenueCents: 200_000, marginCents: 30_000 },
  marginFloor: 0.08,
  coverEnds: ['2027-01-01'],
  lastDeliveryDay: '2026-11-21',
  today: '2026-11-20',
  ...more,
});

const waiting = { status: 'BOOKED', dispatched: [false] } as const;
const listPickupStops = (date: string) => [stop(1, date, '08:00'), stop(2, '2026-11-25', '08:00')];

test.each<[string, DeskShipment, string[]]>([
  ['a load in good order', buildShipment({}), []],
  // 900 miles: 18 hours of driving with one rest, 28 hours from 09:00, for an appointment after 23.
  ['left too late for its appointment', buildShipment({ legMiles: 900 }), ['at_risk 300']],
  ['of unknown length', buildShipment({ legMiles: null }), []],
  [
    'too late already, which is another kind',
    buildShipment({
      legMiles: 900,
      stops: [stop(1, '2026-11-19', '08:00', '2026-11-19T15:00:00Z'), stop(2, '2026-11-20', '08:00')],
    }),
    [],
  ],
  [
    'not told to go, pickup in 20 h',
    buildShipment({ ...waiting, stops: listPickupStops('2026-11-21') }),
    ['not_dispatched -1200'],
  ],
  ['not told to go, pickup in two days', buildShipment({ ...waiting, stops: listPickupStops('2026-11-22') }), []],
  [
    'on hold, so nobody is told to go',
    buildShipment({ ...waiting, status: 'ON_HOLD', stops: listPickupStops('2026-11-21') }),
    [],
  ],
  ['cover that ended', buildShipment({ coverEnds: ['2026-11-20', '2027-01-01'] }), ['insurance ended Nov 20, 2026']],
  [
    'cover that ends on the day of the delivery',
    buildShipment({ coverEnds: ['2026-11-21'] }),
    ['insurance ends Nov 21, 2026'],
  ],
  ['no cover on record', buildShipment({ coverEnds: [null] }), ['insurance none on record']],
  [
    'cover that ended beside a carrier without any on record',
    buildShipment({ coverEnds: [null, '2026-11-19'] }),
    ['insurance ended Nov 19, 2026'],
  ],
  ['cover that nobody looked for', buildShipment({ coverEnds: [] }), []],
  [
    'just below the floor',
    buildShipment({ money: { revenueCents: 200_000, marginCents: 15_999 } }),
    ['low_margin 8.0 %'],
  ],
  ['at the floor', buildShipment({ money: { revenueCents: 200_000, marginCents: 16_000 } }), []],
  ['cost without revenue', buildShipment({ money: { revenueCents: 0, marginCents: -1 } }), ['low_margin n/a']],
  ['nothing agreed', buildShipment({ money: null }), []],
  [
    'delivered a day ago',
    buildShipment({ status: 'DELIVERED', deliveredAt: '2026-11-19T18:00:00Z' }),
    ['unbilled 1440'],
  ],
  ['delivered and invoiced', buildShipment({ status: 'DELIVERED', billingStatus: 'INVOICED' }), []],
  [
    'canceled',
    buildShipment({ status: 'CANCELED', money: { revenueCents: 1, marginCents: -8 }, coverEnds: [null] }),
    [],
  ],
])('%s', (_what, watched, expected) => {
  const exceptions = listDeskExceptions(watched, now).map(({ kind, minutes, note }) => `${kind} ${minutes ?? note}`);

  expect(exceptions).toEqual(expected);
});

test.each([
  [0, 0],
  [550, 660],
  [551, 662 + 600],
  [1100, 1320 + 600],
])('%i miles take %i minutes, rests included', (miles, minutes) => {
  expect(computeTravelMinutes(miles)).toBe(minutes);
});
