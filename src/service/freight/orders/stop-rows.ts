import { findPostalState } from '../../../domain/places/postal-state.ts';
import { type Placement, requirePlacement, stopTypesByInput } from '../../../domain/stops/stop.ts';
import { requireOrderedWindow } from '../../../domain/stops/stop-window.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { findCity, findCityByZipCode } from '../../shared/catalogs.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { buildNewRecord, requireReference } from '../../shared/records.ts';
import type { OrderStopInput } from '../../../contract/types.ts';

interface NewStopRequest {
  readonly input: OrderStopInput;
  readonly orderId: string;
  /** Path of the stop in the request, for refusals: `orders.0.stops.1`. */
  readonly field: string;
}

export type PlaceColumns = Pick<
  Row<'stop'>,
  'location_id' | 'postal_code' | 'city_id' | 'airport_code' | 'place_city' | 'place_state' | 'place_postal_code'
>;

/** Builds the row of a new stop; 422 unless it is placed in exactly one way at an existing place. */
export async function buildStopRow(
  ctx: ServiceContext,
  { input, orderId, field }: NewStopRequest,
): Promise<Row<'stop'>> {
  requireOrderedWindow(input, `${field}.`);
  return {
    ...buildBlankRow('stop'),
    ...buildNewRecord(ctx, input.key),
    order_id: orderId,
    type: stopTypesByInput[input.type],
    ...(await placeColumns(ctx, requirePlacement(input, field), input, field)),
    requested_start_date: input.requestedStartDate ?? null,
    requested_end_date: input.requestedEndDate ?? null,
    requested_start_time: input.requestedStartTime ?? null,
    requested_end_time: input.requestedEndTime ?? null,
    drop_trailer: Number(input.dropTrailer ?? false),
    notes: input.notes ?? null,
  };
}

type StopPlacement = { readonly [Name in Placement]?: OrderStopInput[Name] | null | undefined };

const nowhere: PlaceColumns = {
  location_id: null,
  postal_code: null,
  city_id: null,
  airport_code: null,
  place_city: null,
  place_state: null,
  place_postal_code: null,
};

/**
 * Builds the columns of one placement, with the parts of the place that are stated. The columns of the other three
 * placements are cleared.
 */
export async function placeColumns(
  ctx: ServiceContext,
  placement: Placement,
  stop: StopPlacement,
  field: string,
): Promise<PlaceColumns> {
  const at = field === '' ? placement : `${field}.${placement}`;
  if (placement === 'location' && stop.location) {
    const location = await requireReference(ctx, 'location', at, stop.location);
    const { city, state, postal_code: postalCode } = location;
    return {
      ...nowhere,
      location_id: location.id,
      place_city: city,
      place_state: state,
      place_postal_code: postalCode,
    };
  }
  if (placement === 'cityId' && stop.cityId) {
    const city = findCity(stop.cityId.toLowerCase());
    if (!city) throw createFieldError('VALIDATION_ERROR', at, 'is not in the city catalog');
    return { ...nowhere, city_id: city.id, place_city: city.name, place_state: city.state };
  }
  if (placement === 'postalCode' && stop.postalCode) return { ...nowhere, ...findPostalPlace(stop.postalCode) };
  return { ...nowhere, airport_code: stop.airportCode ?? null };
}

function findPostalPlace(postalCode: string): Partial<PlaceColumns> {
  const city = findCityByZipCode(postalCode.trim());
  return {
    postal_code: postalCode,
    place_city: city?.name ?? null,
    place_state: city?.state ?? findPostalState(postalCode)?.state ?? null,
    place_postal_code: postalCode,
  };
}
