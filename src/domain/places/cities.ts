import { citiesCanadaMexico, citiesUnitedStates, type CityRow } from './city-rows.ts';

/** One entry of the city catalog that is the same for every organization; ids never change. */
export interface City {
  readonly id: string;
  readonly name: string;
  /** State, province or Mexican state, as an address writes it. */
  readonly state: string;
  readonly country: 'US' | 'CA' | 'MX';
  /** One ZIP or postal code of the city; empty where none is known. */
  readonly zipCode: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Freight market: state and the market's city, `IL_CHI`; empty where none is near. */
  readonly market: string;
  /** IANA zone. */
  readonly timeZone: string;
}

const provinces = new Set(['AB', 'BC', 'MB', 'ON', 'QC']);

/** The cities of the freight markets, which every organization's catalog begins with. Every other city is in `place-table.ts`. */
export const cities: readonly City[] = [
  ...citiesUnitedStates.map((row) => toCity(row, 'US')),
  ...citiesCanadaMexico.map((row) => toCity(row, provinces.has(row[2]) ? 'CA' : 'MX')),
];

const byName = new Map(cities.map((city) => [`${city.name}, ${city.state}`, city]));

const marketCities = new Map(cities.toReversed().map((city) => [city.market, city]));

/** Formats a freight market by its first city: `TX_DAL` becomes "Dallas, TX market". */
export function formatMarket(market: string): string {
  const city = marketCities.get(market);
  return city === undefined ? `market ${market}` : `${city.name}, ${city.state} market`;
}

/** Finds a city of the catalog by a name such as `Chicago, IL`. */
export function findCityByName(text: string): City | undefined {
  return byName.get(text);
}

function toCity(row: CityRow, country: City['country']): City {
  const [id, name, state, zipCode, latitude, longitude, market, timeZone] = row;
  return { id, name, state, country, zipCode, latitude, longitude, market: `${state}_${market}`, timeZone };
}
