import { chicagoToDallas, seedCarrier, seedCustomer, seedVendor } from './freight.ts';
import type { TestService } from '../service/service.ts';

export const buildRefusal = (status: number, field: string) => ({ status, body: { error: { details: [{ field }] } } });
export const nobody = { id: '00000000-0000-4000-8000-000000000000' };

/** Creates a shipment with two orders, a booked and an open load, and a service. */
export async function createShipment(api: TestService, more: object = {}) {
  const customer = await seedCustomer({ api });
  const carrier = await seedCarrier({ api });
  const vendor = await seedVendor({ api });
  const created = await api.request('POST', '/v1/shipments', {
    customer: { id: customer.id },
    orders: [
      chicagoToDallas,
      { ...chicagoToDallas, charges: [{ chargeCode: { key: 'FSC' }, rate: 0.335, quantity: 967 }] },
    ],
    loads: [
      {
        mode: 'TL',
        carrier: { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: 1500 }], driverName: 'Lee' },
      },
      { mode: 'TL' },
    ],
    services: [{ vendor: { id: vendor.id }, serviceType: 'DRAYAGE', charges: [{ chargeCodeId: 2, amount: 300.25 }] }],
    ...more,
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return { shipment: created.body, customer, carrier, vendor };
}

export const createPlainShipment = async (api: TestService, more: object = {}) =>
  (await createShipment(api, { loads: [], services: [], orders: [chicagoToDallas], ...more })).shipment;

export const postToShipment = (api: TestService, id: string, verb: string, body?: object) =>
  api.request('POST', `/v1/shipments/${id}/${verb}`, body);
export const readShipment = async (api: TestService, id: string) =>
  (await api.request('GET', `/v1/shipments/${id}`)).body;

export const getStatuses = (shipment: {
  status: string;
  orders: HasStatus[];
  loads: HasStatus[];
  services: HasStatus[];
}) => ({
  shipment: shipment.status,
  children: [...shipment.orders, ...shipment.loads, ...shipment.services].map(({ status }) => status),
});
interface HasStatus {
  readonly status: string;
}
