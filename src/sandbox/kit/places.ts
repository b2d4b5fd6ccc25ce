import type { City } from '../../domain/places/cities.ts';
import { drawStreetLine } from './names.ts';
import type { Random } from './random.ts';

/** The place of a stop with what its row and its local time need. */
export interface SandboxPlace {
  /** Null for a place that is known by its city only. */
  readonly locationId: string | null;
  readonly city: City;
  readonly zipCode: string;
  readonly needsAppointment: boolean;
}

export const toCityPlace = (city: City): SandboxPlace => ({
  locationId: null,
  city,
  zipCode: city.zipCode,
  needsAppointment: false,
});

/** Draws the JSON of an address column: an invented street in a real city. */
export function drawAddress(random: Random, city: City): string {
  const drawNear = (degrees: number) => (degrees + (random.drawUnit() - 0.5) / 20).toFixed(4);
  return JSON.stringify({
    line1: drawStreetLine(random),
    line2: null,
    city: city.name,
    state: city.state,
    zipCode: city.zipCode,
    country: city.country,
    market: city.market,
    latitude: drawNear(city.latitude),
    longitude: drawNear(city.longitude),
    isAirportOrAirbase: false,
    isConstructionOrUtilitySite: false,
    isSmartyValidated: true,
    obeysDst: city.timeZone !== 'America/Phoenix',
    cityId: city.id,
  });
}
