import { AddressInput as addressSchema } from '../../contract/kit/shapes.ts';
import type { Address, AddressInput, AddressPatch } from '../../contract/types.ts';
import { WaybillError } from '../../errors.ts';
import { dropUndefined, readJson } from './fields.ts';

/** Addresses are stored as JSON in the record that they belong to. */
export type ShownAddress = Address;
type AddressParts = AddressInput;

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

/** Shows the address of a JSON column. Missing parts are null. */
export function showAddress(stored: string | null): ShownAddress | null {
  const parts = readJson<Omit<ShownAddress, keyof typeof blank> & Partial<ShownAddress>>(stored);
  return parts && { ...blank, ...parts };
}

export const toStoredAddress = (input: AddressParts): string => JSON.stringify(completeAddress(input));

/** Converts an address field for the store. It may be left out (undefined) or cleared (null). */
export function toOptionalAddress(input: AddressParts | null | undefined): string | null | undefined {
  return input ? toStoredAddress(input) : input;
}

/** Merges the named parts into a stored address. If there is none yet, the parts must make a whole one. */
export function mergeAddress(
  stored: string | null,
  patch: AddressPatch | null | undefined,
  field: string,
): string | null | undefined {
  if (patch === null || patch === undefined) return patch;
  const merged = addressSchema.safeParse({ ...readJson<AddressParts>(stored), ...patch });
  if (merged.success) return toStoredAddress(merged.data);
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

/** Merges a patch into the two addresses of a party. Returns the change, and the stored values that it requires. */
export function mergeAddresses(stored: StoredAddresses, patch: AddressPatches) {
  const change = dropUndefined({
    corporate_address: mergeAddress(stored.corporate_address, patch.corporateAddress, 'corporateAddress'),
    billing_address: mergeAddress(stored.billing_address, patch.billingAddress, 'billingAddress'),
  });
  const expected: Partial<StoredAddresses> = {
    ...(patch.corporateAddress ? { corporate_address: stored.corporate_address } : {}),
    ...(patch.billingAddress ? { billing_address: stored.billing_address } : {}),
  };
  return { change, expected };
}

function completeAddress(parts: AddressParts): ShownAddress {
  return { ...blank, ...dropUndefined(parts) };
}
