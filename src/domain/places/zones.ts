import { Temporal } from 'temporal-polyfill';
import tzLookup from '@photostructure/tz-lookup';
import { foldText } from '../text/folding.ts';
import { type PostalState, findPostalState } from './postal-state.ts';
import { splitCities } from './split-cities.ts';
import { type StateZones, stateZones } from './state-zones.ts';

/** Details of a place that can decide its time zone. Coordinates are numbers, or text from an address. */
export interface PlaceDetails {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly latitude?: string | number | null | undefined;
  readonly longitude?: string | number | null | undefined;
  /** False if the place has no daylight saving time. `true` means nothing: it is the default, even in Arizona. */
  readonly obeysDst?: boolean | null | undefined;
}

const countryNames: Readonly<Record<string, StateZones['country']>> = {
  us: 'US',
  usa: 'US',
  'united states': 'US',
  'united states of america': 'US',
  ca: 'CA',
  can: 'CA',
  canada: 'CA',
  mx: 'MX',
  mex: 'MX',
  mexico: 'MX',
};

/** Zones that keep standard time all year, by UTC offset in hours. */
const standardOnly: Readonly<Record<string, string>> = {
  '-4': 'America/Puerto_Rico',
  '-5': 'America/Panama',
  '-6': 'America/Regina',
  '-7': 'America/Phoenix',
  '-8': 'Etc/GMT+8',
  '-9': 'Etc/GMT+9',
  '-10': 'Pacific/Honolulu',
};

const statesByWord = Map.groupBy(
  stateZones.flatMap((row) => [...row.codes, row.name].map((word) => ({ word: normalizeWords(word), row }))),
  ({ word }) => word,
);

const midwinter = Temporal.Instant.from('2026-01-15T12:00:00Z');

/** Finds the IANA zone of a place in the US, Canada or Mexico. Undefined if its details don't decide it. */
export function findZone(place: PlaceDetails): string | undefined {
  const zone = findZoneWithDst(place);
  if (zone === undefined || place.obeysDst !== false) return zone;
  return standardOnly[String(getWinterOffset(zone))] ?? zone;
}

function findZoneWithDst(place: PlaceDetails): string | undefined {
  const byCoordinates = findZoneByCoordinates(place);
  const state = findState(place, byCoordinates);
  if (!state) return byCoordinates;
  const [main, ...otherZones] = state.zones;
  if (otherZones.length === 0) return main;
  if (byCoordinates !== undefined && state.zones.includes(byCoordinates)) return byCoordinates;
  const { zone: byPostalCode } = matchPostalState(place) ?? {};
  if (byPostalCode !== undefined && state.zones.includes(byPostalCode)) return byPostalCode;
  return findSplitCityZone(state, place.city) ?? findZoneAcrossBorder(state, byCoordinates) ?? main;
}

function findState(place: PlaceDetails, byCoordinates: string | undefined): StateZones | undefined {
  const country = getCountry(place);
  if (country === undefined && place.country) return undefined;
  const namedStates = place.state ? (statesByWord.get(normalizeWords(place.state)) ?? []).map(({ row }) => row) : [];
  const candidates = namedStates.filter((row) => country === undefined || row.country === country);
  if (candidates.length === 0) {
    const postal = matchPostalState(place);
    return postal && stateZones.find((row) => row.country === postal.country && row.codes[0] === postal.state);
  }
  const hasZone = (row: StateZones) => byCoordinates !== undefined && row.zones.includes(byCoordinates);
  return candidates.find(hasZone) ?? candidates[0];
}

/** Finds the state of a postal code, unless the country is another one: Mexican codes have five digits too. */
function matchPostalState(place: PlaceDetails): PostalState | undefined {
  const country = getCountry(place);
  const postal = place.postalCode ? findPostalState(place.postalCode) : undefined;
  return country === undefined || postal?.country === country ? postal : undefined;
}

function getCountry({ country }: PlaceDetails): StateZones['country'] | undefined {
  return country ? countryNames[normalizeWords(country)] : undefined;
}

function findZoneByCoordinates({ latitude, longitude }: PlaceDetails): string | undefined {
  if (isBlank(latitude) || isBlank(longitude)) return undefined;
  const [north, east] = [Number(latitude), Number(longitude)];
  // Coordinates outside the continent (0,0 most of all) are a placeholder, not a place.
  if (!(north >= 14 && north <= 84 && east >= -180 && east <= -50)) return undefined;
  return tzLookup(north, east);
}

function findSplitCityZone(state: StateZones, city: string | null | undefined): string | undefined {
  if (!city) return undefined;
  const name = normalizeWords(city);
  return splitCities.find((split) => split.state === state.codes[0] && split.cities.includes(name))?.zone;
}

/** Finds the state's zone with the same hour: the coordinates of a border town can be across the border. */
function findZoneAcrossBorder(state: StateZones, byCoordinates: string | undefined): string | undefined {
  if (byCoordinates === undefined) return undefined;
  const hours = getWinterOffset(byCoordinates);
  return state.zones.find((zone) => getWinterOffset(zone) === hours);
}

function getWinterOffset(zone: string): number {
  return midwinter.toZonedDateTimeISO(zone).offsetNanoseconds / 3.6e12;
}

function isBlank(value: string | number | null | undefined): boolean {
  return value === null || value === undefined || String(value).trim() === '';
}

function normalizeWords(text: string): string {
  return foldText(text)
    .replace(/[.'’]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
}
