import { expect } from 'vitest';
import type { EverydayRequest } from './request.ts';

const toCents = (value: number) => Math.round(value * 100);

/** Looks at figures and at what waits. */
export const manager: readonly EverydayRequest[] = [
  {
    says: 'low margin loads by rep',
    calls: [{ tool: 'list_shipments', input: { exception: 'low_margin', groupBy: 'rep' } }],
    holds({ data }, { shipments }) {
      const reps = shipments.map(({ customerRep }) => customerRep?.name);
      expect(data.rows.length).toBeGreaterThan(0);
      for (const { rep, marginPercent } of data.rows) {
        expect(reps).toContain(rep);
        expect(marginPercent).toBeLessThan(8);
      }
    },
  },
  {
    says: 'revenue by customer, pickups of the last week',
    calls: [
      ({ day }) => ({
        tool: 'list_shipments',
        input: { pickupFrom: day(-7), pickupTo: day(-1), groupBy: 'customer', limit: 50 },
      }),
    ],
    holds({ data }, { shipments, day }) {
      const pickedUp = shipments.filter(
        (shipment) =>
          shipment.pickUpDate >= day(-7) && shipment.pickUpDate <= day(-1) && shipment.status !== 'CANCELED',
      );
      const revenue = pickedUp.reduce((total, shipment) => total + toCents(shipment.totalRevenue), 0);
      expect(toCents(data.totals[0].amount)).toBe(revenue);
    },
  },
  {
    says: 'who is over credit?',
    calls: [
      {
        tool: 'aging_report',
        input: { ledger: 'receivables', overCredit: true, fields: ['id', 'limit', 'exposure', 'overBy'] },
      },
    ],
    async holds({ data }, { api }) {
      expect(data.rows.length).toBeGreaterThan(0);
      for (const { id, limit, exposure, overBy } of data.rows) {
        const { creditLimit } = await api.customers.get({ id });
        expect(limit).toBe(creditLimit);
        expect(toCents(overBy)).toBe(toCents(exposure) - toCents(limit));
      }
    },
  },
  {
    says: 'what do customers owe us?',
    calls: [{ tool: 'aging_report', input: { ledger: 'receivables', limit: 5 } }],
    async holds({ data }, { api, invoices }) {
      const owing = new Set(invoices.filter(({ amountOwed }) => amountOwed > 0).map(({ customer }) => customer.id));
      // One of them has paid everything that it owed, if a payment above did that.
      expect([owing.size, owing.size - 1]).toContain(data.total);
      const [largest] = data.rows;
      const [party] = (await api.customers.filter({ filter: { friendlyId: { equalTo: largest.friendlyId } } })).data;
      expect(party?.name).toBe(largest.party ?? largest.name);
    },
  },
  {
    says: 'what waits for my yes?',
    calls: [{ tool: 'list_approvals', input: { status: 'pending' } }],
    holds({ text }) {
      expect(text).toContain('Prairie Oats');
    },
  },
  {
    says: 'what did we change today?',
    calls: [{ tool: 'audit_log', input: { limit: 10 } }],
    holds({ data }) {
      expect(data.rows.length).toBeGreaterThan(0);
    },
  },
];
