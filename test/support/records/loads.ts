import { expect } from 'vitest';
import { newCarrier } from './freight.ts';
import type { Caller, TestService } from '../service/service.ts';
import { newShipment, plainShipment, read } from './shipments.ts';

/** A shipment with one load that has one carrier, agreed for $1,500. */
export async function bookedLoad(api: TestService) {
  const carrier = await newCarrier({ api });
  const { shipment } = await newShipment(api, {
    services: [],
    loads: [{ mode: 'TL', carrier: { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: 1500 }] } }],
  });
  const [load] = shipment.loads;
  const [assignment] = load.carriers;
  return { shipment, carrier, load, assignment, path: `/v1/loads/${load.id}/carriers/${assignment.id}` };
}

/** A shipment with one load that nobody is on. */
export async function openLoad(api: TestService) {
  const shipment = await plainShipment(api, { loads: [{ mode: 'TL' }] });
  return { shipment, load: shipment.loads[0] };
}

export const addCarrier = (caller: Caller, loadId: string, carrierId: string, more: object = {}) =>
  caller.request('POST', `/v1/loads/${loadId}/add-carrier`, { carrier: { id: carrierId }, ...more });

export const rebook = (caller: Caller, loadId: string) => caller.request('POST', `/v1/loads/${loadId}/rebook`);

export const readLoad = async (caller: Caller, id: string) => (await caller.request('GET', `/v1/loads/${id}`)).body;

/** The status of a shipment and of its loads. */
export async function standing(api: TestService, shipmentId: string): Promise<[string, ...string[]]> {
  const shipment = await read(api, shipmentId);
  return [shipment.status, ...shipment.loads.map(({ status }: { status: string }) => status)];
}

export const conflict = (message: string) => ({
  status: 409,
  body: { error: { code: 'CONFLICT', message: expect.stringContaining(message) } },
});

export const sorted = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
