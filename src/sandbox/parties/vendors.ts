import type { ServiceType } from '../../domain/freight/service.ts';
import { formatFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { findCityByName } from '../../domain/places/cities.ts';
import type { RowBatch } from '../fill/batch.ts';
import { day } from '../kit/clock.ts';
import { toMailAddress, buildPhoneNumber, buildRoutingNumber } from '../kit/names.ts';
import { drawAddress } from '../kit/places.ts';
import type { Terms, SandboxVendor } from './party.ts';
import type { Foundation } from './world.ts';

const list: readonly (readonly [name: string, city: string, type: ServiceType, code: string, priceCents: number])[] = [
  ['Gulf Gate Drayage', 'Houston, TX', 'DRAYAGE', 'DRAY', 42_500],
  ['Harbor Point Dray', 'Los Angeles, CA', 'DRAYAGE', 'DRAY', 38_000],
  ['Two Rivers Cross-Dock', 'Memphis, TN', 'CROSS_DOCK', 'STORAGE', 22_500],
  ['Lakefront Warehousing', 'Chicago, IL', 'WAREHOUSING', 'STORAGE', 31_000],
  ['Frontera Customs Brokers', 'Laredo, TX', 'CUSTOMS_CLEARANCE', 'CUSTOMS', 16_500],
  ['Puente Transload', 'Laredo, TX', 'TRANSLOAD', 'STORAGE', 45_000],
  ['Peachtree Cargo Handling', 'Atlanta, GA', 'CARGO_HANDLING', 'LUMPER', 19_500],
  ['Cascade Inspection Services', 'Seattle, WA', 'INSPECTION', 'SCALE', 12_000],
];

export function createVendors(
  foundation: Foundation,
  terms: Terms,
): { readonly vendors: SandboxVendor[]; readonly batches: RowBatch[] } {
  const { rows, newId, foundedAt } = foundation;
  const random = foundation.random.fork('vendors');
  const made = list.map(([name, cityName, serviceType, chargeCode, priceCents], index) => {
    const at = foundedAt + (index + 1) * 30 * day;
    const [id, contactId] = [newId(at), newId(at + 1000)];
    const city = findCityByName(cityName);
    const address = city ? drawAddress(random, city) : null;
    const row = rows.of('vendor', at, {
      id,
      friendly_id: formatFriendlyId('vendor', index + 1),
      name,
      email: toMailAddress('billing', name),
      phone: buildPhoneNumber(800 + index),
      status: 'ACTIVE',
      tax_id: `00-${3_000_000 + index * 43}`,
      currency: 'USD',
      corporate_address: address,
      billing_address: address,
      payment_term_id: terms.net30.id,
      required_documents: '["W9","INSURANCE_CERTIFICATE"]',
    });
    const contact = rows.of('vendor_contact', at + 1000, {
      id: contactId,
      vendor_id: id,
      email: toMailAddress('operations', name),
      phone: buildPhoneNumber(900 + index),
      roles: '["OPERATION","BILLING"]',
    });
    const payTo = createPayTo(foundation, terms, { vendorId: id, name, index, at: at + 2000 });
    const invoices = { prefix: 'V-', from: random.drawInt(2_000, 60_000) };
    const vendor: SandboxVendor = {
      id,
      name,
      contactId,
      term: terms.net30,
      serviceType,
      chargeCode,
      priceCents,
      invoices,
    };
    return { vendor, row, contact, payTo };
  });
  return {
    vendors: made.map(({ vendor }) => vendor),
    batches: [
      { table: 'vendor', rows: made.map(({ row }) => row) },
      { table: 'vendor_contact', rows: made.map(({ contact }) => contact) },
      { table: 'vendor_payment_method', rows: made.map(({ payTo }) => payTo) },
    ],
  };
}

interface PaidVendor {
  readonly vendorId: string;
  readonly name: string;
  readonly index: number;
  readonly at: number;
}

function createPayTo({ rows }: Foundation, terms: Terms, { vendorId, name, index, at }: PaidVendor) {
  return rows.of('vendor_payment_method', at, {
    vendor_id: vendorId,
    payment_method_type: 'ACH',
    status: 'ACTIVE',
    is_preferred: 1,
    email: toMailAddress('billing', name),
    company_name: name,
    bank_name: 'Commerce Exchange Bank',
    account_name: name,
    account_number: `88000${61_007 + index * 89}`,
    aba_ach: buildRoutingNumber(600 + index),
    currency: 'USD',
    payment_term_id: terms.net30.id,
  });
}
