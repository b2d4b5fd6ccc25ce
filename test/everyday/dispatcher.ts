import { expect } from 'vitest';
import {
  listActiveCarriers,
  listNumbers,
  listRowNumbers,
  findOffer,
  type BrokerageSnapshot,
  type EverydayRequest,
  requireSome,
  listStops,
} from './request.ts';

const isRolling = ({ status }: { status: string }) => status === 'IN_TRANSIT';
const findRolling = (snapshot: BrokerageSnapshot, skip = 0) =>
  snapshot.shipments.filter((shipment) => isRolling(shipment) && shipment.orders.length === 1)[skip];

/** Watches the freight on the road. */
export const dispatcher: readonly EverydayRequest[] = [
  {
    says: "what's late right now and who do I call?",
    calls: [
      { tool: 'list_shipments', input: { exception: 'late' } },
      (_snapshot, [late]) => findOffer(late, 'get_shipment'),
    ],
    async holds({ answers, text }, { shipment }) {
      const [first] = answers[0]?.data.rows ?? [];
      const record = await shipment(first.friendlyId);
      expect(listActiveCarriers(record).map(({ carrier }) => carrier.name)).toContain(first.carrier);
      expect(listStops(record).some(({ actualArrivalAt }) => !actualArrivalAt)).toBe(true);
      expect(text).toContain('Call first:');
    },
  },
  {
    says: 'where is PO ...?',
    calls: [
      (snapshot) => {
        const [reference] = findRolling(snapshot).orders[0].references;
        return { tool: 'track_shipments', input: { shipments: [reference.value] } };
      },
    ],
    holds({ data }, snapshot) {
      const { friendlyId, customer } = findRolling(snapshot);
      expect(data.rows).toMatchObject([{ found: true, friendlyId }]);
      expect(JSON.stringify(data)).toContain(customer.name);
    },
  },
  {
    says: 'which shipments to Phoenix deliver tomorrow?',
    calls: [
      {
        tool: 'list_shipments',
        input: { destination: 'Phoenix', deliveryFrom: 'tomorrow', deliveryTo: 'tomorrow' },
      },
    ],
    holds({ data }, { shipments, day }) {
      const due = shipments.filter(
        (shipment) => shipment.deliveryDate === day(1) && listStops(shipment).at(-1)?.address?.city === 'Phoenix',
      );
      expect(listRowNumbers(data)).toEqual(listNumbers(due));
    },
  },
  {
    says: 'what still needs a truck out of Texas?',
    calls: [{ tool: 'list_shipments', input: { exception: 'uncovered', origin: 'Texas' } }],
    holds({ data }, { shipments }) {
      const open = shipments.filter(
        (shipment) =>
          shipment.status === 'PLANNING' &&
          listActiveCarriers(shipment).length === 0 &&
          listStops(shipment)[0]?.address?.state === 'TX',
      );
      expect(listRowNumbers(data)).toEqual(listNumbers(open));
      expect(data.rows.every((row: { equipment: string }) => row.equipment)).toBe(true);
    },
  },
  {
    says: 'who is sitting at a dock?',
    calls: [{ tool: 'list_shipments', input: { exception: 'dwelling' } }],
    async holds({ data }, { shipment }) {
      for (const { friendlyId } of data.rows)
        expect((await shipment(friendlyId)).status).toMatch(/LOADING|UNLOADING|TRANSIT|DISPATCHED|BOOKED/);
    },
  },
  {
    says: 'which trucks are booked and not dispatched?',
    calls: [{ tool: 'list_shipments', input: { exception: 'not_dispatched' } }],
    async holds({ data }, { shipment }) {
      for (const { friendlyId } of data.rows) expect(listActiveCarriers(await shipment(friendlyId))).not.toEqual([]);
    },
  },
  {
    says: 'did we get the POD for ...?',
    calls: [
      (snapshot) => ({
        tool: 'get_shipment',
        input: {
          shipment: requireSome(snapshot.shipments, ({ billingStatus }) => billingStatus === 'INVOICED').friendlyId,
        },
      }),
    ],
    async holds({ text, data }, { api }) {
      const filter = { shipmentId: { equalTo: data.record.id }, type: { equalTo: 'PROOF_OF_DELIVERY' as const } };
      const [paper] = (await api.documents.filter({ filter })).data;
      expect(text).toContain(`POD: ${paper?.status === 'UPLOADED' ? 'uploaded' : 'missing'}`);
    },
  },
  {
    says: 'the receiver on ... takes it tomorrow 8 to noon',
    calls: [
      (snapshot) => ({
        tool: 'update_stop',
        input: {
          shipment: findRolling(snapshot, 1).friendlyId,
          stop: 'delivery',
          date: 'tomorrow',
          window: '8am-noon',
        },
      }),
    ],
    async holds({ text }, snapshot) {
      expect(text).toMatch(/^DONE\./);
      const record = await snapshot.shipment(findRolling(snapshot, 1).friendlyId);
      expect(listStops(record).at(-1)).toMatchObject({
        requestedStartDate: snapshot.day(1),
        requestedEndTime: '12:00',
      });
    },
  },
  {
    says: 'undo that',
    calls: [{ tool: 'undo', input: {} }],
    async holds({ text }, snapshot) {
      expect(text).toMatch(/^DONE\./);
      const before = listStops(findRolling(snapshot, 1)).at(-1);
      const now = listStops(await snapshot.shipment(findRolling(snapshot, 1).friendlyId)).at(-1);
      expect(now.requestedStartDate).toBe(before.requestedStartDate);
      expect(now.requestedEndTime).toBe(before.requestedEndTime);
    },
  },
];
