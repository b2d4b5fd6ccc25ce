import { findCityByName } from '../../domain/places/cities.ts';
import type { RowBatch } from '../fill/batch.ts';
import { day } from '../kit/clock.ts';
import { toMailAddress, buildPhoneNumber, buildRoutingNumber } from '../kit/names.ts';
import type { SandboxFactor, Terms } from './party.ts';
import type { Foundation } from './world.ts';

const names = [
  'Cloverleaf Receivables',
  'Northgate Freight Capital',
  'Harborline Factoring',
  'Redstone Funding',
  'Blue Mesa Capital',
  'Keystone Carrier Finance',
  'Longmeadow Factors',
  'Trailside Funding',
] as const;

export function createFactors(
  { rows, newId, foundedAt }: Foundation,
  terms: Terms,
): { readonly factors: SandboxFactor[]; readonly batch: RowBatch } {
  const city = findCityByName('Dallas, TX');
  const made = names.map((name, index) => {
    const at = foundedAt + index * 20 * day;
    return rows.of('carrier_factor', at, {
      id: newId(at),
      company_name: name,
      email: toMailAddress('remittance', name),
      phone_number: buildPhoneNumber(700 + index),
      address_line1: `${1200 + index * 15} Commerce Way`,
      city: city?.name ?? null,
      state: city?.state ?? null,
      country: city?.country ?? null,
      zip_code: city?.zipCode ?? null,
      payment_term_id: terms.net30.id,
      bank_name: 'Commerce Exchange Bank',
      account_name: name,
      account_number: `77000${String(41_003 + index * 97)}`,
      aba_ach: buildRoutingNumber(500 + index),
      currency: 'USD',
    });
  });
  return {
    factors: made.map(({ id, company_name }) => ({ id, name: company_name })),
    batch: { table: 'carrier_factor', rows: made },
  };
}
