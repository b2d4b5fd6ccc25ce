import { AddressInput as addressSchema } from '../../contract/kit/shapes.ts';
import type { Address, AddressInput, AddressPatch } from '../../contract/types.ts';
import { WaybillError } from '../../errors.ts';
import { defined, readJson } from './fields.ts';

/** Addresses are stored as JSON in the record that they belong to. */
export type ShownAddress = Address;
type Parts = AddressInput;

const blank = {
  line2: null,
  state: null,
  zipCode: null,
  latitude: null,
  longitude: null,
  isAirportOrAirbase: false,
  isConstructionOrUtilitySite: false,
  isSmartyValidated: false,
  obeysDst: true,
  cityId: null,
} as const;

/** The address of a JSON column; parts that were never given are null. */
export function showAddress(stored: string | null): ShownAddress | null {
  const parts = readJson<Omit<ShownAddress, keyof typeof blank> & Partial<ShownAddress>>(stored);
  return parts && { ...blank, ...parts };
}

export const storedAddress = (input: Parts): string => JSON.stringify(completeAddress(input));

/** As storedAddress, for fields that may be left out (undefined) or cleared (null). */
export function optionalAddress(input: Parts | null | undefined): string | null | undefined {
  return input ? storedAddress(input) : input;
}

/** The stored address with the named parts changed; where there is none yet, the parts must make a whole one. */
export function mergedAddress(
  stored: string | null,
  patch: AddressPatch | null | undefined,
  field: string,
): string | null | undefined {
  if (patch === null || patch === undefined) return patch;
  const merged = addressSchema.safeParse({ ...readJson<Parts>(stored), ...patch });
  if (merged.success) return storedAddress(merged.data);
  const details = merged.error.issues.map(({ path }) => ({
    field: [field, ...path].join('.'),
    message: 'is needed: there is no address yet to merge into',
  }));
  throw new WaybillError('VALIDATION_ERROR', `${details[0]?.field}: ${details[0]?.message}`, { details });
}

interface StoredAddresses {
  readonly corporate_address: string | null;
  readonly billing_address: string | null;
}

type AddressPatchInput = AddressPatch | null | undefined;

interface AddressPatches {
  readonly corporateAddress?: AddressPatchInput;
  readonly billingAddress?: AddressPatchInput;
}

/** The two addresses of a party merged with a patch, and what must still be stored for the merge to hold. */
export function mergedAddresses(stored: StoredAddresses, patch: AddressPatches) {
  const change = defined({
    corporate_address: mergedAddress(stored.corporate_address, patch.corporateAddress, 'corporateAddress'),
    billing_address: mergedAddress(stored.billing_address, patch.billingAddress, 'billingAddress'),
  });
  const expected: Partial<StoredAddresses> = {
    ...(patch.corporateAddress ? { corporate_address: stored.corporate_address } : {}),
    ...(patch.billingAddress ? { billing_address: stored.billing_address } : {}),
  };
  return { change, expected };
}

function completeAddress(parts: Parts): ShownAddress {
  return { ...blank, ...defined(parts) };
}
