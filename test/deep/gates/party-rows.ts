import { createVettedCarrier } from '../../support/records/payables.ts';
import { buildMeddlers, createSceneCustomer, prepareRecords, type GateRow } from './scene.ts';

/** Calls about carriers, customers, papers and any other record. */
export const partyRows: readonly GateRow[] = [
  {
    tool: 'book_carrier',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment, load } = await prepareRecords(stage, 'loads.addCarrier');
      const carrier = await createVettedCarrier(stage.desk, `Prairie Haul ${stage.mark}`);
      return {
        input: { shipment: shipment.id, carrier: carrier.id, rate: 1500 },
        look: async () => (await stage.api.loads.get({ id: load.id })).carriers.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).carrier(carrier.id),
      };
    },
  },
  {
    tool: 'replace_carrier',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment, load } = await prepareRecords(stage, 'loads.bounce');
      return {
        input: { shipment: shipment.id, reason: 'fell off' },
        look: async () => (await stage.api.loads.get({ id: load.id })).status,
        before: 'BOOKED',
        after: 'SOURCING',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'add_accessorial',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment, order } = await prepareRecords(stage, 'loads.bounce');
      return {
        input: { shipment: shipment.id, side: 'customer', code: 'lumper', amount: 150 },
        look: async () => (await stage.api.orders.get({ id: order.id })).charges.length,
        before: 1,
        after: 2,
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'set_up_customer',
    gate: 'approve',
    async prepare(stage) {
      const customer = await createSceneCustomer(stage);
      return {
        input: { customer: customer.id, creditLimit: 90_000 },
        look: async () => (await stage.api.customers.get({ id: customer.id })).creditLimit,
        before: null,
        after: 90_000,
        meddle: buildMeddlers(stage).customer(customer.id),
      };
    },
  },
  {
    tool: 'set_up_carrier',
    gate: 'approve',
    async prepare(stage) {
      const carrier = await stage.api.carriers.create({ name: `Swift ${stage.mark}`, type: 'TRUCKLOAD' });
      return {
        input: { carrier: carrier.id, insurance: { expires: '2028-01-31' } },
        look: async () => (await stage.api.carriers.get({ id: carrier.id })).insuranceExpirationDate?.slice(0, 10),
        before: undefined,
        after: '2028-01-31',
        meddle: buildMeddlers(stage).carrier(carrier.id),
      };
    },
  },
  {
    tool: 'upload_document',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'loads.addCarrier');
      const ofShipment = { filter: { shipmentId: { equalTo: shipment.id }, status: { equalTo: 'UPLOADED' } } } as const;
      return {
        input: {
          base64: Buffer.from(`signed ${stage.mark}`).toString('base64'),
          fileName: 'pod.txt',
          type: 'PROOF_OF_DELIVERY',
          attachTo: `shipment:${shipment.id}`,
        },
        look: async () => (await stage.api.documents.filter(ofShipment)).data.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'api_write',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'loads.bounce');
      return {
        input: { operation: 'shipments.cancel', input: { id: shipment.id } },
        look: async () => (await stage.api.shipments.get({ id: shipment.id })).status,
        before: 'BOOKED',
        after: 'CANCELED',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'api_write',
    gate: 'approve',
    async prepare(stage) {
      const { id } = await stage.api.teams.create({ name: `Night desk ${stage.mark}` });
      return {
        input: { operation: 'teams.delete', input: { id } },
        look: async () => (await stage.api.teams.filter({ filter: { id: { equalTo: id } } })).data.length,
        before: 1,
        after: 0,
        meddle: buildMeddlers(stage).team(id),
      };
    },
  },
  {
    tool: 'undo',
    gate: 'approve',
    async prepare(stage) {
      const name = `Day desk ${stage.mark}`;
      const { data } = await stage.call('api_write', { operation: 'teams.create', input: { name } });
      const id = String(data.record?.id);
      return {
        input: {},
        look: async () => (await stage.api.teams.filter({ filter: { id: { equalTo: id } } })).data.length,
        before: 1,
        after: 0,
        meddle: buildMeddlers(stage).team(id),
      };
    },
  },
];
