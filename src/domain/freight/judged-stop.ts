import { isTimeZone } from '../places/time-zones.ts';
import { zoneOf } from '../places/zones.ts';
import { type StopRequest, type StopWindow, stopWindow } from './stop-window.ts';

/** What of a stop says where it is. */
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

/** What of a stop says whether its truck was on time. */
export interface JudgedStop extends PlacedStop, StopRequest {
  readonly windowAtArrival: (StopRequest & { readonly timeZone: string | null }) | null;
}

/** The stop's own zone, else that of its place; undefined when neither is known. */
export function zoneOfStop({ timeZone, address, city, postalCode }: PlacedStop): string | undefined {
  // An API may carry a zone name that this machine does not know: the place decides instead.
  if (timeZone && isTimeZone(timeZone)) return timeZone;
  if (address) return zoneOf({ ...address, postalCode: address.zipCode });
  if (city) return zoneOf({ city: city.name, state: city.stateProvince });
  return zoneOf({ postalCode });
}

/** The stop as on time is judged: with the window as it was at arrival, which no later change makes another. */
export function asJudged(stop: JudgedStop): JudgedStop {
  const { windowAtArrival: kept } = stop;
  if (!kept) return stop;
  // An unknown zone stays unknown: the place of now says nothing of the place then.
  const { address: _address, ...place } = stop;
  return { ...place, city: null, postalCode: null, ...kept };
}

export function windowOfStop(stop: JudgedStop): StopWindow | null {
  const judged = asJudged(stop);
  return stopWindow(judged, zoneOfStop(judged));
}

/** Whether the stop asks for any date, as on time is judged. */
export function isDated(stop: JudgedStop): boolean {
  const { requestedStartDate, requestedEndDate } = asJudged(stop);
  return Boolean(requestedStartDate ?? requestedEndDate);
}
