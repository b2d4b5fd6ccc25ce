import { createFieldError, WaybillError } from '../../errors.ts';

export const stopTypes = ['PICK', 'DROP'] as const;
export type StopType = (typeof stopTypes)[number];

/** Stop types that requests may use, with the stored type. */
export const stopTypesByInput = {
  PICK: 'PICK',
  DROP: 'DROP',
  PICKUP: 'PICK',
  DELIVERY: 'DROP',
} as const satisfies Record<string, StopType>;
export type StopTypeInput = keyof typeof stopTypesByInput;

// Object.keys loses the literal names; the table itself is the list.
export const stopTypeInputs = Object.keys(stopTypesByInput) as [StopTypeInput, ...StopTypeInput[]];

/** The four ways to place a stop. A stop has exactly one. */
export const placements = ['location', 'postalCode', 'cityId', 'airportCode'] as const;
export type Placement = (typeof placements)[number];

/** Least number of stops: a pickup and a delivery. */
const stopsMin = 2;
export const stopsMax = 100;

/** Refuses a stop at a position that the route doesn't have. Positions start at 1; the one after the last appends. */
export function checkInsertion(sequence: number, stops: number, field: string): void {
  if (stops >= stopsMax) throw new WaybillError('CONFLICT', `The route has ${stops} stops already; it takes no more.`);
  if (sequence <= stops + 1) return;
  throw createFieldError('VALIDATION_ERROR', field, `is past the end of the route, which takes 1 to ${stops + 1}`);
}

/** Refuses to remove a stop from a route that has the least number of stops. */
export function checkRemoval(stops: number): void {
  if (stops > stopsMin) return;
  throw new WaybillError('CONFLICT', `The last ${stopsMin} stops of a route stay; change the stop instead.`);
}

type StopPlacements = { readonly [Name in Placement]?: unknown };

/**
 * Returns the placement of a new stop. Throws VALIDATION_ERROR if it has none or several. `field` is the stop's path in
 * the request.
 */
export function requirePlacement(stop: StopPlacements, field: string): Placement {
  const stopPlacements = listPlacements(stop);
  const [first] = stopPlacements;
  if (first === undefined)
    throw createFieldError('VALIDATION_ERROR', field, `must be placed by one of ${placements.join(', ')}`);
  if (stopPlacements.length > 1) throw buildSeveralPlacementsError(stopPlacements.map((name) => `${field}.${name}`));
  return first;
}

/**
 * Returns the placement that a patch changes to, or null if it keeps the current one. Throws VALIDATION_ERROR if it
 * clears the only one.
 */
export function findPlacementChange(patch: StopPlacements, current: Placement): Placement | null {
  const newPlacements = listPlacements(patch);
  if (newPlacements.length > 1) throw buildSeveralPlacementsError(newPlacements);
  const [next] = newPlacements;
  if (next !== undefined) return next;
  if (patch[current] !== null) return null;
  throw createFieldError('VALIDATION_ERROR', current, 'is the only placement of this stop; name another to replace it');
}

function listPlacements(stop: StopPlacements): Placement[] {
  return placements.filter((name) => stop[name] !== undefined && stop[name] !== null);
}

function buildSeveralPlacementsError(fields: readonly string[]): WaybillError {
  const message = 'a stop is placed one way only';
  return new WaybillError('VALIDATION_ERROR', `${fields.join(', ')}: ${message}`, {
    details: fields.map((field) => ({ field, message })),
  });
}
