import { formatDate } from '../../src/domain/places/local-time.ts';
import { expect } from 'vitest';
import {
  listActiveCarriers,
  listRowNumbers,
  findOffer,
  type BrokerageSnapshot,
  type EverydayRequest,
  requireSome,
  listStops,
} from './request.ts';

const findUncovered = (snapshot: BrokerageSnapshot) =>
  requireSome(
    snapshot.shipments,
    (shipment) =>
      shipment.status === 'PLANNING' && shipment.loads.length === 1 && listActiveCarriers(shipment).length === 0,
  );
const findBooked = (snapshot: BrokerageSnapshot, skip = 0) =>
  snapshot.shipments.filter(
    (shipment) =>
      shipment.status === 'BOOKED' && shipment.orders.length === 1 && listActiveCarriers(shipment).length === 1,
  )[skip];

/** Finds trucks and keeps them. */
export const carrierRep: readonly EverydayRequest[] = [
  {
    says: 'cover ..., who ran it before? Book the first at 500',
    calls: [
      (snapshot) => ({ tool: 'get_shipment', input: { shipment: findUncovered(snapshot).friendlyId } }),
      (_snapshot, [shipment]) => findOffer(shipment, 'find_carriers'),
      (_snapshot, [shipment, carriers]) => {
        const row = requireSome(carriers?.data.rows ?? [], ({ check }) => check.startsWith('NO WARNINGS'));
        return findOffer(shipment, 'book_carrier', { carrier: row.friendlyId, rate: 500 });
      },
    ],
    async holds({ text, formsText, data }, snapshot) {
      expect(`${formsText}${text}`).toContain('at $500.00');
      const active = listActiveCarriers(await snapshot.shipment(findUncovered(snapshot).friendlyId));
      expect(active).toHaveLength(data.status === 'done' ? 1 : 0);
      expect(['done', 'approval_required']).toContain(data.status);
    },
  },
  {
    says: 'is ... good to use?',
    calls: [
      (snapshot) => ({
        tool: 'get_carrier',
        input: { carrier: listActiveCarriers(findBooked(snapshot))[0].carrier.name },
      }),
    ],
    async holds({ text }, snapshot) {
      const { id } = listActiveCarriers(findBooked(snapshot))[0].carrier;
      const carrier = await snapshot.api.carriers.get({ id });
      expect(text).toContain(carrier.friendlyId);
      expect(text).toMatch(/PASS|CAUTION|INCOMPLETE|DO NOT USE|do not use/);
    },
  },
  {
    says: 'carrier fell off ..., get me another',
    calls: [
      (snapshot) => ({
        tool: 'replace_carrier',
        input: { shipment: findBooked(snapshot).friendlyId, reason: 'fell off' },
      }),
      (_snapshot, [off]) => findOffer(off, 'find_carriers'),
    ],
    async holds({ data }, snapshot) {
      expect(listActiveCarriers(await snapshot.shipment(findBooked(snapshot).friendlyId))).toEqual([]);
      expect(data.total).toBeGreaterThan(0);
    },
  },
  {
    says: 'they want 200 TONU on ...',
    calls: [
      (snapshot) => ({
        tool: 'replace_carrier',
        input: { shipment: findBooked(snapshot, 1).friendlyId, reason: 'not ready', tonu: 200 },
      }),
    ],
    async holds({ text, data }, snapshot) {
      expect(data.status).toBe('approval_required');
      expect(text).toContain('$200.00 owed');
      expect(listActiveCarriers(await snapshot.shipment(findBooked(snapshot, 1).friendlyId))).toHaveLength(1);
    },
  },
  {
    says: 'whose insurance ends before they deliver?',
    calls: [{ tool: 'list_shipments', input: { exception: 'insurance' } }],
    async holds({ data }, { api, shipment }) {
      for (const row of data.rows) {
        const record = await shipment(row.friendlyId);
        const { insuranceExpirationDate: ends } = await api.carriers.get({
          id: listActiveCarriers(record)[0].carrier.id,
        });
        expect(row.exceptions).toContain(ends ? formatDate(ends.slice(0, 10)) : 'not on record');
      }
      expect(listRowNumbers(data)).not.toEqual([]);
    },
  },
  {
    says: 'two hours of detention at 60 for the customer on ...',
    calls: [
      (snapshot) => ({
        tool: 'add_accessorial',
        input: {
          shipment: findBooked(snapshot, 2).friendlyId,
          side: 'customer',
          code: 'detention',
          hours: 2,
          rate: 60,
        },
      }),
    ],
    async holds({ text }, snapshot) {
      expect(text).toMatch(/^DONE\./);
      const before = findBooked(snapshot, 2);
      expect((await snapshot.shipment(before.friendlyId)).totalRevenue).toBe(before.totalRevenue + 120);
    },
  },
  {
    says: 'who runs that lane?',
    calls: [
      (snapshot) => ({
        tool: 'find_carriers',
        input: {
          originState: listStops(findBooked(snapshot))[0].address.state,
          destinationState: listStops(findBooked(snapshot)).at(-1).address.state,
        },
      }),
    ],
    holds({ data }) {
      const runs = data.rows.map((row: { loadsOnLane: number; loads: number }) => row.loadsOnLane ?? row.loads);
      expect(runs).toEqual(runs.toSorted((first: number, second: number) => second - first));
    },
  },
];
