import { expect } from 'vitest';
import type { Day, DayStep } from './day.ts';

const openLoad = async ({ number, see }: Day) => (await see('shipments', number('uncovered'))).loads[0];
const readCarriers = async (day: Day) =>
  (await openLoad(day)).carriers.map((carrier: { status: string; totalCost: number }) => [
    carrier.status,
    carrier.totalCost,
  ]);

/** Finds, vets and books the trucks. */
export const carrierRep: readonly DayStep[] = [
  {
    says: 'What has no truck yet?',
    tool: 'list_shipments',
    input: { exception: 'uncovered', limit: 5 },
    answers: /^48 shipments with exception uncovered/m,
    keeps: { uncovered: /SHP-\d+/ },
    async after(day) {
      expect(await openLoad(day)).toMatchObject({ status: 'SOURCING', carriers: [] });
    },
  },
  {
    says: 'Who ran Texas to Texas with a dry van?',
    tool: 'find_carriers',
    input: { equipment: 'dry van', originState: 'Texas', destinationState: 'Texas', limit: 3 },
    answers: /^84 carriers with «dry van»/m,
    keeps: { first: /C\d{6}/, second: /(?<=C\d{6} [^]*)C\d{6}/ },
    async after({ number, see }) {
      expect(await see('carriers', number('first'))).toMatchObject({ status: 'ACTIVE' });
    },
  },
  {
    says: 'Is the first one good?',
    tool: 'get_carrier',
    input: ({ number }) => ({ carrier: number('first') }),
    answers: /^Carrier C\d+: PASS /m,
    async after({ number, see }) {
      expect(await see('carriers', number('first'))).toMatchObject({ status: 'ACTIVE' });
    },
  },
  {
    says: 'Book them at $700.',
    tool: 'book_carrier',
    input: ({ number }) => ({ shipment: number('uncovered'), carrier: number('first'), rate: '$700' }),
    decides: 'on a form',
    answers: /^DONE\. LD-\d+ of SHP-\d+ is booked with «.*» \(C\d+\) at \$700\.00; margin \$188\.00/,
    keeps: { load: /LD-\d+/ },
    async after(day) {
      expect(await readCarriers(day)).toEqual([['ACTIVE', 700]]);
    },
  },
  {
    says: 'They fell off.',
    tool: 'replace_carrier',
    input: ({ number }) => ({ load: number('load'), reason: 'fell off' }),
    decides: 'on a form',
    answers: /^DONE\. LD-\d+ of SHP-\d+ is open again/,
    async after(day) {
      expect(await openLoad(day)).toMatchObject({ status: 'SOURCING', carriers: [{ status: 'BOUNCED' }] });
    },
  },
  {
    says: 'Rebook it with the second one at $720.',
    tool: 'book_carrier',
    input: ({ number }) => ({ load: number('load'), carrier: number('second'), rate: 720 }),
    decides: 'on a form',
    answers: /^DONE\. LD-\d+ of SHP-\d+ is booked with .* at \$720\.00; margin \$168\.00/,
    async after(day) {
      expect(await readCarriers(day)).toEqual([
        ['BOUNCED', 700],
        ['ACTIVE', 720],
      ]);
    },
  },
  {
    says: 'The shipper sent the truck away: TONU of $150, and $200 from the customer.',
    tool: 'replace_carrier',
    input: ({ number }) => ({
      load: number('load'),
      reason: 'shipper canceled the pickup',
      tonu: '$150',
      chargeCustomer: '$200',
    }),
    decides: 'apart',
    answers: /^DONE\. LD-\d+ of SHP-\d+ is open again; booked: .* no margin yet.*\n[^]* is owed \$150\.00\./,
    async after(day) {
      const [order] = (await day.see('shipments', day.number('uncovered'))).orders;
      expect(await readCarriers(day)).toContainEqual(['TONU', 150]);
      expect(order.charges).toMatchObject([{ total: 888 }, { chargeCode: { code: 'TONU' }, total: 200 }]);
    },
  },
  {
    says: 'Book the first one again, at $710.',
    tool: 'book_carrier',
    input: ({ number }) => ({ load: number('load'), carrier: number('first'), rate: 710 }),
    decides: 'on a form',
    answers: /^DONE\. LD-\d+ of SHP-\d+ is booked with .* at \$710\.00/,
    async after(day) {
      expect(await readCarriers(day)).toContainEqual(['ACTIVE', 710]);
    },
  },
  {
    says: 'Undo that.',
    tool: 'undo',
    input: {},
    decides: 'on a form',
    answers: /^DONE\. Taken back: Book «/,
    async after(day) {
      expect(await openLoad(day)).toMatchObject({ status: 'SOURCING' });
      expect(await readCarriers(day)).not.toContainEqual(['ACTIVE', 710]);
    },
  },
  {
    says: 'Set up Copperline Freight with their insurance and bank.',
    tool: 'set_up_carrier',
    input: {
      name: 'Copperline Freight LLC',
      mc: '881204',
      dot: '3390127',
      terms: 'Net 30',
      contact: 'Lou Abbott',
      phone: '214-555-0190',
      insurance: { company: 'Great Plains', expires: '2027-06-30', auto: 1_000_000, cargo: 100_000 },
      bank: { account: '000123456789', routing: '021000021', name: 'First Bank', holder: 'Copperline Freight LLC' },
      verifiedBy: 'Dana called Lou at 214-555-0190',
    },
    decides: 'apart',
    answers: /^DONE\. Carrier C\d+ «Copperline Freight LLC» is set up: pending, paid by ACH .* \*{4}6789/,
    keeps: { newcomer: /C\d{6}/ },
    async after({ number, see }) {
      expect(await see('carriers', number('newcomer'))).toMatchObject({
        status: 'PENDING',
        mcNumber: '881204',
        paymentMethods: [{ isPreferred: true }],
      });
    },
  },
  {
    says: 'Can we use them?',
    tool: 'get_carrier',
    input: { carrier: 'Copperline' },
    answers: /^Carrier C\d+: FAIL: do not book for 4 reasons/m,
    async after({ number, see }) {
      expect(await see('carriers', number('newcomer'))).toMatchObject({ status: 'PENDING' });
    },
  },
  {
    says: 'Book them all the same.',
    tool: 'book_carrier',
    input: ({ number }) => ({ load: number('load'), carrier: number('newcomer'), rate: 650 }),
    answers: /^NOT DONE\. .* The carrier is pending/,
    async after(day) {
      expect(await openLoad(day)).toMatchObject({ status: 'SOURCING' });
    },
  },
];
