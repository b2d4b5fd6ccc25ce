import { holdsText } from '../../src/domain/kit/folding.ts';
import { isNameOfSeveralCities } from '../../src/domain/places/shared-city-names.ts';
import { zoneOf } from '../../src/domain/places/zones.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { catalogCacheSeconds } from './catalog-cache.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import type { Finder } from './finder.ts';
import { resolve } from './resolve.ts';
import { type CityAndState, cityAndState, cityBeforeState, inFull, isSamePlaceName } from './states.ts';
import type { City, Location } from '../../src/contract/types.ts';

type LocationRecord = Location;

/** Exactly one of the ways in which the API places a stop. */
type Placement =
  | { readonly location: { readonly id: string } }
  | { readonly cityId: string }
  | { readonly postalCode: string };

export interface Place {
  readonly placement: Placement;
  /** What the text was taken for; holds record text. */
  readonly as: string;
  /** IANA zone, where the place is known that well. */
  readonly zone: string | undefined;
}

export interface PlaceQuestion {
  /** The argument, for refusals. */
  readonly name: string;
  readonly text: string;
  /** Only this customer's locations are meant. */
  readonly customer: CustomerRecord;
}

const postalCode = /^(?:zip(?: code)?[: ]*)?(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const candidatesMax = 50;
const citiesNamed = 5;

/** A stop's place from a location of the customer, a city or a postal code; what is unclear is asked. */
export async function resolvePlace(ctx: ToolContext, question: PlaceQuestion): Promise<Place> {
  const text = question.text.trim();
  const code = postalCode.exec(text)?.[1];
  if (code !== undefined) return atPostalCode(code, `postal code ${code.toUpperCase()}`);
  const named = cityAndState(text);
  if (named?.postalCode)
    return atPostalCode(named.postalCode, `${named.city}, ${named.state}, postal code ${named.postalCode}`);
  if (named) return atCity(ctx, question, named);
  return (await atLocation(ctx, question)) ?? (await atNamedCity(ctx, question));
}

function atPostalCode(code: string, as: string): Place {
  const typed = code.toUpperCase();
  return { placement: { postalCode: typed }, as, zone: zoneOf({ postalCode: typed }) };
}

async function atCity(ctx: ToolContext, { name, text }: PlaceQuestion, { city, state }: CityAndState): Promise<Place> {
  const match = await cityIn(ctx, city, state);
  if (match === undefined) {
    throw refusal(
      'NOT_FOUND',
      name,
      `${shown(text)} is not in the API's list of cities; give its ZIP code or a location of the customer`,
    );
  }
  return inCity(match);
}

const inCity = (city: City): Place => ({
  placement: { cityId: city.id },
  as: `${city.name}, ${city.stateProvince} (city)`,
  zone: city.timeZone,
});

const cityIn = async (ctx: ToolContext, city: string, state: string): Promise<City | undefined> =>
  (await citiesCalled(ctx, city)).find(({ stateProvince }) => stateProvince === state);

/** A city by its name and state, for the API's list of them. */
export async function resolveCity(ctx: ToolContext, name: string, text: string): Promise<City> {
  const named = cityAndState(text) ?? cityBeforeState(text);
  const cities = await citiesCalled(ctx, named?.city ?? text);
  const fitting = named ? cities.filter(({ stateProvince }) => stateProvince === named.state) : cities;
  const [city, ...others] = fitting;
  if (city === undefined)
    throw refusal('NOT_FOUND', name, `${shown(text)} is not in the API's list of cities; write "City, ST"`);
  if (others.length > 0 || (!named && isNameOfSeveralCities(city.name)))
    throw refusal('AMBIGUOUS', name, `${shown(text)} needs its state, such as "${city.name}, ${city.stateProvince}"`);
  return city;
}

/** Empty where the API has no list of cities. */
async function citiesCalled(ctx: ToolContext, city: string): Promise<readonly City[]> {
  try {
    const query = inFull(city);
    const { data } = await ctx.api.referenceData.cities({ query }, { cacheSeconds: catalogCacheSeconds });
    return data.filter(({ name }) => isSamePlaceName(name, query));
  } catch (error) {
    // The list is an addition to the published API: without it a place is given by ZIP code or location.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return [];
    throw error;
  }
}

/** Undefined when no location of the customer is called so. */
async function atLocation(ctx: ToolContext, question: PlaceQuestion): Promise<Place | undefined> {
  const { name, text, customer } = question;
  try {
    const { record, resolved } = await resolve(ctx, locationFinder(name, customer), text);
    if (record.customerId !== customer.id) {
      throw refusal(
        'BAD_REQUEST',
        name,
        `${shown(text)} is a location of another customer (${record.customer.friendlyId})`,
      );
    }
    const as = `location ${describe(record)} (${resolved.as})`;
    return { placement: { location: { id: record.id } }, as, zone: zoneOf(placeIn(record)) };
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** "dallas tx", or a city that is the only one of its name. */
async function atNamedCity(ctx: ToolContext, question: PlaceQuestion): Promise<Place> {
  const named = cityBeforeState(question.text);
  const inState = named && (await cityIn(ctx, named.city, named.state));
  if (inState && named.postalCode)
    return atPostalCode(named.postalCode, `${inState.name}, ${named.state}, postal code ${named.postalCode}`);
  if (inState) return inCity(inState);
  const cities = await citiesCalled(ctx, question.text.trim());
  const [only, ...others] = cities;
  if (only && others.length === 0 && !isNameOfSeveralCities(only.name)) return inCity(only);
  throw noPlace(question, cities);
}

function noPlace({ name, text, customer }: PlaceQuestion, cities: readonly City[]): WaybillError {
  if (cities.length > 0) {
    const names = cities
      .slice(0, citiesNamed)
      .map((city) => `"${city.name}, ${city.stateProvince}"`)
      .join(' or ');
    return refusal(
      'AMBIGUOUS',
      name,
      `${shown(text)} needs its state: ${names}, or another place of that name? Nothing was done`,
    );
  }
  return refusal(
    'NOT_FOUND',
    name,
    `no location of ${customer.friendlyId} matches ${shown(text)}; use a location, "City, ST" or a ZIP code`,
  );
}

function locationFinder(noun: string, customer: CustomerRecord): Finder<LocationRecord> {
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
          name: ({ name }) => holdsText(name, text),
        },
        rowsMax: candidatesMax,
      });
      return rows;
    },
    isNamed: ({ name }, text) => isSamePlaceName(name, text),
    describe,
  };
}

const placeIn = ({ address }: LocationRecord) => ({
  city: address?.city,
  state: address?.state,
  postalCode: address?.zipCode,
  country: address?.country,
  latitude: address?.latitude,
  longitude: address?.longitude,
  obeysDst: address?.obeysDst,
});

function describe({ name, address }: LocationRecord): string {
  const place = [address?.city, address?.state].filter(Boolean).join(', ');
  return place === '' ? name : `${name}, ${place}`;
}

const shown = (text: string) => recordText(text.trim(), 'list');

const refusal = (code: 'AMBIGUOUS' | 'NOT_FOUND' | 'BAD_REQUEST', field: string, message: string) =>
  new WaybillError(code, `${field}: ${message}.`, { details: [{ field, message: 'is not one place' }] });
