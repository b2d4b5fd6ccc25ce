import { ReferenceInput as ReferenceSchema } from '../../../src/contract/kit/shapes.ts';
import type { OrderStopInput, ReferenceInput } from '../../../src/contract/types.ts';
import { formatRequest } from '../../../src/domain/shipments/stop-words.ts';
import { findCityById } from '../../../src/domain/places/place-table.ts';
import { unknownPlace } from '../../../src/domain/places/stop-place.ts';
import { stopTypesByInput, type StopTypeInput } from '../../../src/domain/stops/stop.ts';
import { createFieldError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { buildPostalCodeError, parsePostalCode } from '../../arguments/locations/postal-codes.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { Location, Stop } from '../../../src/contract/types.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { findPostalPlace, formatStopPlace, type PlanPlace, toPlanPlace } from '../../records/stop-places.ts';
import { toPath } from '../kit/reference-path.ts';

/** Names of places by the id of their city or location, as a tool found them. */
export type KnownPlaces = ReadonlyMap<string, PlanPlace>;

/** A stop of an input. A field that is null or left out is not set. */
export type StopFields = { readonly [Field in keyof OrderStopInput]?: OrderStopInput[Field] | null };

const stopWords = { PICK: 'Pick up', DROP: 'Deliver' } as const;

interface StopLine {
  readonly number: number | string;
  readonly type: StopTypeInput;
  readonly place: string;
  /** Day and window in the time of the place. */
  readonly request: string;
  readonly notes?: string | null | undefined;
  /** True if the driver leaves the trailer there. */
  readonly isDropTrailer?: boolean;
  readonly key?: string | null | undefined;
}

/** Formats a stop of a route: "1. Pick up: Dallas, TX · Mon, Nov 23, 8:00 AM-12:00 PM CST". */
export function formatStopLine({ number, type, place, request, notes, isDropTrailer, key }: StopLine): string {
  const parts = [
    `${number}. ${stopWords[stopTypesByInput[type]]}: ${place}`,
    request,
    isDropTrailer === true && 'drop trailer',
    notes && `note ${recordText(notes)}`,
    key && `client key ${recordText(key, 'list')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Formats a stop that is on record as a line of its route. */
export const formatStoredStopLine = (stop: Stop): string =>
  formatStopLine({
    number: stop.sequence,
    type: stop.type,
    place: formatStopPlace(stop),
    request: formatRequest(stop),
    notes: stop.notes,
  });

/** Records and names that the places of an input are found by. */
export interface PlaceSources {
  readonly relatedRecords: readonly NamedRecord[];
  readonly places?: KnownPlaces | undefined;
}

/** Names the place of a stop in an input; undefined where it names none. Refuses a place that is unknown. */
export async function findPlannedPlace(
  ctx: ToolContext,
  stop: StopFields,
  field: string,
  sources: PlaceSources,
): Promise<PlanPlace | undefined> {
  const { location, cityId, postalCode, airportCode } = stop;
  if (location) return findLocation(ctx, ReferenceSchema.parse(location), sources);
  if (cityId) return findPlannedCity(cityId, `${field}cityId`, sources);
  if (postalCode) {
    const place = findPostalPlace(postalCode);
    if (place) return place;
    const code = parsePostalCode(postalCode);
    throw code
      ? buildPostalCodeError(`${field}postalCode`, code)
      : createFieldError('BAD_REQUEST', `${field}postalCode`, `${recordText(postalCode, 'list')} is no postal code`);
  }
  if (!airportCode) return undefined;
  const name = `airport ${recordText(airportCode, 'list')}`;
  return { name, city: name, zone: undefined };
}

function findPlannedCity(id: string, field: string, { places }: PlaceSources): PlanPlace {
  const city = findCityById(id.toLowerCase());
  const place = places?.get(id);
  if (place) return place;
  if (!city) throw createFieldError('BAD_REQUEST', field, 'is no known city; write it as "City, ST"');
  const name = `${city.name}, ${city.state}`;
  return { name, city: name, zone: city.timeZone };
}

async function findLocation(
  ctx: ToolContext,
  reference: ReferenceInput,
  { relatedRecords, places }: PlaceSources,
): Promise<PlanPlace> {
  const id = 'id' in reference ? reference.id : undefined;
  const namedPlace = id === undefined ? undefined : places?.get(id);
  if (namedPlace) return namedPlace;
  const related = relatedRecords.find(({ resource, record }) => resource === 'locations' && record['id'] === id);
  // A record of locations has the shape that the contract declares.
  const location = related
    ? (related.record as unknown as Location)
    : await readOrUnknown(() => ctx.api.locations.get(toPath(reference)));
  if (!location) return { name: 'a location that this API does not show', city: unknownPlace, zone: undefined };
  return toPlanPlace(location);
}

/** Formats the day and window that an input asks for, in the time of the place. */
export function formatPlannedRequest(stop: StopFields, zone: string | undefined): string {
  const { requestedStartDate, requestedStartTime, requestedEndDate, requestedEndTime } = stop;
  return formatRequest({
    requestedStartDate,
    requestedStartTime,
    requestedEndDate,
    requestedEndTime,
    timeZone: zone ?? null,
    city: null,
    postalCode: null,
    windowAtArrival: null,
  });
}
