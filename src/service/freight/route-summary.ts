import { todayIn } from '../../domain/kit/dates.ts';
import type { Row } from '../../store/schema.ts';
import type { Visit } from './visit.ts';

export interface RouteSummary {
  readonly origin: Row<'stop'> | undefined;
  readonly destination: Row<'stop'> | undefined;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
}

/**
 * First pick and last drop of a route, with their dates: as they happened, else as requested. `timeZone` is that of the
 * organization, whose day it is at a place of unknown zone.
 */
export function summariseRoute(visits: readonly Visit[], timeZone: string): RouteSummary {
  const dateOf = (visit: Visit, at: string | null) => (at === null ? null : todayIn(visit.timeZone ?? timeZone, at));
  const first = firstPick(visits);
  const last = lastDrop(visits);
  return {
    origin: first?.stop,
    destination: last?.stop,
    pickUpDate: first
      ? (dateOf(first, first.stop.actual_departure ?? first.stop.actual_arrival) ?? requestedPickUp(first.stop))
      : null,
    deliveryDate: last ? (dateOf(last, last.stop.actual_arrival) ?? requestedDelivery(last.stop)) : null,
  };
}

type Typed = { readonly stop: Pick<Row<'stop'>, 'type'> };

export const firstPick = <Stopped extends Typed>(visits: readonly Stopped[]): Stopped | undefined =>
  visits.find(({ stop }) => stop.type === 'PICK') ?? visits[0];

export const lastDrop = <Stopped extends Typed>(visits: readonly Stopped[]): Stopped | undefined =>
  visits.findLast(({ stop }) => stop.type === 'DROP') ?? visits.at(-1);

type Requested = Pick<Row<'stop'>, 'requested_start_date' | 'requested_end_date'>;

/** The earliest day requested at the shipper, the latest at the receiver. */
export const requestedPickUp = (stop: Requested) => stop.requested_start_date ?? stop.requested_end_date;
export const requestedDelivery = (stop: Requested) => stop.requested_end_date ?? stop.requested_start_date;
