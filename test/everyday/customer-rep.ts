import { expect } from 'vitest';
import {
  listActiveCarriers,
  listNumbers,
  listRowNumbers,
  type BrokerageSnapshot,
  type EverydayRequest,
  requireSome,
  listStops,
} from './request.ts';

const findModel = (snapshot: BrokerageSnapshot) =>
  requireSome(
    snapshot.shipments,
    (shipment) =>
      shipment.status === 'DELIVERED' && shipment.pickUpDate >= snapshot.day(-8) && shipment.orders.length === 1,
  );
const findRequested = (snapshot: BrokerageSnapshot) =>
  requireSome(snapshot.quotes, ({ status }) => status === 'REQUESTED' || status === 'QUOTED');
const offer = (snapshot: BrokerageSnapshot) =>
  requireSome(
    snapshot.quotes,
    (quote) =>
      quote.status === 'QUOTED' && quote.expiresAt > `${snapshot.day(1)}T12` && quote !== findRequested(snapshot),
  );

/** Takes orders and gives prices. */
export const customerRep: readonly EverydayRequest[] = [
  {
    says: 'copy that load of last week for Monday 8 to 12',
    calls: [
      (snapshot) => {
        const [from, to] = [listStops(findModel(snapshot))[0], listStops(findModel(snapshot)).at(-1)];
        const { pickUpDate: day, customer } = findModel(snapshot);
        const lane = { origin: from.address.city, destination: to.address.city };
        return {
          tool: 'list_shipments',
          input: { customer: customer.friendlyId, ...lane, pickupFrom: day, pickupTo: day },
        };
      },
      (snapshot, [answer]) => ({
        tool: 'create_shipment',
        input: { copyOf: answer?.data.rows[0].friendlyId, pickup: snapshot.day(7), delivery: snapshot.day(10) },
      }),
      (_snapshot, [, made]) => ({
        tool: 'update_stop',
        input: { shipment: made?.data.record.friendlyId, stop: 'pickup', window: '8-12' },
      }),
    ],
    async holds({ answers }, snapshot) {
      expect(listRowNumbers(answers[0]?.data)).toContain(findModel(snapshot).friendlyId);
      const copy = await snapshot.shipment(answers[1]?.data.record.friendlyId);
      const request = { requestedStartDate: snapshot.day(7), requestedStartTime: '08:00', requestedEndTime: '12:00' };
      expect(listStops(copy)[0]).toMatchObject(request);
      expect(listActiveCarriers(copy)).toEqual([]);
    },
  },
  {
    says: 'what does this customer have moving?',
    calls: [
      (snapshot) => ({
        tool: 'list_shipments',
        input: { customer: findModel(snapshot).customer.friendlyId, status: 'IN_TRANSIT' },
      }),
    ],
    holds({ data }, snapshot) {
      const { customer } = findModel(snapshot);
      const moving = snapshot.shipments.filter(
        (shipment) => shipment.status === 'IN_TRANSIT' && shipment.customer.id === customer.id,
      );
      expect(listRowNumbers(data)).toEqual(listNumbers(moving));
    },
  },
  {
    says: 'which quotes run out today?',
    calls: [{ tool: 'list_quotes', input: { expiringWithinHours: 24 } }],
    holds({ data }, { quotes }) {
      const asOf = Date.parse(data.asOf);
      const soon = quotes.filter(
        ({ status, expiresAt }) =>
          status === 'QUOTED' && Date.parse(expiresAt) > asOf && Date.parse(expiresAt) <= asOf + 86_400_000,
      );
      expect(listRowNumbers(data)).toEqual(listNumbers(soon));
    },
  },
  {
    says: 'quotes we lost this month and why',
    calls: [{ tool: 'list_quotes', input: { status: 'LOST', from: 'this month', groupBy: 'lostReason' } }],
    holds({ data }, { quotes, day, dayOf }) {
      const lost = quotes.filter(
        ({ status, side, closedTime }) =>
          status === 'LOST' && side === 'SELL' && dayOf(closedTime).slice(0, 7) === day(0).slice(0, 7),
      );
      const counted = data.rows.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      expect(counted).toBe(lost.length);
    },
  },
  {
    says: 'quote Dallas to Atlanta Friday, dry van, 40k',
    calls: [
      (snapshot) => ({
        tool: 'create_quote',
        input: {
          customer: findModel(snapshot).customer.friendlyId,
          origin: 'Dallas, TX',
          destination: 'Atlanta, GA',
          pickup: snapshot.day(5),
          delivery: snapshot.day(8),
          equipment: 'dry van',
          weight: 40_000,
        },
      }),
    ],
    async holds({ data }, { api, day }) {
      const [made] = (await api.quotes.filter({ filter: { friendlyId: { equalTo: data.record.friendlyId } } })).data;
      expect(made).toMatchObject({ status: 'REQUESTED', order: { pickUpDate: day(5) } });
    },
  },
  {
    says: 'tell them 9,400 on ..., good for five days',
    calls: [
      (snapshot) => ({
        tool: 'price_quote',
        input: { quote: findRequested(snapshot).friendlyId, amount: 9400, expiresAt: snapshot.day(5) },
      }),
    ],
    async holds({ text }, snapshot) {
      expect(text).toMatch(/^DONE\./);
      expect(await snapshot.api.quotes.get({ id: findRequested(snapshot).id })).toMatchObject({
        status: 'QUOTED',
        amount: 9400,
      });
    },
  },
  {
    says: 'they took quote ...',
    calls: [(snapshot) => ({ tool: 'convert_quote', input: { quote: offer(snapshot).friendlyId } })],
    async holds({ text, formsText }, snapshot) {
      expect(formsText).toContain(offer(snapshot).friendlyId);
      expect(text).toMatch(/^DONE\./);
      expect(await snapshot.api.quotes.get({ id: offer(snapshot).id })).toMatchObject({ status: 'WON' });
    },
  },
  {
    says: 'set up a new customer, net 30, 25k credit',
    calls: [
      {
        tool: 'set_up_customer',
        input: {
          name: 'Prairie Oats',
          terms: 'Net 30',
          creditLimit: 25_000,
          contact: 'Ann Lee',
          email: 'ann@prairie-oats.example',
        },
      },
    ],
    async holds({ text, data }, { api }) {
      expect(data.status).toBe('approval_required');
      expect(text).toContain('Credit limit: $25,000.00');
      expect((await api.customers.filter({ filter: { name: { equalTo: 'Prairie Oats' } } })).data).toEqual([]);
    },
  },
];
