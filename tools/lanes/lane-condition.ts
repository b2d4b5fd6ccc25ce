import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import { cities } from '../../src/domain/places/cities.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import { listZipCodes } from '../../src/domain/places/place-table.ts';
import { endAt, type LanePlace } from './lane-place.ts';

type LaneEnd = 'origin' | 'destination';
type LaneColumn = `${LaneEnd}_${'city' | 'state' | 'postal_code' | 'market'}`;
/** The columns of a lane, which orders, shipments and runs of carriers share. */
interface LaneRows {
  readonly lane: Pick<CopyRows['shipment_fact'], LaneColumn>;
}

const lane = expressionBuilder<LaneRows, 'lane'>();

/** Builds the condition that a row of a table under the alias `lane` lies at this end of a lane. */
export function matchEnd(end: LaneEnd, place: LanePlace, level: LaneLevel): Expression<SqlBool> {
  const namedEnd = endAt(place, level);
  if (namedEnd.level === 'city') return matchCity(end, namedEnd.city, namedEnd.state);
  if (namedEnd.level === 'market') return matchMarket(end, namedEnd.market);
  return namedEnd.state === undefined ? lane.and([]) : lane(`lane.${end}_state`, '=', namedEnd.state);
}

/** Matches records in a city. A record that has only a ZIP code lies in the city of that code. */
function matchCity(end: LaneEnd, city: string, state = ''): Expression<SqlBool> {
  const codes = state === '' ? [] : listZipCodes(city, state);
  return lane.and([
    lane(`lane.${end}_state`, '=', state),
    lane.or([
      lane(lane.fn('lower', [`lane.${end}_city`]), '=', lane.fn('lower', [lane.val(city)])),
      lane.and([lane(`lane.${end}_city`, 'is', null), isAmongValues(takeStart(end, zipDigits), codes)]),
    ]),
  ]);
}

/** Matches records in a market. An order that names a city or a postal code has no market of its own. */
function matchMarket(end: LaneEnd, market: string): Expression<SqlBool> {
  const inside = cities.filter((city) => city.market === market);
  const names = inside.map(({ name, state }) => `${name}, ${state}`.toLowerCase());
  const name = lane(lane(`lane.${end}_city`, '||', ', '), '||', lane.ref(`lane.${end}_state`));
  return lane.or([
    lane(`lane.${end}_market`, '=', market),
    lane.and([
      lane(`lane.${end}_market`, 'is', null),
      lane.or([
        isAmongValues(lane.fn('lower', [name]), names),
        lane.and([
          lane(`lane.${end}_city`, 'is', null),
          isAmongValues(
            takeStart(end, areaDigits),
            inside.map(({ zipCode }) => zipCode.slice(0, areaDigits)),
          ),
        ]),
      ]),
    ]),
  ]);
}

const zipDigits = 5;
const areaDigits = 3;

const takeStart = (end: LaneEnd, digits: number): Expression<unknown> =>
  lane.fn('substr', [`lane.${end}_postal_code`, lane.lit(1), lane.lit(digits)]);
