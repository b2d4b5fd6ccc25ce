import { expect } from 'vitest';
import { activeOf, numbersOf, offered, type Request, someOf, stopsOf } from './request.ts';

const uncovered = (facts: Parameters<Request['holds']>[1]) =>
  someOf(facts.shipments, (one) => one.status === 'PLANNING' && one.loads.length === 1 && activeOf(one).length === 0);
const booked = (facts: Parameters<Request['holds']>[1], skip = 0) =>
  facts.shipments.filter((one) => one.status === 'BOOKED' && one.orders.length === 1 && activeOf(one).length === 1)[
    skip
  ];

/** Finds trucks and keeps them. */
export const carrierRep: readonly Request[] = [
  {
    says: 'cover ..., who ran it before? Book the first at 500',
    calls: [
      (facts) => ({ tool: 'get_shipment', input: { shipment: uncovered(facts).friendlyId } }),
      (_facts, [shipment]) => offered(shipment, 'find_carriers'),
      (_facts, [shipment, carriers]) => {
        const row = someOf(carriers?.data.rows ?? [], ({ check }) => check.startsWith('NO WARNINGS'));
        return offered(shipment, 'book_carrier', { carrier: row.friendlyId, rate: 500 });
      },
    ],
    async holds({ text, shown, data }, facts) {
      expect(`${shown}${text}`).toContain('at $500.00');
      const active = activeOf(await facts.shipment(uncovered(facts).friendlyId));
      expect(active).toHaveLength(data.status === 'done' ? 1 : 0);
      expect(['done', 'approval_required']).toContain(data.status);
    },
  },
  {
    says: 'is ... good to use?',
    calls: [(facts) => ({ tool: 'get_carrier', input: { carrier: activeOf(booked(facts))[0].carrier.name } })],
    async holds({ text }, facts) {
      const { id } = activeOf(booked(facts))[0].carrier;
      const carrier = await facts.api.carriers.get({ id });
      expect(text).toContain(carrier.friendlyId);
      expect(text).toMatch(/PASS|CAUTION|INCOMPLETE|DO NOT USE|do not use/);
    },
  },
  {
    says: 'carrier fell off ..., get me another',
    calls: [
      (facts) => ({ tool: 'replace_carrier', input: { shipment: booked(facts).friendlyId, reason: 'fell off' } }),
      (_facts, [off]) => offered(off, 'find_carriers'),
    ],
    async holds({ data }, facts) {
      expect(activeOf(await facts.shipment(booked(facts).friendlyId))).toEqual([]);
      expect(data.total).toBeGreaterThan(0);
    },
  },
  {
    says: 'they want 200 TONU on ...',
    calls: [
      (facts) => ({
        tool: 'replace_carrier',
        input: { shipment: booked(facts, 1).friendlyId, reason: 'not ready', tonu: 200 },
      }),
    ],
    async holds({ text, data }, facts) {
      expect(data.status).toBe('approval_required');
      expect(text).toContain('$200.00 owed');
      expect(activeOf(await facts.shipment(booked(facts, 1).friendlyId))).toHaveLength(1);
    },
  },
  {
    says: 'whose insurance ends before they deliver?',
    calls: [{ tool: 'list_shipments', input: { exception: 'insurance' } }],
    async holds({ data }, { api, shipment }) {
      for (const row of data.rows) {
        const record = await shipment(row.friendlyId);
        const { insuranceExpirationDate: ends } = await api.carriers.get({ id: activeOf(record)[0].carrier.id });
        expect(row.exceptions).toContain(ends?.slice(0, 10) ?? 'not on record');
      }
      expect(numbersOf(data)).not.toEqual([]);
    },
  },
  {
    says: 'two hours of detention at 60 for the customer on ...',
    calls: [
      (facts) => ({
        tool: 'add_accessorial',
        input: { shipment: booked(facts, 2).friendlyId, side: 'customer', code: 'detention', hours: 2, rate: 60 },
      }),
    ],
    async holds({ text }, facts) {
      expect(text).toMatch(/^DONE\./);
      const before = booked(facts, 2);
      expect((await facts.shipment(before.friendlyId)).totalRevenue).toBe(before.totalRevenue + 120);
    },
  },
  {
    says: 'who runs that lane?',
    calls: [
      (facts) => ({
        tool: 'find_carriers',
        input: {
          originState: stopsOf(booked(facts))[0].address.state,
          destinationState: stopsOf(booked(facts)).at(-1).address.state,
        },
      }),
    ],
    holds({ data }) {
      const runs = data.rows.map((row: { loadsOnLane: number; loads: number }) => row.loadsOnLane ?? row.loads);
      expect(runs).toEqual(runs.toSorted((one: number, other: number) => other - one));
    },
  },
];
