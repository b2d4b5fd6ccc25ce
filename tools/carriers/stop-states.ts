import type { Stop } from '../../src/contract/freight/stop-shapes.ts';
import { stateOfPostalCode } from '../../src/domain/places/postal-state.ts';
import { stateCodeOf } from '../arguments/states.ts';

type PlacedStop = Pick<Stop, 'address' | 'city' | 'postalCode'>;

/** Whether a stop lies in a state; every stop does where none is asked for. */
export function isPlacedIn(stop: PlacedStop | undefined, state: string | undefined): boolean {
  if (state === undefined) return true;
  const written = stop?.address?.state ?? stop?.city?.stateProvince;
  if (written) return stateCodeOf(written) === state;
  return stateOfPostalCode(stop?.postalCode ?? '')?.state === state;
}
