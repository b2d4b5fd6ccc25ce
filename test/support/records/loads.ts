import { expect } from 'vitest';
import { seedCarrier } from './freight.ts';
import type { ApiCaller, TestService } from '../service/service.ts';
import { createShipment, createPlainShipment, readShipment } from './shipments.ts';

/** Creates a shipment with one load that has one carrier, agreed for $1,500. */
export async function createBookedLoad(api: TestService) {
  const carrier = await seedCarrier({ api });
  const { shipment } = await createShipment(api, {
    services: [],
    loads: [{ mode: 'TL', carrier: { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: 1500 }] } }],
  });
  const [load] = shipment.loads;
  const [assignment] = load.carriers;
  return { shipment, carrier, load, assignment, path: `/v1/loads/${load.id}/carriers/${assignment.id}` };
}

/** A shipment with one load that nobody is on. */
export async function openLoad(api: TestService) {
  const shipment = await createPlainShipment(api, { loads: [{ mode: 'TL' }] });
  return { shipment, load: shipment.loads[0] };
}

export const addCarrier = (caller: ApiCaller, loadId: string, carrierId: string, more: object = {}) =>
  caller.request('POST', `/v1/loads/${loadId}/add-carrier`, { carrier: { id: carrierId }, ...more });

export const rebookLoad = (caller: ApiCaller, loadId: string) => caller.request('POST', `/v1/loads/${loadId}/rebook`);

export const readLoad = async (caller: ApiCaller, id: string) => (await caller.request('GET', `/v1/loads/${id}`)).body;

/** Reads the status of a shipment and of its loads. */
export async function readStatuses(api: TestService, shipmentId: string): Promise<[string, ...string[]]> {
  const shipment = await readShipment(api, shipmentId);
  return [shipment.status, ...shipment.loads.map(({ status }: { status: string }) => status)];
}

export const buildConflict = (message: string) => ({
  status: 409,
  body: { error: { code: 'CONFLICT', message: expect.stringContaining(message) } },
});

export const sortStatuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
