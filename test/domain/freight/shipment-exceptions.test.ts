import { expect, test } from 'vitest';
import { computePodState } from '../../../src/domain/freight/pod.ts';
import {
  listShipmentExceptions,
  type WatchedShipment,
  type WatchedStop,
} from '../../../src/domain/freight/shipment-exceptions.ts';
import { buildStopWindow } from '../../../src/domain/freight/stop-window.ts';

const now = '2026-11-20T18:00:00Z';

test.each<[string, WatchedShipment, string[]]>([
  ['a truck on its way in good time', shipment({}), []],
  ['a pickup missed an hour ago', shipment({ stops: [pick('2026-11-20 11:00'), drop()] }), ['late +60']],
  [
    'a pickup made late and still loading',
    shipment({ stops: [pick('2026-11-20 08:00', '16:00Z'), drop()] }),
    ['arrived_late +120'],
  ],
  ...['DRAFT', 'TENDER_PENDING', 'TENDER_REJECTED', 'ON_HOLD'].map((status): [string, WatchedShipment, string[]] => [
    `${status} with a pickup that nobody comes to`,
    shipment({ status, stops: [pick('2026-11-20 11:00'), drop()] }),
    [],
  ]),
  ['a late pickup that is already behind', shipment({ stops: [left('2026-11-20 08:00'), drop()] }), []],
  [
    'three hours at the dock since the appointment',
    shipment({ stops: [pick('2026-11-20 09:00', '13:00Z'), drop()] }),
    ['dwelling +180'],
  ],
  ['early at the dock, within free time', shipment({ stops: [pick('2026-11-20 11:00', '13:00Z'), drop()] }), []],
  [
    'a dropped trailer',
    shipment({ stops: [{ ...pick('2026-11-20 09:00', '13:00Z'), dropTrailer: true }, drop()] }),
    [],
  ],
  ['no carrier for tomorrow', shipment({ status: 'PLANNING', loadsCovered: [false] }), ['uncovered -1200']],
  ['no load at all yet', shipment({ status: 'PLANNING', loadsCovered: [] }), ['uncovered -1200']],
  ['one of two loads without a carrier', shipment({ loadsCovered: [true, false] }), ['uncovered -1200']],
  ['a draft without a carrier', shipment({ status: 'DRAFT', loadsCovered: [] }), []],
  ['a pickup tomorrow without a time', shipment({ stops: [pick('2026-11-21'), drop()] }), ['no_appointment -720']],
  ['a pickup in a week without a time', shipment({ stops: [pick('2026-11-28'), drop()] }), []],
  ['a pickup without a date', shipment({ stops: [{ ...pick(null), hasDate: false }, drop()] }), ['no_appointment']],
  ['a pickup in a place of unknown zone', shipment({ stops: [{ ...pick(null), hasDate: true }, drop()] }), []],
  ['delivered yesterday, no papers', delivered([]), ['missing_pod +1440']],
  ['delivered, upload never finished', delivered(['PENDING_UPLOAD']), ['missing_pod +1440']],
  ['delivered with its papers', delivered(['UPLOADED']), []],
  ['delivered, documents not linked, papers asked for', delivered(null, 'DOCS_NEEDED'), ['missing_pod +1440']],
  ['delivered, documents not linked, invoiced', delivered(null, 'INVOICED'), []],
  ['canceled with a missed pickup', shipment({ status: 'CANCELED', stops: [pick('2026-11-20 08:00')] }), []],
  [
    'a status that this version does not know, late',
    shipment({ status: 'TELEPORTING', stops: [pick('2026-11-20 11:00')] }),
    ['late +60'],
  ],
])('%s', (_what, watched, expected) => {
  const found = listShipmentExceptions(watched, now).map(({ kind, minutes }) => {
    if (minutes === null) return kind;
    return `${kind} ${minutes > 0 ? '+' : ''}${minutes}`;
  });

  expect(found).toEqual(expected);
});

function shipment(overrides: Partial<WatchedShipment>): WatchedShipment {
  return {
    status: 'DISPATCHED',
    deliveredAt: null,
    stops: [pick('2026-11-21 08:00'), drop()],
    loadsCovered: [true],
    pod: 'not_due',
    ...overrides,
  };
}

function delivered(podStatuses: string[] | null, billingStatus: string | null = null): WatchedShipment {
  const pod = computePodState({ delivered: true, podStatuses, billingStatus });
  return shipment({ status: 'DELIVERED', deliveredAt: '2026-11-19T18:00:00Z', pod });
}

/** `wanted` is "date time" in Chicago; `arrived` a UTC time on 20 November. */
function pick(wanted: string | null, arrived?: string): WatchedStop {
  const [requestedStartDate, requestedStartTime] = wanted?.split(' ') ?? [];
  return {
    id: 'pick',
    sequence: 1,
    window: buildStopWindow({ requestedStartDate, requestedStartTime }, 'America/Chicago'),
    hasDate: wanted !== null,
    dropTrailer: false,
    actualArrival: arrived === undefined ? null : `2026-11-20T${arrived}`,
    actualDeparture: null,
  };
}

function left(wanted: string): WatchedStop {
  return { ...pick(wanted, '16:00Z'), actualDeparture: '2026-11-20T17:00:00Z' };
}

function drop(): WatchedStop {
  return { ...pick('2026-11-23 08:00'), id: 'drop', sequence: 2 };
}
