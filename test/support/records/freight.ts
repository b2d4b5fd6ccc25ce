import { randomUUID } from 'node:crypto';
import { buildBlankRow } from '../../../src/service/shared/blank-row.ts';
import type { Row } from '../../../src/store/schema.ts';
import type { ApiCaller, TestService } from '../service/service.ts';

/** Parties that freight tests need, written straight into the store: how they come into being is tested elsewhere. */

interface RowOwner {
  readonly api: TestService;
  /** Caller whose organization owns the row; the service's first one when left out. */
  readonly caller?: ApiCaller;
}

const buildIdentity = ({ api, caller = api }: RowOwner) => ({
  id: randomUUID(),
  organization_id: caller.organizationId,
  created_at: api.clock.now,
});

const createNumber = () => randomUUID().slice(0, 8);

export async function seedCustomer(owner: RowOwner, columns: Partial<Row<'customer'>> = {}): Promise<Row<'customer'>> {
  const row: Row<'customer'> = {
    ...buildBlankRow('customer'),
    ...buildIdentity(owner),
    friendly_id: `A-${createNumber()}`,
    name: 'Acme Foods',
    status: 'ACTIVE',
    ...columns,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('customer').values(row).execute());
  return row;
}

export async function seedCarrier(owner: RowOwner, columns: Partial<Row<'carrier'>> = {}): Promise<Row<'carrier'>> {
  const row: Row<'carrier'> = {
    ...buildBlankRow('carrier'),
    ...buildIdentity(owner),
    friendly_id: `C-${createNumber()}`,
    name: 'Swift Wheels',
    status: 'ACTIVE',
    equipments: '[]',
    ...columns,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('carrier').values(row).execute());
  return row;
}

export async function seedCarrierContact(owner: RowOwner, carrierId: string): Promise<Row<'carrier_contact'>> {
  const row = {
    ...buildBlankRow('carrier_contact'),
    ...buildIdentity(owner),
    carrier_id: carrierId,
    name: 'Dispatch Dan',
  };
  await owner.api.database.transaction((tx) => tx.insertInto('carrier_contact').values(row).execute());
  return row;
}

export async function seedVendor(owner: RowOwner, columns: Partial<Row<'vendor'>> = {}): Promise<Row<'vendor'>> {
  const row = {
    ...buildBlankRow('vendor'),
    ...buildIdentity(owner),
    friendly_id: `V-${createNumber()}`,
    name: 'Harbor Drayage',
    ...columns,
  };
  await owner.api.database.transaction((tx) => tx.insertInto('vendor').values(row).execute());
  return row;
}

export async function seedUser(owner: RowOwner): Promise<Row<'user_account'>> {
  const row: Row<'user_account'> = {
    ...buildBlankRow('user_account'),
    ...buildIdentity(owner),
    email: 'ana@example.com',
    name: 'Ana',
    status: 'ACTIVE',
    roles: '[]',
  };
  await owner.api.database.transaction((tx) => tx.insertInto('user_account').values(row).execute());
  return row;
}

export async function seedLocation(owner: RowOwner, customerId: string): Promise<Row<'location'>> {
  const address = {
    line1: '12 Dock Rd',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60608',
    country: 'US',
    market: 'IL_CHI',
  };
  const identity = { name: 'Acme Chicago DC', customer_id: customerId, is_appointment_required: 0, key: 'dc-chicago' };
  const place = { address: JSON.stringify(address), city: 'Chicago', state: 'IL', postal_code: '60608' };
  const row = { ...buildBlankRow('location'), ...buildIdentity(owner), ...identity, ...place };
  await owner.api.database.transaction((tx) => tx.insertInto('location').values(row).execute());
  return row;
}

/** Announces a proof of delivery with tags and, unless told otherwise, uploads its file. */
export async function recordProof(api: TestService, tags: Record<string, string>, upload = true): Promise<void> {
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
