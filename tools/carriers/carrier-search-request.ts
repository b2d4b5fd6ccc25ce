import type { Operations } from '../../src/contract/types.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { isSameRegistryNumber, listRegistrySpellings } from '../../src/domain/kit/registry-number.ts';
import { guessReference } from '../../src/domain/kit/references.ts';

export type CarrierSearchInput = Operations['carriers']['search']['input'];
export type CarrierCriteria = NonNullable<CarrierSearchInput['criteria']>;

/** What a list of carriers is narrowed by. */
export interface WantedCarriers {
  readonly query: string | undefined;
  readonly equipment: CarrierEquipmentClass | undefined;
  readonly city: string | undefined;
  readonly state: string | undefined;
}

/** The published criteria. The state is not among them: a search by the state alone cannot separate registry carriers. */
export function criteriaOf({ query, equipment, city, state }: WantedCarriers): CarrierCriteria {
  return {
    ...(isStateOnly({ city, state }) && { carrierProfileId: { operator: 'EXISTS' } }),
    ...(query !== undefined && criteriaOfQuery(query)),
    ...(equipment !== undefined && { equipments: { operator: 'ONE_OF', values: [equipment] } }),
    ...(city !== undefined && { city: { operator: 'EQUALS', values: [city] } }),
  };
}

export const isStateOnly = ({ city, state }: Pick<WantedCarriers, 'city' | 'state'>): boolean =>
  state !== undefined && city === undefined;

function criteriaOfQuery(query: string): CarrierCriteria {
  const guesses = guessReference(query);
  const [first] = guesses;
  if (first?.kind === 'friendlyId' && first.resource === 'carrier')
    return { friendlyId: { operator: 'EQUALS', values: [first.value] } };
  const numbers = numbersIn(query);
  if (numbers.mc !== undefined && numbers.dot === undefined)
    return { mcNumber: oneOf(listRegistrySpellings('mc', numbers.mc)) };
  if (numbers.dot !== undefined) return { dotNumber: oneOf(listRegistrySpellings('dot', numbers.dot)) };
  return { name: { operator: 'INCLUDES', values: [query.trim()] } };
}

/** A bare number is looked up as a DOT number first, and then as an MC number: criteria cannot be alternatives. */
export function otherNumber(query: string): CarrierCriteria | undefined {
  const { mc, dot } = numbersIn(query);
  return mc === undefined || dot === undefined ? undefined : { mcNumber: oneOf(listRegistrySpellings('mc', mc)) };
}

interface RegistryNumbers {
  readonly mc?: string | undefined;
  readonly dot?: string | undefined;
}

/** Whether a row has one of the numbers as what it is: the DOT number of one carrier may be the MC number of another. */
export const hasNumberOf = (
  { mcNumber, dotNumber }: { readonly mcNumber: string | null; readonly dotNumber: string | null },
  { mc, dot }: RegistryNumbers,
): boolean => isSameRegistryNumber(mcNumber, mc) || isSameRegistryNumber(dotNumber, dot);

const oneOf = (values: readonly string[]) => ({ operator: 'ONE_OF' as const, values: [...values] });

/** What a query can be besides a name: a bare number of six or seven digits may be either of the two. */
export function numbersIn(query: string): {
  readonly mc: string | undefined;
  readonly dot: string | undefined;
  readonly scac: string | undefined;
} {
  const guesses = guessReference(query);
  const valueOf = (kind: 'mc' | 'dot' | 'scac') => guesses.find((guess) => guess.kind === kind)?.value;
  return { mc: valueOf('mc'), dot: valueOf('dot'), scac: valueOf('scac') };
}
