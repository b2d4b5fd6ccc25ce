import { cities } from '../../src/domain/places/cities.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import { listZipCodes } from '../../src/domain/places/place-table.ts';
import { allOf, type Condition, isEqual } from '../copied/conditions.ts';
import { endAt, type LanePlace } from './lane-place.ts';

/** Rows whose columns, such as `fact.origin_city`, lie at this end of a lane. */
export function endCondition(prefix: string, place: LanePlace, level: LaneLevel): Condition {
  const end = endAt(place, level);
  if (end.level === 'city') return inCity(prefix, end.city, end.state);
  if (end.level === 'market') return inMarket(prefix, end.market);
  return end.state === undefined ? allOf([]) : isEqual(`${prefix}_state`, end.state);
}

/** What is placed by a ZIP code alone lies in the city whose code it is. */
function inCity(prefix: string, city: string, state: string | undefined): Condition {
  const codes = state === undefined ? [] : listZipCodes(city, state);
  return {
    text: `${prefix}_state = ? and (${prefix}_city = ? collate nocase or (${prefix}_city is null and ${zipSql(prefix)}))`,
    values: [state, city, JSON.stringify(codes)],
  };
}

/** An order that was placed by a city or a postal code names no market of its own. */
function inMarket(prefix: string, market: string): Condition {
  const inside = cities.filter((city) => city.market === market);
  const names = inside.map(({ name, state }) => `${name}, ${state}`.toLowerCase());
  return {
    text: `${prefix}_market = ? or (${prefix}_market is null and (
      lower(${prefix}_city || ', ' || ${prefix}_state) in (select value from json_each(?))
      or (${prefix}_city is null and ${areaSql(prefix)})))`,
    values: [market, JSON.stringify(names), JSON.stringify(inside.map(areaOf))],
  };
}

const areaDigits = 3;
const areaOf = ({ zipCode }: { readonly zipCode: string }): string => zipCode.slice(0, areaDigits);
const zipSql = (prefix: string): string => `substr(${prefix}_postal_code, 1, 5) in (select value from json_each(?))`;
const areaSql = (prefix: string): string =>
  `substr(${prefix}_postal_code, 1, ${areaDigits}) in (select value from json_each(?))`;
