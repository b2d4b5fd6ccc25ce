import { hasText } from '../../src/domain/text/folding.ts';
import { chooseCity, findCity, findCityByZip } from '../../src/domain/places/place-table.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { expandTradeName, findRegion } from '../../src/domain/places/trade-names.ts';
import { findZone } from '../../src/domain/places/zones.ts';
import type { Gap } from '../../src/domain/kit/completeness.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parsePostalCode, buildPostalCodeError } from './locations/postal-codes.ts';
import { listChoices, refuseSharedName } from './locations/shared-names.ts';
import { catalogCacheSeconds } from './catalog-cache.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { type PlanPlace, toPlanCity, toPlanPlace } from '../records/stop-places.ts';
import type { Finder } from './finders/finder.ts';
import { resolve } from './finders/resolve.ts';
import {
  type CityAndState,
  parseCityAndState,
  parseCityBeforeState,
  expandCityName,
  isSamePlaceName,
} from './states.ts';
import type { City, Location } from '../../src/contract/types.ts';

type LocationRecord = Location;

/** One of the ways in which the API places a stop. */
type PlacementInput =
  | { readonly location: { readonly id: string } }
  | { readonly cityId: string }
  | { readonly postalCode: string };

export interface ResolvedPlace {
  readonly placement: PlacementInput;
  /** Description of the place that the text was resolved to; holds record text. */
  readonly as: string;
  /** IANA zone, where the place is known that well. */
  readonly zone: string | undefined;
  /** Name for a plan, by the id of the city or location; empty for a postal code, which names its place itself. */
  readonly names: ReadonlyMap<string, PlanPlace>;
}

export interface PlaceQuestion {
  /** The argument, for refusals. */
  readonly name: string;
  readonly text: string;
  /** Customer whose locations are searched. */
  readonly customer: CustomerRecord;
}

const candidatesMax = 50;
const citiesNamed = 5;

/** Resolves a stop's place to a location of the customer, a city or a postal code; unclear ones are asked about. */
export async function resolvePlace(ctx: ToolContext, question: PlaceQuestion): Promise<ResolvedPlace> {
  const text = expandTradeName(question.text.trim());
  if (parsePostalCode(text)) return placeByPostalCode(question.name, text, undefined);
  refuseSharedName(question.name, text);
  const region = findRegion(text);
  if (region)
    throw buildPlaceError(
      'AMBIGUOUS',
      question.name,
      `${quoteText(text)} is ${region.cities.join(' or ')}; write which one`,
    );
  const cityAndState = parseCityAndState(text);
  if (cityAndState?.postalCode) return placeByPostalCode(question.name, cityAndState.postalCode, cityAndState);
  if (cityAndState) return placeByCity(ctx, question, cityAndState);
  return (await placeByLocation(ctx, question)) ?? (await placeByNamedCity(ctx, question));
}

/** Places a stop by a whole postal code that is somewhere; `namedCity` is the city that was written before it. */
function placeByPostalCode(name: string, text: string, namedCity: CityAndState | undefined): ResolvedPlace {
  const postalCode = parsePostalCode(text);
  if (postalCode === undefined) throw buildPlaceError('NOT_FOUND', name, `${quoteText(text)} is not a postal code`);
  const { kind, country, code } = postalCode;
  if (kind !== 'whole') throw buildPostalCodeError(name, postalCode);
  const city = country === 'US' ? findCityByZip(code) : undefined;
  const state = city?.state ?? findPostalState(code)?.state;
  if (state === undefined) throw buildPostalCodeError(name, postalCode);
  if (namedCity && namedCity.state !== state)
    throw buildPlaceError(
      'BAD_REQUEST',
      name,
      `postal code ${code} is in ${city ? `${city.name}, ${state}` : state}, not in ${namedCity.state}`,
    );
  const place = city ? `${city.name}, ${state}` : state;
  const written = namedCity && (findCity(namedCity.city, namedCity.state)?.name ?? namedCity.city);
  const as = namedCity ? `${written}, ${namedCity.state}, postal code ${code}` : `postal code ${code} (${place})`;
  return {
    placement: { postalCode: code },
    as,
    zone: city?.timeZone ?? findZone({ postalCode: code }),
    names: new Map(),
  };
}

async function placeByCity(
  ctx: ToolContext,
  { name, text }: PlaceQuestion,
  { city, state }: CityAndState,
): Promise<ResolvedPlace> {
  const match = await findListedCity(ctx, city, state);
  if (match !== undefined) return toPlace(match);
  const builtInCity = findCity(city, state);
  // An API with a shorter list of cities takes the ZIP code.
  if (builtInCity && builtInCity.zipCode !== '') {
    ctx.noteGap(cityGap);
    return placeByPostalCode(name, builtInCity.zipCode, { city: builtInCity.name, state, postalCode: undefined });
  }
  throw buildPlaceError(
    'NOT_FOUND',
    name,
    `${quoteText(text)} is an unknown city; give its ZIP code or a location of the customer`,
  );
}

const cityGap: Gap = {
  key: 'cities',
  text: "This API doesn't list every city, so a stop in a city uses one of its ZIP codes.",
};

const toPlace = (city: City): ResolvedPlace => ({
  placement: { cityId: city.id },
  as: `${city.name}, ${city.stateProvince} (city)`,
  zone: city.timeZone,
  names: new Map([[city.id, toPlanCity(city)]]),
});

const findListedCity = async (ctx: ToolContext, city: string, state: string): Promise<City | undefined> =>
  (await listCitiesByName(ctx, city)).find(({ stateProvince }) => stateProvince === state);

/** Finds a city by its name and state in the API's list of cities. */
export async function resolveCity(ctx: ToolContext, name: string, text: string): Promise<City> {
  refuseSharedName(name, text);
  const written = expandTradeName(text);
  const cityAndState = parseCityAndState(written) ?? parseCityBeforeState(written);
  const city = cityAndState
    ? await findListedCity(ctx, cityAndState.city, cityAndState.state)
    : await findCityByName(ctx, name, written);
  if (city === undefined)
    throw buildPlaceError('NOT_FOUND', name, `${quoteText(text)} is not in the API's list of cities; write "City, ST"`);
  return city;
}

/** Finds a city by its name alone; several of that name are asked about. */
async function findCityByName(ctx: ToolContext, name: string, text: string): Promise<City | undefined> {
  const { city, candidates } = chooseCity(text);
  const cities = await listCitiesByName(ctx, text);
  if (city !== undefined) return cities.find(({ stateProvince }) => stateProvince === city.state);
  if (candidates.length > 0)
    throw buildPlaceError(
      'AMBIGUOUS',
      name,
      `${quoteText(text)} needs its state: ${listChoices(candidates)}? Nothing was done`,
    );
  const [only, ...otherCities] = cities;
  if (otherCities.length === 0) return only;
  const choices = cities.slice(0, citiesNamed).map((match) => `"${match.name}, ${match.stateProvince}"`);
  throw buildPlaceError(
    'AMBIGUOUS',
    name,
    `${quoteText(text)} needs its state: ${choices.join(' or ')}? Nothing was done`,
  );
}

/** Lists the cities of that name; none where the API has no list of cities. */
async function listCitiesByName(ctx: ToolContext, city: string): Promise<readonly City[]> {
  try {
    const query = expandCityName(city);
    const { data } = await ctx.api.referenceData.cities({ query }, { cacheSeconds: catalogCacheSeconds });
    return data.filter(({ name }) => isSamePlaceName(name, query));
  } catch (error) {
    // The list is an addition to the published API: without it a place is given by ZIP code or location.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return [];
    throw error;
  }
}

/** Places a stop by a location; undefined when no location of the customer is called so. */
async function placeByLocation(ctx: ToolContext, question: PlaceQuestion): Promise<ResolvedPlace | undefined> {
  const { name, text, customer } = question;
  try {
    const { record, resolved } = await resolve(ctx, createLocationFinder(name, customer), text);
    if (record.customerId !== customer.id) {
      throw buildPlaceError(
        'BAD_REQUEST',
        name,
        `${quoteText(text)} is a location of another customer (${record.customer.friendlyId})`,
      );
    }
    const as = `location ${describeLocation(record)} (${resolved.as})`;
    return {
      placement: { location: { id: record.id } },
      as,
      zone: findZone(getPlace(record)),
      names: new Map([[record.id, toPlanPlace(record)]]),
    };
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Places a stop by "dallas tx", or by a city that needs no state. */
async function placeByNamedCity(ctx: ToolContext, question: PlaceQuestion): Promise<ResolvedPlace> {
  const { name, text, customer } = question;
  const cityAndState = parseCityBeforeState(text);
  if (
    cityAndState &&
    (cityAndState.postalCode ||
      findCity(cityAndState.city, cityAndState.state) ||
      (await findListedCity(ctx, cityAndState.city, cityAndState.state)))
  )
    return cityAndState.postalCode
      ? placeByPostalCode(name, cityAndState.postalCode, cityAndState)
      : placeByCity(ctx, question, cityAndState);
  const city = await findCityByName(ctx, name, text.trim());
  if (city) return toPlace(city);
  const chosen = chooseCity(text.trim()).city;
  if (chosen) return placeByCity(ctx, question, { city: chosen.name, state: chosen.state, postalCode: undefined });
  throw buildPlaceError(
    'NOT_FOUND',
    name,
    `no location of ${customer.friendlyId} matches ${quoteText(text)}; use a location, "City, ST" or a ZIP code`,
  );
}

function createLocationFinder(noun: string, customer: CustomerRecord): Finder<LocationRecord> {
  return {
    noun,
    friendly: undefined,
    get: (ctx, id, by) => ctx.api.locations.get({ id, by }),
    looksAt: `the locations of ${customer.friendlyId}`,
    byNumbers: async () => [],
    async search(ctx, text) {
      const { rows } = await scan(ctx, ctx.api.locations.filter, {
        filter: { customerId: { equalTo: customer.id }, name: { includes: text } },
        local: {
          customerId: ({ customerId }) => customerId === customer.id,
          name: ({ name }) => hasText(name, text),
        },
        rowsMax: candidatesMax,
      });
      return rows;
    },
    isNamed: ({ name }, text) => isSamePlaceName(name, text),
    describe: describeLocation,
  };
}

const getPlace = ({ address }: LocationRecord) => ({
  city: address?.city,
  state: address?.state,
  postalCode: address?.zipCode,
  country: address?.country,
  latitude: address?.latitude,
  longitude: address?.longitude,
  obeysDst: address?.obeysDst,
});

function describeLocation({ name, address }: LocationRecord): string {
  const place = [address?.city, address?.state].filter(Boolean).join(', ');
  return place === '' ? name : `${name}, ${place}`;
}

const quoteText = (text: string) => recordText(text.trim(), 'list');

const buildPlaceError = (code: 'AMBIGUOUS' | 'NOT_FOUND' | 'BAD_REQUEST', field: string, message: string) =>
  new WaybillError(code, `${field}: ${message}.`, { details: [{ field, message: 'is not one place' }] });
