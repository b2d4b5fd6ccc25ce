import { expect, test } from 'vitest';
import { computePodState } from '../../../src/domain/freight/pod.ts';
import {
  listShipmentExceptions,
  type WatchedShipment,
  type WatchedStop,
} from '../../../src/domain/freight/shipment-exceptions.ts';
import { buildStopWindow } from '../../../src/domain/stops/stop-window.ts';

const now = '2026-11-20T18:00:00Z';

test.each<[string, WatchedShipment, string[]]>([
  ['a truck on its way in good time', buildShipment({}), []],
  ['a pickup missed an hour ago', buildShipment({ stops: [pick('2026-11-20 11:00'), drop()] }), ['late +60']],
  [
    'a pickup made late and still loading',
    buildShipment({ stops: [pick('2026-11-20 08:00', '16:00Z'), drop()] }),
    ['arrived_late +120'],
  ],
  ...['DRAFT', 'TENDER_PENDING', 'TENDER_REJECTED', 'ON_HOLD'].map((status): [string, WatchedShipment, string[]] => [
    `${status} with a pickup that nobody comes to`,
    buildShipment({ status, stops: [pick('2026-11-20 11:00'), drop()] }),
    [],
  ]),
  [
    'a late pickup that is already behind',
    buildShipment({ stops: [buildDepartedPick('2026-11-20 08:00'), drop()] }),
    [],
  ],
  [
    'three hours at the dock since the appointment',
    buildShipment({ stops: [pick('2026-11-20 09:00', '13:00Z'), drop()] }),
    ['dwelling +180'],
  ],
  ['early at the dock, within free time', buildShipment({ stops: [pick('2026-11-20 11:00', '13:00Z'), drop()] }), []],
  [
    'a dropped trailer',
    buildShipment({ stops: [{ ...pick('2026-11-20 09:00', '13:00Z'), dropTrailer: true }, drop()] }),
    [],
  ],
  ['no carrier for tomorrow', buildShipment({ status: 'PLANNING', loadsCovered: [false] }), ['uncovered -1200']],
  ['no load at all yet', buildShipment({ status: 'PLANNING', loadsCovered: [] }), ['uncovered -1200']],
  ['one of two loads without a carrier', buildShipment({ loadsCovered: [true, false] }), ['uncovered -1200']],
  ['a draft without a carrier', buildShipment({ status: 'DRAFT', loadsCovered: [] }), []],
  ['a pickup tomorrow without a time', buildShipment({ stops: [pick('2026-11-21'), drop()] }), ['no_appointment -720']],
  ['a pickup in a week without a time', buildShipment({ stops: [pick('2026-11-28'), drop()] }), []],
  [
    'a pickup without a date',
    buildShipment({ stops: [{ ...pick(null), hasDate: false }, drop()] }),
    ['no_appointment'],
  ],
  ['a pickup in a place of unknown zone', buildShipment({ stops: [{ ...pick(null), hasDate: true }, drop()] }), []],
  ['delivered yesterday, no papers', buildDelivered([]), ['missing_pod +1440']],
  ['delivered, upload never finished', buildDelivered(['PENDING_UPLOAD']), ['missing_pod +1440']],
  ['delivered with its papers', buildDelivered(['UPLOADED']), []],
  ['delivered, documents not linked, papers asked for', buildDelivered(null, 'DOCS_NEEDED'), ['missing_pod +1440']],
  ['delivered, documents not linked, invoiced', buildDelivered(null, 'INVOICED'), []],
  ['canceled with a missed pickup', buildShipment({ status: 'CANCELED', stops: [pick('2026-11-20 08:00')] }), []],
  [
    'a status that this version does not know, late',
    buildShipment({ status: 'TELEPORTING', stops: [pick('2026-11-20 11:00')] }),
    ['late +60'],
  ],
])('%s', (_what, watched, expected) => {
  const exceptions = listShipmentExceptions(watched, now).map(({ kind, minutes }) => {
    if (minutes === null) return kind;
    return `${kind} ${minutes > 0 ? '+' : ''}${minutes}`;
  });

  expect(exceptions).toEqual(expected);
});

function buildShipment(overrides: Partial<WatchedShipment>): WatchedShipment {
  return {
    status: 'DISPATCHED',
    deliveredAt: null,
    stops: [pick('2026-11-21 08:00'), drop()],
    loadsCovered: [true],
    pod: 'not_due',
    ...overrides,
  };
}

function buildDelivered(podStatuses: string[] | null, billingStatus: string | null = null): WatchedShipment {
  const pod = computePodState({ delivered: true, podStatuses, billingStatus });
  return buildShipment({ status: 'DELIVERED', deliveredAt: '2026-11-19T18:00:00Z', pod });
}

/** Builds a pickup; `requested` is "date time" in Chicago, `arrived` a UTC time on 20 November. */
function pick(requested: string | null, arrived?: string): WatchedStop {
  const [requestedStartDate, requestedStartTime] = requested?.split(' ') ?? [];
  return {
    id: 'pick',
    sequence: 1,
    window: buildStopWindow({ requestedStartDate, requestedStartTime }, 'America/Chicago'),
    hasDate: requested !== null,
    dropTrailer: false,
    actualArrival: arrived === undefined ? null : `2026-11-20T${arrived}`,
    actualDeparture: null,
  };
}

function buildDepartedPick(requested: string): WatchedStop {
  return { ...pick(requested, '16:00Z'), actualDeparture: '2026-11-20T17:00:00Z' };
}

function drop(): WatchedStop {
  return { ...pick('2026-11-23 08:00'), id: 'drop', sequence: 2 };
}
