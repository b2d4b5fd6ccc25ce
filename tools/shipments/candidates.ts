import { matchRule } from '../../src/copy-tables/conditions.ts';
import { dispatchHours } from '../../src/domain/freight/desk-exceptions.ts';
import { exceptionThresholds } from '../../src/domain/freight/shipment-exceptions.ts';
import { orderUnderWay, type WatchLimits } from '../../src/domain/shipments/watched-freight.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { liveShipment, notCanceled } from '../../src/domain/freight/shipment.ts';
import { matchEvery, matchSome, ofShipment, type ShipmentCondition } from '../copied/shipment-scope.ts';
import type { RequestedException } from './shipment-watch.ts';

/** Finds where an exception can be: never fewer shipments than have it, which the rule then tells. */
type BuildCandidateCondition = (limits: WatchLimits) => ShipmentCondition;

const active = matchRule(liveShipment, 's');
/** Condition of the figure with the same name: delivered and not invoiced. */
const unbilled = ofShipment('f.is_unbilled', '=', 1);
/** Either of the two, by the indexes of both: joined by `or`, two tables would be read in full. */
const watched = ofShipment(
  's.id',
  'in',
  ofShipment
    .selectFrom('shipment as live')
    .select('live.id')
    .where(matchRule(liveShipment, 'live'))
    .unionAll(ofShipment.selectFrom('shipment_fact as due').select('due.id').where('due.is_unbilled', '=', 1)),
);

/** Selects the stops of orders under way that the truck has not left. */
const selectStopsAhead = () =>
  ofShipment
    .selectFrom('freight_order as o')
    .innerJoin('order_stop as st', 'st.order_id', 'o.id')
    .select('st.stop_id')
    .whereRef('o.shipment_id', '=', 's.id')
    .where(matchRule(orderUnderWay, 'o'))
    .where('st.actual_departure', 'is', null);

const selectLiveLoads = () =>
  ofShipment
    .selectFrom('load as l')
    .select('l.id')
    .whereRef('l.shipment_id', '=', 's.id')
    .where(matchRule(notCanceled, 'l'));

const selectCoveredLoads = () =>
  selectLiveLoads().innerJoin('load_carrier as lc', 'lc.load_id', 'l.id').where(matchRule(activeAssignment, 'lc'));

const isActiveWith = (...conditions: readonly ShipmentCondition[]): ShipmentCondition =>
  matchEvery([active, ...conditions]);

const findOverdue: BuildCandidateCondition = ({ now }) =>
  isActiveWith(
    ofShipment.exists(selectStopsAhead().where('st.window_end', '<=', moveInstant(now, toMsFromMinutes(1)))),
  );

const findStarting = (end: string) => selectStopsAhead().where('st.window_start', '<=', end);

/** A delivery that is further ahead may outlast any cover. */
const coverHorizonDays = 60;

/** Finds carriers whose cover may be too short: it ends within the horizon, or the delivery lies behind it. */
const findEndingCover: BuildCandidateCondition = ({ now, timeZone }) => {
  const horizon = addDays(getToday(timeZone, now), coverHorizonDays);
  const carriers = selectCoveredLoads().leftJoin('carrier as c', 'c.id', 'lc.carrier_id');
  return isActiveWith(
    ofShipment.exists(
      carriers.where((eb) =>
        eb.or([
          eb('c.insurance_expires_at', 'is', null),
          eb('c.insurance_expires_at', '<=', horizon),
          // Two days more than any zone needs.
          eb('s.delivery_date', '>=', addDays(horizon, -2)),
        ]),
      ),
    ),
  );
};

const findings: Readonly<Record<RequestedException, BuildCandidateCondition>> = {
  late: findOverdue,
  arrived_late: findOverdue,
  uncovered: () =>
    isActiveWith(
      matchSome([
        ofShipment.not(ofShipment.exists(selectLiveLoads())),
        ofShipment.exists(
          selectLiveLoads().where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('load_carrier as lc')
                  .select('lc.id')
                  .whereRef('lc.load_id', '=', 'l.id')
                  .where(matchRule(activeAssignment, 'lc')),
              ),
            ),
          ),
        ),
      ]),
    ),
  at_risk: ({ now }) =>
    isActiveWith(
      ofShipment.exists(selectStopsAhead().where('st.window_end', '>=', moveInstant(now, -toMsFromMinutes(1)))),
    ),
  dwelling: () => isActiveWith(ofShipment.exists(selectStopsAhead().where('st.actual_arrival', 'is not', null))),
  not_dispatched: ({ now }) =>
    isActiveWith(
      ofShipment.exists(findStarting(moveInstant(now, toMsFromHours(dispatchHours) + toMsFromMinutes(1)))),
      ofShipment.exists(selectCoveredLoads().where('lc.dispatched_at', 'is', null)),
    ),
  insurance: findEndingCover,
  no_appointment: ({ now }) =>
    isActiveWith(
      matchSome([
        ofShipment.exists(selectStopsAhead().where('st.window_start', 'is', null)),
        ofShipment.exists(
          findStarting(
            moveInstant(now, toMsFromHours(exceptionThresholds.appointmentHours) + toMsFromMinutes(1)),
          ).where('st.window_kind', '=', 'day'),
        ),
      ]),
    ),
  low_margin: ({ marginFloor }) =>
    matchEvery([
      watched,
      matchSome([
        ofShipment('f.revenue_cents', '<=', 0),
        ofShipment('f.margin_cents', '<', ofShipment('f.revenue_cents', '*', marginFloor)),
      ]),
    ]),
  missing_pod: () => unbilled,
  unbilled: () => unbilled,
  // Most of what is under way has one or is near to it.
  any: () => watched,
};

export const findCandidates = (kind: RequestedException, limits: WatchLimits): ShipmentCondition =>
  findings[kind](limits);

const toMsFromMinutes = (count: number): number => count * 60_000;
const toMsFromHours = (count: number): number => toMsFromMinutes(60 * count);
const moveInstant = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
