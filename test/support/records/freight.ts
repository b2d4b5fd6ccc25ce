import { randomUUID } from 'node:crypto';
import { blankRow } from '../../../src/service/shared/blank-row.ts';
import type { Row } from '../../../src/store/schema.ts';
import type { Caller, TestService } from '../service/service.ts';

/** Parties that freight tests need, written straight into the store: how they come into being is tested elsewhere. */

interface Owner {
  readonly api: TestService;
  /** Whose it is; the service's first organization when left out. */
  readonly caller?: Caller;
}

const recordOf = ({ api, caller = api }: Owner) => ({
  id: randomUUID(),
  organization_id: caller.organizationId,
  created_at: api.clock.now,
});

const number = () => randomUUID().slice(0, 8);

export async function newCustomer(owner: Owner, given: Partial<Row<'customer'>> = {}): Promise<Row<'customer'>> {
  const row: Row<'customer'> = {
    ...blankRow('customer'),
    ...recordOf(owner),
    friendly_id: `A-${number()}`,
    name: 'Acme Foods',
    status: 'ACTIVE',
    ...given,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('customer').values(row).execute());
  return row;
}

export async function newCarrier(owner: Owner, given: Partial<Row<'carrier'>> = {}): Promise<Row<'carrier'>> {
  const row: Row<'carrier'> = {
    ...blankRow('carrier'),
    ...recordOf(owner),
    friendly_id: `C-${number()}`,
    name: 'Swift Wheels',
    status: 'ACTIVE',
    equipments: '[]',
    ...given,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('carrier').values(row).execute());
  return row;
}

export async function newCarrierContact(owner: Owner, carrierId: string): Promise<Row<'carrier_contact'>> {
  const row = { ...blankRow('carrier_contact'), ...recordOf(owner), carrier_id: carrierId, name: 'Dispatch Dan' };
  await owner.api.database.transaction((tx) => tx.insertInto('carrier_contact').values(row).execute());
  return row;
}

export async function newVendor(owner: Owner, given: Partial<Row<'vendor'>> = {}): Promise<Row<'vendor'>> {
  const row = {
    ...blankRow('vendor'),
    ...recordOf(owner),
    friendly_id: `V-${number()}`,
    name: 'Harbor Drayage',
    ...given,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('vendor').values(row).execute());
  return row;
}

export async function newUser(owner: Owner): Promise<Row<'user_account'>> {
  const row: Row<'user_account'> = {
    ...blankRow('user_account'),
    ...recordOf(owner),
    email: 'ana@example.com',
    name: 'Ana',
    status: 'ACTIVE',
    roles: '[]',
  };
  await owner.api.database.transaction((tx) => tx.insertInto('user_account').values(row).execute());
  return row;
}

export async function newLocation(owner: Owner, customerId: string): Promise<Row<'location'>> {
  const address = {
    line1: '12 Dock Rd',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60608',
    country: 'US',
    market: 'IL_CHI',
  };
  const named = { name: 'Acme Chicago DC', customer_id: customerId, is_appointment_required: 0, key: 'dc-chicago' };
  const place = { address: JSON.stringify(address), city: 'Chicago', state: 'IL', postal_code: '60608' };
  const row = { ...blankRow('location'), ...recordOf(owner), ...named, ...place };
  await owner.api.database.transaction((tx) => tx.insertInto('location').values(row).execute());
  return row;
}

/** Announces a proof of delivery with tags and, unless told otherwise, uploads its file. */
export async function fileProof(api: TestService, tags: Record<string, string>, upload = true): Promise<void> {
  const { body } = await api.request('POST', '/v1/documents', { type: 'PROOF_OF_DELIVERY', fileName: 'pod.pdf', tags });
  if (!upload) return;
  const file = new Request(body.uploadUrl, {
    method: 'PUT',
    body: 'signed',
    headers: { 'content-type': 'application/pdf' },
  });
  const { status } = await api.service.fetch(file);
  if (status !== 200) throw new Error(`the proof was not taken: ${status}`);
}

export const chicagoToDallas = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60608', requestedStartDate: '2026-11-23', requestedStartTime: '08:00' },
    { type: 'DELIVERY', postalCode: '75247', requestedStartDate: '2026-11-25' },
  ],
  charges: [{ chargeCodeId: 1, amount: 2000 }],
} as const;
