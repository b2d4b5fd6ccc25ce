import { expect } from 'vitest';
import type { DayStep } from './day.ts';

/** Takes in customers and their freight. */
export const customerRep: readonly DayStep[] = [
  {
    says: 'New customer: Saltgrass Foods, Net 30, $50,000 of credit.',
    tool: 'set_up_customer',
    input: {
      name: 'Saltgrass Foods',
      terms: 'Net 30',
      creditLimit: '$50,000',
      contact: 'Rosa Diaz',
      email: 'ap@saltgrass.example',
      address: '12 Canal St, Chicago, IL 60606',
    },
    decides: 'apart',
    answers: /^DONE\. Customer A\d+ «Saltgrass Foods» is set up: active, «Net 30», credit limit \$50,000\.00/,
    keeps: { customer: /A\d{6}/ },
    async after({ number, see }) {
      expect(await see('customers', number('customer'))).toMatchObject({ status: 'ACTIVE', creditLimit: 50_000 });
    },
  },
  {
    says: 'They want Chicago to Dallas on Monday: take the request.',
    tool: 'create_quote',
    input: {
      customer: 'Saltgrass',
      origin: 'Chicago, IL',
      destination: 'Dallas, TX',
      pickup: 'Monday 8am-noon',
      delivery: 'Wednesday 9am',
      equipment: 'dry van',
      weight: 38_000,
      references: ['PO 4471'],
    },
    answers: /^DONE\. Quote Q\d+ was created\. It is requested/,
    keeps: { quote: /Q\d{6}/ },
    async after({ number, see }) {
      expect(await see('quotes', number('quote'))).toMatchObject({ status: 'REQUESTED' });
    },
  },
  {
    says: 'Offer $2,400 until Monday 5pm.',
    tool: 'price_quote',
    input: ({ number }) => ({ quote: number('quote'), amount: '$2,400', expiresAt: 'Monday 5pm', target: 2000 }),
    answers: /^DONE\. Quote Q\d+ is quoted at \$2,400\.00; good until Mon, Nov 23, 5:00 PM CST/,
    async after({ number, see }) {
      expect(await see('quotes', number('quote'))).toMatchObject({ status: 'QUOTED' });
    },
  },
  {
    says: 'They took it.',
    tool: 'convert_quote',
    input: ({ number }) => ({ quote: number('quote') }),
    decides: 'on a form',
    answers: /^DONE\. Quote Q\d+ became shipment SHP-\d+/,
    keeps: { won: /SHP-\d+/ },
    async after({ number, see }) {
      expect(await see('quotes', number('quote'))).toMatchObject({ status: 'WON' });
      expect(await see('shipments', number('won'))).toMatchObject({ status: 'PLANNING' });
    },
  },
  {
    says: 'And the same again a week later.',
    tool: 'create_shipment',
    input: ({ number }) => ({ copyOf: number('won'), pickup: '2026-11-30', delivery: '2026-12-02' }),
    answers: /^DONE\. Copy SHP-\d+ of «Saltgrass Foods» into a new draft: SHP-\d+\./,
    keeps: { again: /SHP-\d+(?=\.)/ },
    async after({ number, see }) {
      const [order] = (await see('shipments', number('again'))).orders;
      expect(order.stops[0]).toMatchObject({ requestedStartDate: '2026-11-30' });
    },
  },
  {
    says: 'They canceled that one.',
    tool: 'cancel_shipment',
    input: ({ number }) => ({ shipment: number('again'), reason: 'customer has no freight that week' }),
    decides: 'on a form',
    answers: /^DONE\. SHP-\d+ is canceled/,
    async after({ number, see }) {
      expect(await see('shipments', number('again'))).toMatchObject({ status: 'CANCELED' });
    },
  },
  {
    says: 'No, they want it after all.',
    tool: 'restore_shipment',
    input: ({ number }) => ({ shipment: number('again') }),
    decides: 'on a form',
    answers: /^DONE\. SHP-\d+ /,
    async after({ number, see }) {
      expect(await see('shipments', number('again'))).toMatchObject({ status: 'DRAFT' });
    },
  },
  {
    says: 'How much credit have they left?',
    tool: 'get_customer',
    input: { customer: 'Saltgrass' },
    answers: /«Saltgrass Foods» \(A\d+\) is active: exposure .* of \$50,000\.00/,
    async after({ number, see }) {
      expect(await see('customers', number('customer'))).toMatchObject({ name: 'Saltgrass Foods' });
    },
  },
  {
    says: 'Which quotes run out by tomorrow?',
    tool: 'list_quotes',
    input: { expiringWithinHours: 24, limit: 4 },
    answers: /^9 quotes expiring within 24 hours/m,
    keeps: { expiring: /Q\d{6}/ },
    async after({ number, see }) {
      expect(await see('quotes', number('expiring'))).toMatchObject({ status: 'QUOTED' });
    },
  },
  {
    says: 'We lost the first: too high.',
    tool: 'close_quote',
    input: ({ number }) => ({ quotes: [number('expiring')], outcome: 'lost', reason: 'too high' }),
    decides: 'on a form',
    answers: /^DONE\. Quote Q\d+ is lost: too high/,
    async after({ number, see }) {
      expect(await see('quotes', number('expiring'))).toMatchObject({ status: 'LOST' });
    },
  },
];
