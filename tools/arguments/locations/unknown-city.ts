import { listNearCities } from '../../../src/domain/places/near-cities.ts';
import { createFieldError, type WaybillError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';

/** A city as a person wrote it. */
export interface WrittenCity {
  readonly city: string;
  readonly state: string | undefined;
}

/** Builds the refusal of a city that neither a list of cities nor any record has, with the nearest names. */
export function refuseUnknownCity(field: string, { city, state }: WrittenCity): WaybillError {
  const near = listNearCities(city, state);
  const question = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
  const name = [city, state].filter(Boolean).join(', ');
  return createFieldError('BAD_REQUEST', field, `${recordText(name, 'list')}: no such city${question}`);
}
