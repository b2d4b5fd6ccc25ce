import { expect, test } from 'vitest';
import { cities } from '../../../src/domain/places/cities.ts';
import { computeMiles } from '../../../src/domain/places/distance.ts';
import { placeRows } from '../../../src/domain/places/place-rows.ts';
import {
  chooseCity,
  findCity,
  findCityById,
  findCityByZip,
  findCityInZipArea,
  listZipCodes,
  searchCities,
} from '../../../src/domain/places/place-table.ts';
import { findPostalState } from '../../../src/domain/places/postal-state.ts';
import { stateZones } from '../../../src/domain/places/state-zones.ts';

const formatCity = (city: { readonly name: string; readonly state: string } | undefined) =>
  city && `${city.name}, ${city.state}`;

test('the table holds places of every state, and every ZIP code is of the state that its first digits say', () => {
  const codes = stateZones.filter(({ country }) => country === 'US').map(({ codes: [code] }) => code);
  const zips = Object.entries(placeRows).flatMap(([state, text]) =>
    text.split('\n').flatMap((line) => {
      const zip = line.split(',')[4]?.slice(0, 5) ?? '';
      return zip === '' ? [] : [{ state, zip }];
    }),
  );

  expect(codes.filter((code) => code !== 'PR' && placeRows[code] === undefined)).toEqual([]);
  expect(zips.length).toBeGreaterThan(29_000);
  expect(zips.filter(({ state, zip }) => findPostalState(zip)?.state !== state)).toEqual([]);
});

test('every city of the shorter list is found under its own id, about where the table has it', () => {
  for (const city of cities) expect.soft(findCity(city.name, city.state)).toBe(city);
  const far = cities.filter((city) => {
    const line = placeRows[city.state]?.split('\n').find((row) => row.startsWith(`${city.name},`));
    const [, north, east] = line?.split(',') ?? [];
    return line && computeMiles(city, { latitude: Number(north) / 100, longitude: Number(east) / 100 }) > 15;
  });
  expect(far.map(formatCity)).toEqual([]);
});

test.each([
  ['Plano', 'TX', 'America/Chicago', 'TX_DAL'],
  ['grand prairie', 'TX', 'America/Chicago', 'TX_DAL'],
  ['Saint Charles', 'MO', 'America/Chicago', 'MO_STL'],
  ['De Soto', 'TX', 'America/Chicago', 'TX_DAL'],
  ['Mc Allen', 'TX', 'America/Chicago', 'TX_MCA'],
  ['Brampton', 'ON', 'America/Toronto', 'ON_TOR'],
  ['Montréal', 'QC', 'America/Toronto', 'QC_MON'],
  ['Guadalajara', 'JAL', 'America/Mexico_City', ''],
  ['León', 'GUA', 'America/Mexico_City', ''],
  ['Dickinson', 'ND', 'America/Denver', ''],
])('%s, %s lies in its zone and market', (name, state, timeZone, market) => {
  expect(findCity(name, state)).toMatchObject({ state, timeZone, market });
});

test.each([
  ['75023', 'Plano, TX'],
  ['75201', 'Dallas, TX'],
  ['02134', 'Allston, MA'],
  ['10001-1234', 'New York, NY'],
  ['00000', undefined],
  ['99999', undefined],
])('the place of the ZIP code %s is %s', (zip, place) => {
  expect(formatCity(findCityByZip(zip))).toBe(place);
});

test('a three-digit area is known by its largest city, and a city by its codes', () => {
  expect(formatCity(findCityInZipArea('752'))).toBe('Dallas, TX');
  expect(formatCity(findCityInZipArea('606'))).toBe('Chicago, IL');
  expect(findCityInZipArea('000')).toBeUndefined();
  expect(listZipCodes('Plano', 'TX')).toEqual(expect.arrayContaining(['75023', '75074', '75094']));
  expect(listZipCodes('Toronto', 'ON')).toEqual([]);
});

test.each([
  ['Dallas', 'Dallas, TX'],
  ['Houston', 'Houston, TX'],
  ['Memphis', 'Memphis, TN'],
  ['Plano', 'Plano, TX'],
  ['Laredo', 'Laredo, TX'],
  ['Springfield', undefined],
  ['Portland', undefined],
  ['Columbus', undefined],
  ['Kansas City', undefined],
  ['Franklin', undefined],
  ['Nowhereville', undefined],
])('%s without its state is %s', (name, place) => {
  expect(formatCity(chooseCity(name).city)).toBe(place);
});

test('several cities of a name are offered, the largest first', () => {
  expect(chooseCity('Springfield').candidates.slice(0, 3).map(formatCity)).toEqual([
    'Springfield, MO',
    'Springfield, MA',
    'Springfield, IL',
  ]);
  expect(formatCity(chooseCity('Washington').candidates[0])).toBe('Washington, DC');
});

test('a city has one id, which never changes, and is found by it and by the beginning of its name', () => {
  const plano = findCity('Plano', 'TX');

  expect(plano?.id).toMatchInlineSnapshot(`"e63ca3c4-a087-50db-8d59-1f5cacf82cf2"`);
  expect(findCityById(plano?.id ?? '')).toBe(plano);
  expect(findCityById('00000000-0000-4000-8000-000000000000')).toBeUndefined();
  expect(searchCities('plan', 3).map(formatCity)).toContain('Plano, TX');
  expect(searchCities('Springfield, IL', 3).map(formatCity)).toEqual(['Springfield, IL']);
  expect(searchCities('s', 5)).toHaveLength(5);
});
