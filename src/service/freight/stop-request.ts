import { type StopWindow, buildStopWindow } from '../../domain/stops/stop-window.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../../store/schema.ts';

/** Returns the date and time window that a stop requests now. */
export const getRequestedWindow = (stop: Row<'stop'>) => ({
  requestedStartDate: stop.requested_start_date,
  requestedEndDate: stop.requested_end_date,
  requestedStartTime: stop.requested_start_time,
  requestedEndTime: stop.requested_end_time,
});

/** Returns the window that a stop requested when the truck arrived, or undefined if it hasn't changed since. */
export function getWindowAtArrival(stop: Row<'stop'>) {
  if (stop.window_moved_at === null) return undefined;
  return {
    requestedStartDate: stop.arrival_start_date,
    requestedEndDate: stop.arrival_end_date,
    requestedStartTime: stop.arrival_start_time,
    requestedEndTime: stop.arrival_end_time,
    timeZone: stop.arrival_time_zone,
    movedAt: stop.window_moved_at,
  };
}

/** Computes the window that decides whether a truck is on time. A change after the arrival doesn't count. */
export function computeJudgedWindow(stop: Row<'stop'>, timeZone: string | null): StopWindow | null {
  const windowAtArrival = getWindowAtArrival(stop);
  return windowAtArrival
    ? buildStopWindow(windowAtArrival, windowAtArrival.timeZone ?? undefined)
    : buildStopWindow(getRequestedWindow(stop), timeZone ?? undefined);
}

/** A stop that no truck has reached yet. */
export const neverMoved = {
  window_moved_at: null,
  arrival_start_date: null,
  arrival_end_date: null,
  arrival_start_time: null,
  arrival_end_time: null,
  arrival_time_zone: null,
} as const;

const isReached = (stop: Row<'stop'>) => stop.actual_arrival !== null || stop.actual_departure !== null;

/** Builds the columns that save the window at arrival before a change of window or place. */
export function buildArrivalColumns(stop: Row<'stop'>, timeZone: string | null, now: string): Partial<Row<'stop'>> {
  if (!isReached(stop) || stop.window_moved_at !== null) return {};
  return {
    window_moved_at: now,
    arrival_start_date: stop.requested_start_date,
    arrival_end_date: stop.requested_end_date,
    arrival_start_time: stop.requested_start_time,
    arrival_end_time: stop.requested_end_time,
    arrival_time_zone: timeZone,
  };
}

/** Saves the windows at arrival of all stops at a location whose address moves to another time zone. */
export async function keepWindowsAt(ctx: ServiceContext, locationId: string, timeZone: string | null): Promise<void> {
  await ctx.db
    .updateTable('stop')
    .set((eb) => ({
      window_moved_at: ctx.now,
      arrival_start_date: eb.ref('requested_start_date'),
      arrival_end_date: eb.ref('requested_end_date'),
      arrival_start_time: eb.ref('requested_start_time'),
      arrival_end_time: eb.ref('requested_end_time'),
      arrival_time_zone: timeZone,
    }))
    .where('organization_id', '=', ctx.organizationId)
    .where('location_id', '=', locationId)
    .where('window_moved_at', 'is', null)
    .where((eb) => eb.or([eb('actual_arrival', 'is not', null), eb('actual_departure', 'is not', null)]))
    .execute();
}
