import { buildMeddlers, createSceneCustomer, prepareRecords, type GateRow } from './scene.ts';

/** Calls about quotes and freight, each with the API's state before and after it. */
export const freightRows: readonly GateRow[] = [
  {
    tool: 'create_quote',
    gate: 'confirm',
    async prepare(stage) {
      const customer = await createSceneCustomer(stage);
      const ofCustomer = { filter: { customerId: { equalTo: customer.id } } };
      return {
        input: {
          customer: customer.id,
          stops: ['PICK Dallas, TX @ 2026-11-23', 'DROP Atlanta, GA @ 2026-11-25'],
        },
        look: async () => (await stage.api.quotes.filter(ofCustomer)).data.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).customer(customer.id),
      };
    },
  },
  {
    tool: 'price_quote',
    gate: 'confirm',
    async prepare(stage) {
      const { quote } = await prepareRecords(stage, 'quotes.convertToShipment');
      return {
        input: { quote: quote.id, amount: 1000, target: 990, expiresAt: '2027-06-25' },
        look: async () => (await stage.api.quotes.get({ id: quote.id })).amount,
        before: 2000,
        after: 1000,
        meddle: buildMeddlers(stage).quote(quote.id),
      };
    },
  },
  {
    tool: 'convert_quote',
    gate: 'confirm',
    async prepare(stage) {
      const { quote } = await prepareRecords(stage, 'quotes.convertToShipment');
      return {
        input: { quote: quote.id },
        look: async () => (await stage.api.quotes.get({ id: quote.id })).status,
        before: 'QUOTED',
        after: 'WON',
        meddle: buildMeddlers(stage).quote(quote.id),
      };
    },
  },
  {
    tool: 'close_quote',
    gate: 'confirm',
    async prepare(stage) {
      const { quote } = await prepareRecords(stage, 'quotes.convertToShipment');
      return {
        input: { quotes: [quote.id], outcome: 'lost', reason: 'too high' },
        look: async () => (await stage.api.quotes.get({ id: quote.id })).status,
        before: 'QUOTED',
        after: 'LOST',
        meddle: buildMeddlers(stage).quote(quote.id),
      };
    },
  },
  {
    tool: 'create_shipment',
    gate: 'confirm',
    async prepare(stage) {
      const customer = await createSceneCustomer(stage);
      const ofCustomer = { filter: { customerId: { equalTo: customer.id } } };
      return {
        input: {
          customer: customer.id,
          stops: ['PICK Chicago, IL @ 2026-11-24', 'DROP Phoenix, AZ @ 2026-11-27'],
          equipment: 'dry van',
        },
        look: async () => (await stage.api.shipments.filter(ofCustomer)).data.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).customer(customer.id),
      };
    },
  },
  {
    tool: 'update_stop',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment, order } = await prepareRecords(stage, 'loads.addCarrier');
      return {
        input: { shipment: shipment.id, stop: 'delivery', date: '2026-11-26' },
        look: async () => (await stage.api.orders.get({ id: order.id })).stops[1]?.requestedStartDate,
        before: '2026-11-25',
        after: '2026-11-26',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'cancel_shipment',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'loads.bounce');
      return {
        input: { shipment: shipment.id },
        look: async () => (await stage.api.shipments.get({ id: shipment.id })).status,
        before: 'BOOKED',
        after: 'CANCELED',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'restore_shipment',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'loads.addCarrier');
      await stage.api.shipments.cancel({ id: shipment.id });
      return {
        input: { shipment: shipment.id },
        look: async () => (await stage.api.shipments.get({ id: shipment.id })).status,
        before: 'CANCELED',
        after: 'PLANNING',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
];
