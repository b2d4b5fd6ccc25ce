import { expect } from 'vitest';
import type { DayStep } from './day.ts';

/** Watches the freight on the road. */
export const dispatcher: readonly DayStep[] = [
  {
    says: 'What is running late?',
    tool: 'list_shipments',
    input: { exception: 'late' },
    answers: /^5 shipments with exception late/m,
    keeps: { late: /SHP-\d+/ },
    async after({ number, see }) {
      expect(await see('shipments', number('late'))).toMatchObject({ status: 'IN_TRANSIT' });
    },
  },
  {
    says: 'Whom do I call about the worst one?',
    tool: 'get_shipment',
    input: ({ number }) => ({ shipment: number('late') }),
    answers: /late by 42 h 1 min\.[^]*^Call first: «driver Eli Eriksen \(206\) 555-0176»/m,
    async after({ number, see }) {
      const [load] = (await see('shipments', number('late'))).loads;
      expect(load.carriers).toMatchObject([{ status: 'ACTIVE', carrier: { name: 'Prairie Point Express LLC' } }]);
    },
  },
  {
    says: 'The receiver takes it Saturday between 8 and noon.',
    tool: 'update_stop',
    input: ({ number }) => ({ shipment: number('late'), stop: 'delivery', date: 'Saturday', window: '8am-noon' }),
    answers: /^DONE\. .*is now set for Sat, Nov 21, 8:00 AM-12:00 PM CST\./,
    async after({ number, see }) {
      const [order] = (await see('shipments', number('late'))).orders;
      expect(order.stops.at(-1)).toMatchObject({
        requestedStartDate: '2026-11-21',
        requestedStartTime: '08:00',
        requestedEndTime: '12:00',
      });
    },
  },
  {
    says: 'Which trucks are booked and not dispatched?',
    tool: 'list_shipments',
    input: { exception: 'not_dispatched' },
    answers: /^5 shipments with exception not dispatched/m,
    keeps: { undispatched: /SHP-\d+(?= \| booked)/ },
    async after({ number, see }) {
      expect(await see('shipments', number('undispatched'))).toMatchObject({ status: 'BOOKED' });
    },
  },
  {
    says: 'Who is sitting at a dock?',
    tool: 'list_shipments',
    input: { exception: 'dwelling' },
    answers: /at the stop for 4 h/,
    keeps: { dwelling: /SHP-\d+/ },
    async after({ number, see }) {
      expect(await see('shipments', number('dwelling'))).toMatchObject({ status: 'UNLOADING' });
    },
  },
  {
    says: 'Charge the customer two hours of detention at $60.',
    tool: 'add_accessorial',
    input: ({ number }) => ({
      shipment: number('dwelling'),
      side: 'customer',
      code: 'detention',
      hours: 2,
      rate: '$60',
    }),
    decides: 'on a form',
    answers: /^DONE\. ORD-\d+ charges \$2,900\.00 now; margin \$815\.00\./,
    async after({ number, see }) {
      const [order] = (await see('shipments', number('dwelling'))).orders;
      expect(order.charges).toMatchObject([{ total: 2780 }, { chargeCode: { code: 'DET' }, total: 120 }]);
    },
  },
  {
    says: 'Whose POD is missing the longest?',
    tool: 'list_shipments',
    input: { exception: 'missing_pod', limit: 3 },
    answers: /^36 shipments with exception missing POD/m,
    keeps: { delivered: /SHP-\d+/ },
    async after({ number, see }) {
      expect(await see('shipments', number('delivered'))).toMatchObject({ billingStatus: 'DOCS_NEEDED' });
    },
  },
  {
    says: 'Here it is, signed.',
    tool: 'upload_document',
    input: ({ number }) => ({
      base64: Buffer.from('%PDF-1.4 signed').toString('base64'),
      fileName: 'signed.pdf',
      type: 'POD',
      attachTo: `shipment:${number('delivered')}`,
    }),
    answers: /^DONE\. Uploaded POD «signed\.pdf» .* and attached it to shipment SHP-/,
    async after({ number, listPapers }) {
      const paper = { type: 'PROOF_OF_DELIVERY', fileName: 'signed.pdf', status: 'UPLOADED' };
      expect(await listPapers(number('delivered'))).toContainEqual(expect.objectContaining(paper));
    },
  },
];
