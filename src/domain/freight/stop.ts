import { fieldError, WaybillError } from '../../errors.ts';

export const stopTypes = ['PICK', 'DROP'] as const;
export type StopType = (typeof stopTypes)[number];

/** What requests may say, and what it is stored as. */
export const stopTypeOf = {
  PICK: 'PICK',
  DROP: 'DROP',
  PICKUP: 'PICK',
  DELIVERY: 'DROP',
} as const satisfies Record<string, StopType>;
export type StopTypeInput = keyof typeof stopTypeOf;

// Object.keys loses the literal names; the table itself is the list.
export const stopTypeInputs = Object.keys(stopTypeOf) as [StopTypeInput, ...StopTypeInput[]];

/** The four ways to place a stop; one excludes the others. */
export const placements = ['location', 'postalCode', 'cityId', 'airportCode'] as const;
export type Placement = (typeof placements)[number];

/** A route has at least where it begins and where it ends. */
const stopsMin = 2;
export const stopsMax = 100;

/** Whether a route of so many stops takes another at this position, from 1; the next after the last appends. */
export function checkInsertion(sequence: number, stops: number, field: string): void {
  if (stops >= stopsMax) throw new WaybillError('CONFLICT', `The route has ${stops} stops already; it takes no more.`);
  if (sequence <= stops + 1) return;
  throw fieldError('VALIDATION_ERROR', field, `is past the end of the route, which takes 1 to ${stops + 1}`);
}

/** Whether a route of so many stops can do without one of them. */
export function checkRemoval(stops: number): void {
  if (stops > stopsMin) return;
  throw new WaybillError('CONFLICT', `The last ${stopsMin} stops of a route stay; change the stop instead.`);
}

type Placed = { readonly [Name in Placement]?: unknown };

/** The one placement a new stop names; VALIDATION_ERROR when it names none or several. `field` is where the stop stands. */
export function placementOf(stop: Placed, field: string): Placement {
  const named = placementsNamed(stop);
  const [first] = named;
  if (first === undefined)
    throw fieldError('VALIDATION_ERROR', field, `must be placed by one of ${placements.join(', ')}`);
  if (named.length > 1) throw severalPlacements(named.map((name) => `${field}.${name}`));
  return first;
}

/** The placement a patch changes to, null when it leaves the current one; VALIDATION_ERROR when it clears the only one. */
export function placementChange(patch: Placed, current: Placement): Placement | null {
  const named = placementsNamed(patch);
  if (named.length > 1) throw severalPlacements(named);
  const [next] = named;
  if (next !== undefined) return next;
  if (patch[current] !== null) return null;
  throw fieldError('VALIDATION_ERROR', current, 'is the only placement of this stop; name another to replace it');
}

function placementsNamed(stop: Placed): Placement[] {
  return placements.filter((name) => stop[name] !== undefined && stop[name] !== null);
}

function severalPlacements(named: readonly string[]): WaybillError {
  const message = 'a stop is placed one way only';
  return new WaybillError('VALIDATION_ERROR', `${named.join(', ')}: ${message}`, {
    details: named.map((field) => ({ field, message })),
  });
}
