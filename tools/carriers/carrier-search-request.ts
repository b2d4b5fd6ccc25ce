import type { Operations } from '../../src/contract/types.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { isSameRegistryNumber, listRegistrySpellings } from '../../src/domain/identifiers/registry-number.ts';
import { guessReference } from '../../src/domain/identifiers/references.ts';

export type CarrierSearchInput = Operations['carriers']['search']['input'];
export type CarrierCriteria = NonNullable<CarrierSearchInput['criteria']>;

/** The criteria of a search for carriers. */
export interface CarrierSearch {
  readonly query: string | undefined;
  readonly equipment: CarrierEquipmentClass | undefined;
  readonly city: string | undefined;
  readonly state: string | undefined;
}

/**
 * Builds the published search criteria. They have no state: a search by state alone cannot separate registry carriers.
 */
export function buildCriteria({ query, equipment, city, state }: CarrierSearch): CarrierCriteria {
  return {
    ...(isStateOnly({ city, state }) && { carrierProfileId: { operator: 'EXISTS' } }),
    ...(query !== undefined && buildQueryCriteria(query)),
    ...(equipment !== undefined && { equipments: { operator: 'ONE_OF', values: [equipment] } }),
    ...(city !== undefined && { city: { operator: 'EQUALS', values: [city] } }),
  };
}

export const isStateOnly = ({ city, state }: Pick<CarrierSearch, 'city' | 'state'>): boolean =>
  state !== undefined && city === undefined;

function buildQueryCriteria(query: string): CarrierCriteria {
  const guesses = guessReference(query);
  const [first] = guesses;
  if (first?.kind === 'friendlyId' && first.resource === 'carrier')
    return { friendlyId: { operator: 'EQUALS', values: [first.value] } };
  const numbers = guessNumbers(query);
  if (numbers.mc !== undefined && numbers.dot === undefined)
    return { mcNumber: matchAny(listRegistrySpellings('mc', numbers.mc)) };
  if (numbers.dot !== undefined) return { dotNumber: matchAny(listRegistrySpellings('dot', numbers.dot)) };
  return { name: { operator: 'INCLUDES', values: [query.trim()] } };
}

/**
 * Returns the criteria that look up a bare number as an MC number, or undefined if it can't be one. The number is
 * looked up as a DOT number first, because criteria cannot be alternatives.
 */
export function buildMcCriteria(query: string): CarrierCriteria | undefined {
  const { mc, dot } = guessNumbers(query);
  return mc === undefined || dot === undefined ? undefined : { mcNumber: matchAny(listRegistrySpellings('mc', mc)) };
}

interface RegistryNumbers {
  readonly mc?: string | undefined;
  readonly dot?: string | undefined;
}

/**
 * Returns true if the row has the number in its own field. The DOT number of one carrier may be the MC number of
 * another.
 */
export const hasQueriedNumber = (
  { mcNumber, dotNumber }: { readonly mcNumber: string | null; readonly dotNumber: string | null },
  { mc, dot }: RegistryNumbers,
): boolean => isSameRegistryNumber(mcNumber, mc) || isSameRegistryNumber(dotNumber, dot);

const matchAny = (values: readonly string[]) => ({ operator: 'ONE_OF' as const, values: [...values] });

/** Returns the registry numbers that a query can be. A bare number of six or seven digits may be MC or DOT. */
export function guessNumbers(query: string): {
  readonly mc: string | undefined;
  readonly dot: string | undefined;
  readonly scac: string | undefined;
} {
  const guesses = guessReference(query);
  const getValue = (kind: 'mc' | 'dot' | 'scac') => guesses.find((guess) => guess.kind === kind)?.value;
  return { mc: getValue('mc'), dot: getValue('dot'), scac: getValue('scac') };
}
