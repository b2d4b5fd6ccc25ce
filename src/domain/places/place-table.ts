import { v5 as toUuid } from 'uuid';
import { cities, type City } from './cities.ts';
import { toCityKey } from './city-key.ts';
import { isNameOfSeveralCities } from './shared-city-names.ts';
import { computeMiles } from './distance.ts';
import { placeRows } from './place-rows.ts';
import { stateZones } from './state-zones.ts';
import { findZone } from './zones.ts';

/** Namespace of the ids of places that are in no shorter list; ids never change. */
const namespace = '6f0c1f4e-3d0a-5c1b-9a57-3a1f6b0d2c84';
/** A place belongs to the freight market of its state whose city is nearest, within so many miles. */
const marketMiles = 100;

/** A place in the table. A City is built from it on demand. */
interface PlaceRow {
  readonly name: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  /** The ZIP code in the middle; empty outside the United States. */
  readonly zipCode: string;
}

interface PlaceTable {
  /** Places of all states by folded name, largest first. */
  readonly byKey: ReadonlyMap<string, readonly PlaceRow[]>;
  readonly rows: readonly PlaceRow[];
  /** Index of the row plus one for each ZIP code; 0 if no place has the code. */
  readonly rowOfZip: Uint16Array;
}

let table: PlaceTable | undefined;
let rowsById: ReadonlyMap<string, PlaceRow> | undefined;

/** Finds every city of a name, in any state, the largest first. */
export const findCities = (name: string): readonly City[] => (getTable().byKey.get(toCityKey(name)) ?? []).map(toCity);

/** Finds a city by its name and the code of its state. */
export function findCity(name: string, state: string): City | undefined {
  const row = getTable()
    .byKey.get(toCityKey(name))
    ?.find((candidate) => candidate.state === state);
  return row && toCity(row);
}

/** A city named without its state: the one that is meant, or those that it can be, the largest first. */
export interface NamedCity {
  readonly city: City | undefined;
  readonly candidates: readonly City[];
}

/** A city of this size is meant where the next one of its name has a twentieth of its people. */
const largeCity = 50_000;
const largerBy = 20;

/** Chooses the city that a name means without its state; several of one size are left to the person who asks. */
export function chooseCity(name: string): NamedCity {
  const rows = getTable().byKey.get(toCityKey(name)) ?? [];
  const [largest, next] = rows;
  const candidates = rows.map(toCity);
  if (largest === undefined || isNameOfSeveralCities(name)) return { city: undefined, candidates };
  const [market, ...otherMarkets] = rows.filter((row) => marketCities.has(`${row.state} ${toCityKey(row.name)}`));
  const isLarger = largest.population >= largeCity && largest.population >= largerBy * (next?.population ?? 0);
  const row =
    next === undefined || isLarger ? largest : market !== undefined && otherMarkets.length === 0 ? market : undefined;
  return { city: row && toCity(row), candidates };
}

/** Lists the cities of a three-digit ZIP area such as 752. */
export function listCitiesInZipArea(prefix: string): readonly City[] {
  const first = Number(prefix.slice(0, 3)) * 100;
  const rows = Array.from({ length: 100 }, (_, index) => findRowByZip(first + index) ?? []).flat();
  return [...new Set(rows)].toSorted((a, b) => b.population - a.population).map(toCity);
}

/** A place by its name, for a search that compares spellings. */
export type PlaceName = Pick<PlaceRow, 'name' | 'state' | 'population'>;

/** Lists the names of all places of a state; of every state without one. */
export const listPlaceNames = (state: string | undefined): readonly PlaceName[] =>
  getTable().rows.filter((row) => state === undefined || row.state === state);

/** Lists the ZIP codes of a city; none outside the United States. */
export function listZipCodes(name: string, state: string): readonly string[] {
  const row = getTable()
    .byKey.get(toCityKey(name))
    ?.find((candidate) => candidate.state === state);
  const { rows, rowOfZip } = getTable();
  const mark = row === undefined ? 0 : rows.indexOf(row) + 1;
  const zips: string[] = [];
  for (let zip = mark === 0 ? -1 : rowOfZip.indexOf(mark); zip >= 0; zip = rowOfZip.indexOf(mark, zip + 1))
    zips.push(String(zip).padStart(5, '0'));
  return zips;
}

/** Finds the place of a ZIP code; undefined for a code that no place has. */
export function findCityByZip(zipCode: string): City | undefined {
  const row = findRowByZip(Number(zipCode.slice(0, 5)));
  return row && toCity(row);
}

/** Finds the largest city of a three-digit ZIP area such as 752. */
export const findCityInZipArea = (prefix: string): City | undefined => listCitiesInZipArea(prefix)[0];

function findRowByZip(zip: number): PlaceRow | undefined {
  const { rows, rowOfZip } = getTable();
  return rows[(rowOfZip[zip] ?? 0) - 1];
}

/** Finds a city by its id. */
export function findCityById(id: string): City | undefined {
  rowsById ??= new Map([...getTable().byKey.values()].flat().map((row) => [toId(row), row]));
  const row = rowsById.get(id);
  return row && toCity(row);
}

/** Finds the cities whose name begins so, the largest first; with a state behind a comma the one of that name there. */
export function searchCities(query: string, countMax: number): readonly City[] {
  const [name = '', state] = query.split(',');
  const beginning = toCityKey(name);
  const code = state?.trim().toUpperCase() ?? '';
  const rows = (state === undefined ? listPlacesBeginning(beginning) : (getTable().byKey.get(beginning) ?? []))
    .filter((row) => row.state.startsWith(code))
    .map((row) => ({ row, isWhole: toCityKey(row.name) === beginning }));
  return rows
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.row.population - a.row.population)
    .slice(0, countMax)
    .map(({ row }) => toCity(row));
}

function listPlacesBeginning(beginning: string): readonly PlaceRow[] {
  const places: PlaceRow[] = [];
  for (const [key, rows] of getTable().byKey) if (key.startsWith(beginning)) places.push(...rows);
  return places;
}

function getTable(): PlaceTable {
  table ??= readTable();
  return table;
}

/** Reads the rows once, when the first place is looked up. */
function readTable(): PlaceTable {
  const rows: PlaceRow[] = [];
  const rowOfZip = new Uint16Array(100_000);
  for (const [state, text] of Object.entries(placeRows)) {
    for (const line of text.split('\n')) {
      const [name = '', north, east, hundreds = '', codes = ''] = line.split(',');
      const [latitude, longitude, population] = [Number(north) / 100, Number(east) / 100, Number(hundreds) * 100];
      rows.push({ name, state, latitude, longitude, population, zipCode: codes.slice(0, 5) });
      markZips(codes, rowOfZip, rows.length);
    }
  }
  rows.push(
    ...cities.map(({ name, state, latitude, longitude, zipCode }) => ({
      name,
      state,
      latitude,
      longitude,
      zipCode,
      population: 0,
    })),
  );
  const byKey = new Map<string, PlaceRow[]>();
  for (const row of rows) {
    const key = toCityKey(row.name);
    const places = byKey.get(key);
    if (places === undefined) byKey.set(key, [row]);
    else if (!places.some(({ state }) => state === row.state)) places.push(row);
  }
  for (const places of byKey.values()) places.sort((a, b) => b.population - a.population);
  return { byKey, rows, rowOfZip };
}

/** Marks the codes of "75270 75201+11" with a row. */
function markZips(codes: string, rowOfZip: Uint16Array, mark: number): void {
  if (codes === '') return;
  for (const run of codes.split(' ')) {
    const start = Number(run.slice(0, 5));
    rowOfZip.fill(mark, start, start + Number(run.slice(6)) + 1);
  }
}

const marketCities = new Map(cities.map((city) => [`${city.state} ${toCityKey(city.name)}`, city]));
const countries = new Map(stateZones.map(({ codes, country }) => [codes[0], country]));

const toId = ({ name, state }: PlaceRow): string =>
  marketCities.get(`${state} ${toCityKey(name)}`)?.id ?? toUuid(`${state} ${toCityKey(name)}`, namespace);

/** Cities that were looked up before: a list of carriers asks for the same ones again and again. */
const built = new WeakMap<PlaceRow, City>();

function toCity(row: PlaceRow): City {
  const city = built.get(row) ?? buildCity(row);
  built.set(row, city);
  return city;
}

/** A city of the shorter list is that city; any other one gets its zone and market by where it lies. */
function buildCity(row: PlaceRow): City {
  const marketCity = marketCities.get(`${row.state} ${toCityKey(row.name)}`);
  if (marketCity) return marketCity;
  const { name, state, latitude, longitude, zipCode } = row;
  const country = countries.get(state) ?? 'US';
  const timeZone = findZone({ country, state, city: name, postalCode: zipCode, latitude, longitude }) ?? 'UTC';
  return { id: toId(row), name, state, country, zipCode, latitude, longitude, market: findMarket(row), timeZone };
}

/** Markets are named after their state, so the one across the line is no market of this place. */
function findMarket(row: PlaceRow): string {
  const [nearest] = cities
    .filter(({ state }) => state === row.state)
    .map((city) => ({ market: city.market, miles: computeMiles(city, row) }))
    .toSorted((a, b) => a.miles - b.miles);
  return nearest !== undefined && nearest.miles <= marketMiles ? nearest.market : '';
}
