import { expect } from 'vitest';
import { type BrokerageFacts, findOffer, type EverydayRequest } from './request.ts';

const listInReview = ({ bills }: BrokerageFacts) => bills.filter(({ status }) => status === 'IN_REVIEW');
const findPaid = ({ bills }: BrokerageFacts) =>
  bills.filter(({ status, reference }) => status === 'PAID' && reference)[0];
const listApproved = ({ bills }: BrokerageFacts) => bills.filter(({ status }) => status === 'APPROVED_TO_PAY');

/** Approves and pays what carriers bill. */
export const payables: readonly EverydayRequest[] = [
  {
    says: 'approve all clean bills under 3k',
    calls: [
      { tool: 'list_bills', input: { verdict: 'clean', maxAmount: 3000 } },
      (_facts, [clean]) => findOffer(clean, 'approve_bills'),
    ],
    holds({ answers, data }, facts) {
      const small = listInReview(facts)
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
      (_facts, [answer]) => ({ tool: 'get_record', input: { record: answer?.data.rows[0].friendlyId } }),
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
    calls: [(facts) => ({ tool: 'list_bills', input: { reference: findPaid(facts).reference, status: 'all' } })],
    holds({ data }, facts) {
      const { friendlyId } = findPaid(facts);
      expect(data.rows).toContainEqual(expect.objectContaining({ friendlyId, status: 'PAID' }));
    },
  },
  {
    says: "what's due by Friday, by payee?",
    calls: [
      (facts) => ({ tool: 'list_bills', input: { status: 'APPROVED_TO_PAY', to: facts.day(4), groupBy: 'payee' } }),
    ],
    holds({ data }, facts) {
      const due = listApproved(facts).filter(({ dueDate }) => dueDate <= facts.day(4));
      const counts: number[] = data.rows.map(({ count }: { count: number }) => count);
      expect(counts.length).toBeLessThanOrEqual(data.total);
      expect(data.totals).toMatchObject([{ count: due.length }]);
    },
  },
  {
    says: 'pay these two',
    calls: [
      (facts) => ({
        tool: 'pay_bills',
        input: {
          bills: listApproved(facts)
            .slice(0, 2)
            .map(({ friendlyId }) => friendlyId),
        },
      }),
    ],
    async holds({ data }, facts) {
      expect(data.status).toBe('approval_required');
      const [first] = listApproved(facts);
      expect(await facts.api.bills.get({ id: first.id })).toMatchObject({ status: 'APPROVED_TO_PAY' });
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
