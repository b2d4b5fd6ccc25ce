import { expect } from 'vitest';
import { type BrokerageSnapshot, findOffer, type EverydayRequest } from './request.ts';

const listInReview = ({ bills }: BrokerageSnapshot) => bills.filter(({ status }) => status === 'IN_REVIEW');
const findPaid = ({ bills }: BrokerageSnapshot) =>
  bills.filter(({ status, reference }) => status === 'PAID' && reference)[0];
const listApproved = ({ bills }: BrokerageSnapshot) => bills.filter(({ status }) => status === 'APPROVED_TO_PAY');

/** Approves and pays what carriers bill. */
export const payables: readonly EverydayRequest[] = [
  {
    says: 'approve all clean bills under 3k',
    calls: [
      { tool: 'list_bills', input: { verdict: 'clean', maxAmount: 3000 } },
      (_snapshot, [clean]) => findOffer(clean, 'approve_bills'),
    ],
    holds({ answers, data }, snapshot) {
      const small = listInReview(snapshot)
        .filter(({ amount }) => amount <= 3000)
        .map(({ friendlyId }) => friendlyId);
      expect(data.status).toBe('approval_required');
      for (const { friendlyId } of answers[0]?.data.rows ?? []) expect(small).toContain(friendlyId);
    },
  },
  {
    says: 'why is this bill blocked?',
    calls: [
      { tool: 'list_bills', input: { verdict: 'variance', limit: 1 } },
      (_snapshot, [answer]) => ({ tool: 'get_record', input: { record: answer?.data.rows[0].friendlyId } }),
    ],
    holds({ answers, text }, { bills }) {
      const [row] = answers[0]?.data.rows ?? [];
      const bill = bills.find(({ friendlyId }) => friendlyId === row.friendlyId);
      expect(row.amount).toBe(bill?.amount);
      expect(text).toMatch(/more than the .* agreed|agreed/i);
    },
  },
  {
    says: "did we pay this carrier's invoice ...?",
    calls: [(snapshot) => ({ tool: 'list_bills', input: { reference: findPaid(snapshot).reference, status: 'all' } })],
    holds({ data }, snapshot) {
      const { friendlyId } = findPaid(snapshot);
      expect(data.rows).toContainEqual(expect.objectContaining({ friendlyId, status: 'PAID' }));
    },
  },
  {
    says: "what's due by Friday, by payee?",
    calls: [
      (snapshot) => ({
        tool: 'list_bills',
        input: { status: 'APPROVED_TO_PAY', to: snapshot.day(4), groupBy: 'payee' },
      }),
    ],
    holds({ data }, snapshot) {
      const due = listApproved(snapshot).filter(({ dueDate }) => dueDate <= snapshot.day(4));
      const counts: number[] = data.rows.map(({ count }: { count: number }) => count);
      expect(counts.length).toBeLessThanOrEqual(data.total);
      expect(data.totals).toMatchObject([{ count: due.length }]);
    },
  },
  {
    says: 'pay these two',
    calls: [
      (snapshot) => ({
        tool: 'pay_bills',
        input: {
          bills: listApproved(snapshot)
            .slice(0, 2)
            .map(({ friendlyId }) => friendlyId),
        },
      }),
    ],
    async holds({ data }, snapshot) {
      expect(data.status).toBe('approval_required');
      const [first] = listApproved(snapshot);
      expect(await snapshot.api.bills.get({ id: first.id })).toMatchObject({ status: 'APPROVED_TO_PAY' });
    },
  },
  {
    says: 'anything billed twice?',
    calls: [{ tool: 'list_bills', input: { verdict: 'duplicate' } }],
    holds({ data }, { bills }) {
      const billNumbers = bills.map(({ friendlyId }) => friendlyId);
      expect(data.rows.length).toBeGreaterThan(0);
      for (const { friendlyId } of data.rows) expect(billNumbers).toContain(friendlyId);
    },
  },
];
