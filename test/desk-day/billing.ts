import { expect } from 'vitest';
import type { DayStep } from './day.ts';

/** Bills the customers and gets the money in. */
export const billing: readonly DayStep[] = [
  {
    says: 'What is ready to invoice?',
    tool: 'billing_queue',
    input: { blocker: 'ready', limit: 3 },
    answers: /^27 shipments delivered and not invoiced/m,
    keeps: { ready: /SHP-\d+/ },
    async after({ number, see }) {
      expect(await see('shipments', number('ready'))).toMatchObject({ billingStatus: 'READY_TO_INVOICE' });
    },
  },
  {
    says: 'The POD came in: release that one.',
    tool: 'set_invoice_readiness',
    input: ({ number }) => ({ shipments: [number('delivered')], ready: true }),
    answers: /^DONE\. SHP-\d+ is ready to invoice\./,
    async after({ number, see }) {
      expect(await see('shipments', number('delivered'))).toMatchObject({ billingStatus: 'READY_TO_INVOICE' });
    },
  },
  {
    says: 'Invoice it.',
    tool: 'generate_invoices',
    input: ({ number }) => ({ shipments: [number('delivered')] }),
    decides: 'on a form',
    answers: /^DONE\. INV-\d+ «Larkspur Home Goods», \$974\.00, due Jan 4, 2027/,
    keeps: { invoice: /INV-\d+/ },
    async after({ number, see }) {
      expect(await see('invoices', number('invoice'))).toMatchObject({ status: 'AWAITING_PAYMENT', amount: 974 });
    },
  },
  {
    says: 'Send it to them.',
    tool: 'send_invoice',
    input: ({ number }) => ({ invoices: [number('invoice')] }),
    decides: 'on a form',
    answers: /^DONE\. INV-\d+ .* sent to «ap@larkspur-home-goods\.example»/,
    async after({ number, see }) {
      expect(await see('invoices', number('invoice'))).toMatchObject({ status: 'AWAITING_PAYMENT' });
    },
  },
  {
    says: 'Who has to be called for money?',
    tool: 'collections',
    input: { limit: 3 },
    answers: /^46 customers to call/m,
    keeps: { debtor: /A\d{6}(?= \| «Dunmere)/ },
    async after({ number, see }) {
      expect(await see('customers', number('debtor'))).toMatchObject({ name: 'Dunmere Hardware' });
    },
  },
  {
    says: 'What do they owe?',
    tool: 'collections',
    input: ({ number }) => ({ customer: number('debtor') }),
    answers: /Owes \$5,216\.00 on 3 invoices/,
    keeps: { oldest: /INV-\d+/, middle: /(?<=INV-\d+ [^]*)INV-\d+/, newest: /INV-\d+(?=[^\n]*(?:\n(?!\|)|$))/ },
    async after({ number, see }) {
      expect(await see('invoices', number('oldest'))).toMatchObject({ amountOwed: 1586 });
    },
  },
  {
    says: 'A check over $1,500 came for the oldest: short, leave the rest open.',
    tool: 'record_payment',
    input: ({ number }) => ({
      customer: number('debtor'),
      amount: '$1,500',
      reference: 'CHK 7731',
      date: 'today',
      method: 'check',
      invoices: [number('oldest')],
      shortPay: 'leave_open',
    }),
    decides: 'on a form',
    answers: /^DONE\. PMT-\d+, \$1,500\.00 from .*: INV-\d+ has \$86\.00 open\. .* owes \$3,716\.00 now\./,
    keeps: { payment: /PMT-\d+/ },
    async after({ number, see }) {
      expect(await see('invoices', number('oldest'))).toMatchObject({ status: 'PARTIALLY_PAID', amountOwed: 86 });
    },
  },
  {
    says: 'They are right, a pallet was broken: credit it.',
    tool: 'issue_credit',
    input: ({ number }) => ({ invoice: number('oldest'), amount: 86, reason: 'broken pallet', apply: true }),
    decides: 'apart',
    answers: /^DONE\. CM-\d+, \$86\.00 of credit for .* applied \$86\.00 to INV-\d+, \$0\.00 left of it/,
    async after({ number, see }) {
      expect(await see('invoices', number('oldest'))).toMatchObject({ status: 'PAID', amountOwed: 0 });
    },
  },
  {
    says: 'A wire over $1,600 for the newest; write the rest off.',
    tool: 'record_payment',
    input: ({ number }) => ({
      customer: 'Dunmere Hardware',
      amount: 1600,
      reference: 'WIRE 20',
      date: 'today',
      method: 'wire',
      invoices: [number('newest')],
      shortPay: 'credit',
    }),
    decides: 'apart',
    answers: /^DONE\. PMT-\d+, \$1,600\.00 from .*: INV-\d+ is paid\. CM-\d+ credits \$85\.00 that was short\./,
    async after({ number, see }) {
      expect(await see('invoices', number('newest'))).toMatchObject({ status: 'PAID', amountOwed: 0 });
    },
  },
  {
    says: 'The first invoice was wrong: void it.',
    tool: 'void_invoice',
    input: ({ number }) => ({ invoice: number('invoice'), reason: 'detention is missing' }),
    decides: 'apart',
    answers: /^DONE\. INV-\d+ for \$974\.00 is void.*; SHP-\d+ is ready to invoice again\./,
    async after({ number, see }) {
      expect(await see('shipments', number('delivered'))).toMatchObject({ billingStatus: 'READY_TO_INVOICE' });
    },
  },
  {
    says: 'How old is what Dunmere still owes?',
    tool: 'aging_report',
    input: { ledger: 'receivables', party: 'Dunmere Hardware' },
    answers: /^1 customer owes \$1,945\.00 /m,
    async after({ number, see }) {
      expect(await see('invoices', number('middle'))).toMatchObject({ amountOwed: 1945 });
    },
  },
];
