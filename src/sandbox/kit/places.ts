import type { City } from '../../domain/places/cities.ts';
import { streetLine } from './names.ts';
import type { Random } from './random.ts';

/** The place of a stop with what its row and its local time need. */
export interface Place {
  /** Null for a place that is known by its city only. */
  readonly locationId: string | null;
  readonly city: City;
  readonly zipCode: string;
  readonly needsAppointment: boolean;
}

export const cityPlace = (city: City): Place => ({
  locationId: null,
  city,
  zipCode: city.zipCode,
  needsAppointment: false,
});

/** The JSON of an address column: a street that does not exist in a city that does. */
export function addressIn(random: Random, city: City): string {
  const near = (degrees: number) => (degrees + (random.unit() - 0.5) / 20).toFixed(4);
  return JSON.stringify({
    line1: streetLine(random),
    line2: null,
    city: city.name,
    state: city.state,
    zipCode: city.zipCode,
    country: city.country,
    market: city.market,
    latitude: near(city.latitude),
    longitude: near(city.longitude),
    isAirportOrAirbase: false,
    isConstructionOrUtilitySite: false,
    isSmartyValidated: true,
    obeysDst: city.timeZone !== 'America/Phoenix',
    cityId: city.id,
  });
}
