import { Temporal } from 'temporal-polyfill';
import tzLookup from '@photostructure/tz-lookup';
import { foldText } from '../kit/folding.ts';
import { type PostalState, stateOfPostalCode } from './postal-state.ts';
import { splitCities } from './split-cities.ts';
import { type StateZones, stateZones } from './state-zones.ts';

/** What is known of a place; coordinates as numbers or as the text an address carries. */
export interface Place {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly latitude?: string | number | null | undefined;
  readonly longitude?: string | number | null | undefined;
  /** Only `false` says something: addresses default to `true`, Arizona's included. */
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
  stateZones.flatMap((row) => [...row.codes, row.name].map((word) => ({ word: plain(word), row }))),
  ({ word }) => word,
);

const midwinter = Temporal.Instant.from('2026-01-15T12:00:00Z');

/** The IANA zone of a place in the US, Canada or Mexico; undefined when the place is not known well enough to tell. */
export function zoneOf(place: Place): string | undefined {
  const zone = zoneWithDst(place);
  if (zone === undefined || place.obeysDst !== false) return zone;
  return standardOnly[String(winterOffset(zone))] ?? zone;
}

function zoneWithDst(place: Place): string | undefined {
  const byCoordinates = zoneOfCoordinates(place);
  const state = stateOf(place, byCoordinates);
  if (!state) return byCoordinates;
  const [main, ...others] = state.zones;
  if (others.length === 0) return main;
  if (byCoordinates !== undefined && state.zones.includes(byCoordinates)) return byCoordinates;
  const { zone: byPostalCode } = postalStateOf(place) ?? {};
  if (byPostalCode !== undefined && state.zones.includes(byPostalCode)) return byPostalCode;
  return zoneOfSplitCity(state, place.city) ?? zoneAcrossTheLine(state, byCoordinates) ?? main;
}

function stateOf(place: Place, byCoordinates: string | undefined): StateZones | undefined {
  const country = countryOf(place);
  if (country === undefined && place.country) return undefined;
  const named = place.state ? (statesByWord.get(plain(place.state)) ?? []).map(({ row }) => row) : [];
  const candidates = named.filter((row) => country === undefined || row.country === country);
  if (candidates.length === 0) {
    const postal = postalStateOf(place);
    return postal && stateZones.find((row) => row.country === postal.country && row.codes[0] === postal.state);
  }
  const fits = (row: StateZones) => byCoordinates !== undefined && row.zones.includes(byCoordinates);
  return candidates.find(fits) ?? candidates[0];
}

/** Five digits are a Mexican code as well: a stated country decides. */
function postalStateOf(place: Place): PostalState | undefined {
  const country = countryOf(place);
  const postal = place.postalCode ? stateOfPostalCode(place.postalCode) : undefined;
  return country === undefined || postal?.country === country ? postal : undefined;
}

function countryOf({ country }: Place): StateZones['country'] | undefined {
  return country ? countryNames[plain(country)] : undefined;
}

function zoneOfCoordinates({ latitude, longitude }: Place): string | undefined {
  if (blank(latitude) || blank(longitude)) return undefined;
  const [north, east] = [Number(latitude), Number(longitude)];
  // Coordinates outside the continent (0,0 most of all) are a placeholder, not a place.
  if (!(north >= 14 && north <= 84 && east >= -180 && east <= -50)) return undefined;
  return tzLookup(north, east);
}

function zoneOfSplitCity(state: StateZones, city: string | null | undefined): string | undefined {
  if (!city) return undefined;
  const name = plain(city);
  return splitCities.find((split) => split.state === state.codes[0] && split.cities.includes(name))?.zone;
}

/** A border town's coordinate can fall on the other bank; the zone of the same hour in its own state is meant. */
function zoneAcrossTheLine(state: StateZones, byCoordinates: string | undefined): string | undefined {
  if (byCoordinates === undefined) return undefined;
  const hours = winterOffset(byCoordinates);
  return state.zones.find((zone) => winterOffset(zone) === hours);
}

function winterOffset(zone: string): number {
  return midwinter.toZonedDateTimeISO(zone).offsetNanoseconds / 3.6e12;
}

function blank(value: string | number | null | undefined): boolean {
  return value === null || value === undefined || String(value).trim() === '';
}

function plain(text: string): string {
  return foldText(text)
    .replace(/[.'’]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
}
