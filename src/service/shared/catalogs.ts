import { chargeCodes, type ChargeCode } from '../../domain/charges/charge-codes.ts';
import { cities, type City } from '../../domain/places/cities.ts';
import { findCityById } from '../../domain/places/place-table.ts';
import { equipment } from '../../domain/freight/equipment.ts';
import { specialRequirements } from '../../domain/freight/special-requirements.ts';
import { createFieldError } from '../../errors.ts';
import { readJson } from './fields.ts';
import type { NamedReference, ReferenceInput } from '../../contract/types.ts';

/** The catalogs are the same for every organization, so they are looked up in memory. */

type CatalogEntry = NamedReference;

const catalogs = {
  equipment: mapById(equipment),
  specialRequirements: mapById(specialRequirements),
} as const;
export type CatalogName = keyof typeof catalogs;

const citiesById = new Map(cities.map((city) => [city.id, city]));
const citiesByZipCode = new Map(cities.map((city) => [city.zipCode, city]));
const codesById = new Map(chargeCodes.map((code) => [code.id, code]));
const codesByKey = new Map(chargeCodes.map((code) => [code.code, code]));

/**
 * Resolves the ids of the catalog entries that a request names; 422 for one that the catalog doesn't have. Entries have
 * no keys.
 */
export function requireCatalogIds(
  catalog: CatalogName,
  references: readonly ReferenceInput[] | undefined,
  field: string,
): string[] {
  const ids = (references ?? []).map((reference, index) => {
    const entry = 'id' in reference ? catalogs[catalog].get(reference.id.toLowerCase()) : undefined;
    if (!entry) throw createFieldError('VALIDATION_ERROR', `${field}.${index}`, 'is not in the catalog');
    return entry.id;
  });
  return [...new Set(ids)];
}

/** Lists the catalog entries of a JSON column of ids. */
export function listEntries(catalog: CatalogName, idsJson: string | null): CatalogEntry[] {
  const ids = readJson<string[]>(idsJson) ?? [];
  return ids.map((id) => catalogs[catalog].get(id) ?? { id, key: null, name: id });
}

export const findCity = (id: string): City | undefined => citiesById.get(id) ?? findCityById(id);
export const findCityByZipCode = (zipCode: string): City | undefined => citiesByZipCode.get(zipCode);
export const findChargeCode = (id: number): ChargeCode | undefined => codesById.get(id);
export const findChargeCodeByKey = (key: string): ChargeCode | undefined => codesByKey.get(key.toUpperCase());

function mapById(
  entries: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, CatalogEntry> {
  return new Map(entries.map(({ id, name }) => [id, { id, key: null, name }]));
}
