import { chicagoToDallas, newCarrier, newCustomer, newVendor } from './freight.ts';
import type { TestService } from '../service/service.ts';

export const refusal = (status: number, field: string) => ({ status, body: { error: { details: [{ field }] } } });
export const nobody = { id: '00000000-0000-4000-8000-000000000000' };

/** A shipment with two orders, a booked and an open load, and a service. */
export async function newShipment(api: TestService, more: object = {}) {
  const customer = await newCustomer({ api });
  const carrier = await newCarrier({ api });
  const vendor = await newVendor({ api });
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

export const plainShipment = async (api: TestService, more: object = {}) =>
  (await newShipment(api, { loads: [], services: [], orders: [chicagoToDallas], ...more })).shipment;

export const act = (api: TestService, id: string, verb: string, body?: object) =>
  api.request('POST', `/v1/shipments/${id}/${verb}`, body);
export const read = async (api: TestService, id: string) => (await api.request('GET', `/v1/shipments/${id}`)).body;

export const statuses = (shipment: { status: string; orders: Status[]; loads: Status[]; services: Status[] }) => ({
  shipment: shipment.status,
  children: [...shipment.orders, ...shipment.loads, ...shipment.services].map(({ status }) => status),
});
interface Status {
  readonly status: string;
}
