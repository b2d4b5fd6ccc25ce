import { isTimeZone } from '../places/time-zones.ts';
import { findZone } from '../places/zones.ts';
import { type StopRequest, type StopWindow, buildStopWindow } from './stop-window.ts';

/** The fields of a stop that locate it. */
interface PlacedStop {
  readonly timeZone: string | null;
  readonly address?:
    | {
        readonly city: string;
        readonly state: string | null;
        readonly zipCode: string | null;
        readonly country: string;
        readonly latitude: string | null;
        readonly longitude: string | null;
        readonly obeysDst: boolean | null;
      }
    | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
}

/** The fields of a stop that decide whether its truck was on time. */
export interface JudgedStop extends PlacedStop, StopRequest {
  readonly windowAtArrival: (StopRequest & { readonly timeZone: string | null }) | null;
}

/** Returns the stop's own time zone, else that of its place, or undefined if neither is known. */
export function findStopZone({ timeZone, address, city, postalCode }: PlacedStop): string | undefined {
  // An API may carry a zone name that this machine does not know: the place decides instead.
  if (timeZone && isTimeZone(timeZone)) return timeZone;
  if (address) return findZone({ ...address, postalCode: address.zipCode });
  if (city) return findZone({ city: city.name, state: city.stateProvince });
  return findZone({ postalCode });
}

/** Returns the stop with its window as of the arrival, so that later changes don't affect whether it was on time. */
export function toJudgedStop(stop: JudgedStop): JudgedStop {
  const { windowAtArrival } = stop;
  if (!windowAtArrival) return stop;
  // An unknown zone stays unknown: the place of now says nothing of the place then.
  const { address: _address, ...place } = stop;
  return { ...place, city: null, postalCode: null, ...windowAtArrival };
}

export function computeStopWindow(stop: JudgedStop): StopWindow | null {
  const judgedStop = toJudgedStop(stop);
  return buildStopWindow(judgedStop, findStopZone(judgedStop));
}

/** Checks whether the stop has a requested date as of the arrival. */
export function isDated(stop: JudgedStop): boolean {
  const { requestedStartDate, requestedEndDate } = toJudgedStop(stop);
  return Boolean(requestedStartDate ?? requestedEndDate);
}
