import { hasText } from '../../src/domain/kit/folding.ts';
import { chooseCity, findCity, findCityByZip } from '../../src/domain/places/place-table.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { expandTradeName, findRegion } from '../../src/domain/places/trade-names.ts';
import { findZone } from '../../src/domain/places/zones.ts';
import type { Gap } from '../../src/domain/kit/completeness.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parsePostalCode, refusePostalCode } from './locations/postal-codes.ts';
import { listChoices, refuseSharedName } from './locations/shared-names.ts';
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

const candidatesMax = 50;
const citiesNamed = 5;

/** A stop's place from a location of the customer, a city or a postal code; what is unclear is asked. */
export async function resolvePlace(ctx: ToolContext, question: PlaceQuestion): Promise<Place> {
  const text = expandTradeName(question.text.trim());
  if (parsePostalCode(text)) return atPostalCode(question.name, text, undefined);
  refuseSharedName(question.name, text);
  const region = findRegion(text);
  if (region)
    throw refusal('AMBIGUOUS', question.name, `${shown(text)} is ${region.cities.join(' or ')}; write which one`);
  const named = cityAndState(text);
  if (named?.postalCode) return atPostalCode(question.name, named.postalCode, named);
  if (named) return atCity(ctx, question, named);
  return (await atLocation(ctx, question)) ?? (await atNamedCity(ctx, question));
}

/** Places a stop by a whole postal code that lies somewhere; `named` is the city that was written before it. */
function atPostalCode(name: string, text: string, named: CityAndState | undefined): Place {
  const postalCode = parsePostalCode(text);
  if (postalCode === undefined) throw refusal('NOT_FOUND', name, `${shown(text)} is not a postal code`);
  const { kind, country, code } = postalCode;
  if (kind !== 'whole') throw refusePostalCode(name, postalCode);
  const city = country === 'US' ? findCityByZip(code) : undefined;
  const state = city?.state ?? findPostalState(code)?.state;
  if (state === undefined) throw refusePostalCode(name, postalCode);
  if (named && named.state !== state)
    throw refusal(
      'BAD_REQUEST',
      name,
      `postal code ${code} is in ${city ? `${city.name}, ${state}` : state}, not in ${named.state}`,
    );
  const place = city ? `${city.name}, ${state}` : state;
  const written = named && (findCity(named.city, named.state)?.name ?? named.city);
  const as = named ? `${written}, ${named.state}, postal code ${code}` : `postal code ${code} (${place})`;
  return { placement: { postalCode: code }, as, zone: city?.timeZone ?? findZone({ postalCode: code }) };
}

async function atCity(ctx: ToolContext, { name, text }: PlaceQuestion, { city, state }: CityAndState): Promise<Place> {
  const match = await cityIn(ctx, city, state);
  if (match !== undefined) return inCity(match);
  const known = findCity(city, state);
  // An API with a shorter list of cities takes the ZIP code.
  if (known && known.zipCode !== '') {
    ctx.noteGap(cityGap);
    return atPostalCode(name, known.zipCode, { city: known.name, state, postalCode: undefined });
  }
  throw refusal(
    'NOT_FOUND',
    name,
    `${shown(text)} is an unknown city; give its ZIP code or a location of the customer`,
  );
}

const cityGap: Gap = {
  key: 'cities',
  text: "This API doesn't list every city, so a stop in a city stands at one of its ZIP codes.",
};

const inCity = (city: City): Place => ({
  placement: { cityId: city.id },
  as: `${city.name}, ${city.stateProvince} (city)`,
  zone: city.timeZone,
});

const cityIn = async (ctx: ToolContext, city: string, state: string): Promise<City | undefined> =>
  (await citiesCalled(ctx, city)).find(({ stateProvince }) => stateProvince === state);

/** A city by its name and state, for the API's list of them. */
export async function resolveCity(ctx: ToolContext, name: string, text: string): Promise<City> {
  refuseSharedName(name, text);
  const written = expandTradeName(text);
  const named = cityAndState(written) ?? cityBeforeState(written);
  const city = named ? await cityIn(ctx, named.city, named.state) : await cityAlone(ctx, name, written);
  if (city === undefined)
    throw refusal('NOT_FOUND', name, `${shown(text)} is not in the API's list of cities; write "City, ST"`);
  return city;
}

/** Finds a city by its name alone; several of that name are asked about. */
async function cityAlone(ctx: ToolContext, name: string, text: string): Promise<City | undefined> {
  const { city, candidates } = chooseCity(text);
  const cities = await citiesCalled(ctx, text);
  if (city !== undefined) return cities.find(({ stateProvince }) => stateProvince === city.state);
  if (candidates.length > 0)
    throw refusal('AMBIGUOUS', name, `${shown(text)} needs its state: ${listChoices(candidates)}? Nothing was done`);
  const [only, ...others] = cities;
  if (others.length === 0) return only;
  const choices = cities.slice(0, citiesNamed).map((one) => `"${one.name}, ${one.stateProvince}"`);
  throw refusal('AMBIGUOUS', name, `${shown(text)} needs its state: ${choices.join(' or ')}? Nothing was done`);
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
    return { placement: { location: { id: record.id } }, as, zone: findZone(placeIn(record)) };
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Places a stop by "dallas tx", or by a city that needs no state. */
async function atNamedCity(ctx: ToolContext, question: PlaceQuestion): Promise<Place> {
  const { name, text, customer } = question;
  const named = cityBeforeState(text);
  if (named && (named.postalCode || findCity(named.city, named.state) || (await cityIn(ctx, named.city, named.state))))
    return named.postalCode ? atPostalCode(name, named.postalCode, named) : atCity(ctx, question, named);
  const city = await cityAlone(ctx, name, text.trim());
  if (city) return inCity(city);
  const chosen = chooseCity(text.trim()).city;
  if (chosen) return atCity(ctx, question, { city: chosen.name, state: chosen.state, postalCode: undefined });
  throw refusal(
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
          name: ({ name }) => hasText(name, text),
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
