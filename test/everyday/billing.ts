import { expect } from 'vitest';
import { type BrokerageSnapshot, findOffer, type EverydayRequest, requireSome } from './request.ts';

const isReady = (shipment: { status: string; billingStatus: string }) =>
  shipment.status === 'DELIVERED' && shipment.billingStatus === 'READY_TO_INVOICE';
const listReady = ({ shipments }: BrokerageSnapshot) => shipments.filter(isReady);
const sum = (values: readonly number[]) => Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100;
const open = (snapshot: BrokerageSnapshot, skip: number) =>
  snapshot.invoices.filter((invoice) => invoice.status === 'AWAITING_PAYMENT' && invoice.amountOwed > 500)[skip];
const listOverdue = ({ invoices, day }: BrokerageSnapshot, days: number) =>
  invoices.filter(
    (invoice) =>
      invoice.amountOwed > 0 &&
      invoice.dueDate &&
      invoice.dueDate < day(-days) &&
      invoice.status === 'AWAITING_PAYMENT',
  );

/** Bills customers and takes their money. */
export const billing: readonly EverydayRequest[] = [
  {
    says: 'what can I bill today?',
    calls: [{ tool: 'billing_queue', input: { blocker: 'ready' } }],
    holds({ data }, snapshot) {
      const revenue = sum(listReady(snapshot).map(({ totalRevenue }) => totalRevenue));
      expect(data.total).toBe(listReady(snapshot).length);
      expect(data.totals).toMatchObject([{ amount: revenue }]);
    },
  },
  {
    says: 'unbilled over 5 days by customer',
    calls: [{ tool: 'billing_queue', input: { minDays: 5, groupBy: 'customer' } }],
    holds({ data }, { shipments }) {
      const customers = new Set(shipments.map(({ customer }) => `${customer.name} (${customer.friendlyId})`));
      expect(data.rows.length).toBeGreaterThan(0);
      for (const { customer } of data.rows) expect(customers).toContain(customer);
    },
  },
  {
    says: 'bill everything ready for ... and email it',
    calls: [
      (snapshot) => ({
        tool: 'billing_queue',
        input: { customer: listReady(snapshot)[0].customer.friendlyId, blocker: 'ready' },
      }),
      (_snapshot, [queue]) => findOffer(queue, 'generate_invoices', { email: true }),
    ],
    holds({ text, data }, snapshot) {
      const customerShipments = listReady(snapshot).filter(
        ({ customer }) => customer.id === listReady(snapshot)[0].customer.id,
      );
      expect(data.status).toBe('approval_required');
      expect(text).toContain('E-mail to:');
      for (const { friendlyId } of customerShipments) expect(text).toContain(friendlyId);
    },
  },
  {
    says: 'open invoices over 60 days',
    calls: [{ tool: 'list_invoices', input: { overdue: true, sort: 'daysOverdue', limit: 10 } }],
    holds({ data }, snapshot) {
      const listedNumbers = data.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId);
      for (const { friendlyId } of listOverdue(snapshot, 60)) expect(listedNumbers).toContain(friendlyId);
    },
  },
  {
    says: 'they paid invoice ... in full, check 10233',
    calls: [
      (snapshot) => {
        const { customer, amountOwed, friendlyId } = open(snapshot, 0);
        const input = { customer: customer.friendlyId, amount: amountOwed, reference: '10233', method: 'check' };
        return { tool: 'record_payment', input: { ...input, invoices: [friendlyId] } };
      },
    ],
    async holds({ data, formsText }, snapshot) {
      const now = await snapshot.api.invoices.get({ id: open(snapshot, 0).id });
      if (data.status === 'done') expect(formsText).toContain('10233');
      expect(now.amountOwed).toBe(data.status === 'done' ? 0 : open(snapshot, 0).amountOwed);
    },
  },
  {
    says: 'they short paid 85 on ... for lumper',
    calls: [
      (snapshot) => {
        const { customer, amountOwed, friendlyId } = open(snapshot, 1);
        const amount = Math.round((amountOwed - 85) * 100) / 100;
        const input = { customer: customer.friendlyId, amount, reference: 'ACH 77120', invoices: [friendlyId] };
        return { tool: 'record_payment', input: { ...input, shortPay: 'leave_open' } };
      },
    ],
    async holds({ data, text }, snapshot) {
      const now = await snapshot.api.invoices.get({ id: open(snapshot, 1).id });
      expect(text).toContain('$85.00');
      expect(now.amountOwed).toBe(data.status === 'done' ? 85 : open(snapshot, 1).amountOwed);
    },
  },
  {
    says: 'who do I call about money?',
    calls: [{ tool: 'collections', input: { limit: 10 } }],
    holds({ data }, { invoices }) {
      const owing = invoices.filter(({ amountOwed }) => amountOwed > 0).map(({ customer }) => customer.friendlyId);
      for (const { friendlyId } of data.rows) expect(owing).toContain(friendlyId);
    },
  },
  {
    says: 'how is their credit?',
    calls: [(snapshot) => ({ tool: 'get_customer', input: { customer: open(snapshot, 0).customer.friendlyId } })],
    async holds({ text }, snapshot) {
      const { name } = await snapshot.api.customers.get({ id: open(snapshot, 0).customer.id });
      expect(text).toContain(name);
      expect(text).toMatch(/limit/);
    },
  },
  {
    says: 'mail them invoice ... again',
    calls: [
      (snapshot) => ({
        tool: 'send_invoice',
        input: { invoices: [requireSome(snapshot.invoices, (invoice) => invoice === open(snapshot, 2)).friendlyId] },
      }),
    ],
    holds({ data, text, formsText }, snapshot) {
      expect(['done', 'approval_required']).toContain(data.status);
      expect(`${formsText}${text}`).toContain(open(snapshot, 2).friendlyId);
    },
  },
];
