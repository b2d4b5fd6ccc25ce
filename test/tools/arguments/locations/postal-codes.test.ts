import { expect, test } from 'vitest';
import { parsePostalCode, buildPostalCodeError } from '../../../../tools/arguments/locations/postal-codes.ts';
import { parseLanePlace } from '../../../../tools/lanes/lane-place.ts';
import { parseCarrierArea as carrierArea } from '../../../../tools/carriers/carrier-area.ts';
import { parseFreightArea } from '../../../../tools/copied/areas.ts';

test.each([
  ['75201', 'whole US 75201'],
  ['75201-1234', 'whole US 75201-1234'],
  ['ZIP 75201', 'whole US 75201'],
  ['zip code: 75201', 'whole US 75201'],
  ['ZIP 752', 'area US 752'],
  ['zip3 752', undefined],
  ['752', 'area US 752'],
  ['752xx', 'area US 752'],
  ['752 ZIPs', 'area US 752'],
  ['2134', 'short US 2134'],
  ['M5V 2T6', 'whole CA M5V 2T6'],
  ['m5v2t6', 'whole CA M5V 2T6'],
  ['M5V-2T6', 'whole CA M5V 2T6'],
  ['postal code M5V', 'area CA M5V'],
  ['Dallas', undefined],
  ['75', undefined],
  ['752011', undefined],
])('%j is %s', (text, meaning) => {
  const code = parsePostalCode(text);

  expect(code && `${code.kind} ${code.country} ${code.code}`).toBe(meaning);
});

test.each([
  ['2134', /^origin: «2134» is not a postal code: a ZIP code has five digits; write 02134 for Allston, MA$/],
  ['752', /^origin: postal code area «752» is an area around Dallas, TX; write the whole postal code or a city$/],
  ['M5V', /^origin: postal code area «M5V» is an area in ON; write the whole postal code or a city$/],
  ['00012', /^origin: «00012» is an unknown postal code$/],
  ['000', /^origin: «000» is an unknown postal code area$/],
])('where a whole postal code is needed, %s is refused as one', (text, message) => {
  const code = parsePostalCode(text);

  expect(code && buildPostalCodeError('origin', code).message).toMatch(message);
});

test.each([
  ['ZIP 752', { city: 'Dallas', market: 'TX_DAL', state: 'TX', note: 'Dallas, TX for ZIP area 752' }],
  ['75023', { city: 'Plano', market: 'TX_DAL', state: 'TX', note: 'Plano, TX for ZIP code 75023' }],
  ['M5V 2T6', { city: undefined, state: 'ON', note: 'ON for postal code M5V 2T6' }],
  ['ATL', { city: 'Atlanta', state: 'GA' }],
  ['DFW', { city: undefined, market: 'TX_DAL', state: 'TX' }],
  ['Plano', { city: 'Plano', state: 'TX' }],
  ['Saint Louis, MO', { city: 'St. Louis', state: 'MO' }],
])('a lane from %s begins there', (text, place) => {
  expect(parseLanePlace('origin', text)).toMatchObject(place);
});

test.each([
  ['LA', /^origin: «LA» can mean Los Angeles, CA or Louisiana; write which one$/],
  ['Springfield', /^origin: «Springfield» needs its state: "Springfield, MO" or "Springfield, MA"/],
  ['2134', /not a postal code/],
  ['00012', /^origin: «00012» is an unknown postal code$/],
])('a lane from %s is asked about', (text, message) => {
  expect(() => parseLanePlace('origin', text)).toThrow(message);
});

test('carriers are looked for around a ZIP code, a ZIP area and a short name, and LA is asked about', () => {
  expect(carrierArea('75023', undefined)).toMatchObject({ kind: 'circle', as: 'Plano, TX (for ZIP code 75023)' });
  expect(carrierArea('ZIP 752', undefined)).toMatchObject({ kind: 'circle', as: 'Dallas, TX (for ZIP area 752)' });
  expect(carrierArea('ATL', 50)).toMatchObject({ kind: 'circle', miles: 50, as: 'Atlanta, GA' });
  expect(carrierArea('DFW', undefined)).toMatchObject({ kind: 'market', market: 'TX_DAL' });
  expect(() => carrierArea('LA', undefined)).toThrow(/^place: «LA» can mean/);
  expect(() => carrierArea('00012', undefined)).toThrow(/^place: «00012» is an unknown postal code$/);
});

test('a list is narrowed by a ZIP area, a short name and a region', () => {
  const stop = (city: string, state: string) => ({ address: { city, state }, city: null });

  expect(parseFreightArea('origin', 'ZIP 752').holds(stop('Dallas', 'TX'))).toBe(true);
  expect(parseFreightArea('origin', 'ZIP 752').holds(stop('Houston', 'TX'))).toBe(false);
  expect(parseFreightArea('origin', 'ATL').holds(stop('Atlanta', 'GA'))).toBe(true);
  expect(parseFreightArea('origin', 'DFW').holds(stop('Fort Worth', 'TX'))).toBe(true);
  expect(parseFreightArea('origin', 'M5V 2T6').holds(stop('Toronto', 'ON'))).toBe(true);
  expect(() => parseFreightArea('origin', 'LA')).toThrow(/^origin: «LA» can mean/);
  expect(() => parseFreightArea('origin', '00012')).toThrow(/unknown postal code/);
});
