import { expect } from 'vitest';
import type { DayStep } from './day.ts';

/** Checks the carriers' bills and pays them. */
export const payables: readonly DayStep[] = [
  {
    says: 'Highmesa Falls is on quick pay now.',
    tool: 'set_up_carrier',
    input: { carrier: 'Highmesa Falls', terms: 'Quick Pay 2 days', verifiedBy: 'Dana called the number on record' },
    decides: 'apart',
    answers: /^DONE\. Carrier C\d+ «Highmesa Falls Transport LLC» is changed: active/,
    keeps: { carrier: /C\d{6}/ },
    async after({ number, see }) {
      expect(await see('carriers', number('carrier'))).toMatchObject({ paymentTerm: { name: 'Quick Pay 2 days' } });
    },
  },
  {
    says: 'Their bill HF-881 over $1,500 for SHP-2247 is here.',
    tool: 'record_bill',
    input: { shipment: 'SHP-2247', number: 'HF-881', amount: '$1,500' },
    answers:
      /^DONE\. Bill BILL-\d+ of «Highmesa Falls Transport LLC» is recorded: \$1,500\.00, .* Not clean: variance\./,
    keeps: { bill: /BILL-\d+/ },
    async after({ number, see }) {
      expect(await see('bills', number('bill'))).toMatchObject({ status: 'IN_REVIEW', amount: 1500 });
    },
  },
  {
    says: 'What is wrong with it?',
    tool: 'list_bills',
    input: { shipment: 'SHP-2247', check: true },
    answers: /more than the \$1,182\.67 agreed net of the quick-pay fee/,
    async after({ number, see }) {
      expect(await see('bills', number('bill'))).toMatchObject({ status: 'IN_REVIEW' });
    },
  },
  {
    says: 'The lumper receipt is fine, approve it.',
    tool: 'approve_bills',
    input: { bills: ['HF-881'] },
    decides: 'apart',
    answers: /^DONE\. Bill BILL-\d+ is approved to pay\./,
    async after({ number, see }) {
      expect(await see('bills', number('bill'))).toMatchObject({ status: 'APPROVED_TO_PAY' });
    },
  },
  {
    says: 'Pay it through their factor with quick pay.',
    tool: 'pay_bills',
    input: ({ number }) => ({ bills: [number('bill')], quickPay: true, method: 'ACH', reference: 'ACH-5511' }),
    decides: 'apart',
    answers: /^DONE\. Payment recorded: BP-\d+ \$1,462\.50\.[^]*to «Northgate Freight Capital»/,
    keeps: { paid: /BP-\d+/ },
    async after({ number, see }) {
      expect(await see('bills', number('bill'))).toMatchObject({ status: 'PAID', amountPaid: 1462.5 });
    },
  },
  {
    says: 'Send the factor the remittance.',
    tool: 'send_remittance',
    input: ({ number }) => ({ payments: [number('paid')] }),
    decides: 'on a form',
    answers: /^DONE\. The remittance advice of BP-\d+ is on its way to «.*northgate-freight-capital\.example»/,
    async after({ number, see }) {
      expect(await see('bills', number('bill'))).toMatchObject({ status: 'PAID' });
    },
  },
  {
    says: 'Which bills are clean?',
    tool: 'list_bills',
    input: { verdict: 'clean', limit: 3 },
    answers: /^30 clean bills in review/m,
    keeps: {
      one: /BILL-\d+/,
      two: /(?<=BILL-\d+ [^]*)BILL-\d+/,
      three: /(?<=BILL-\d+ [^]*BILL-\d+ [^]*)BILL-\d+/,
    },
    async after({ number, see }) {
      expect(await see('bills', number('three'))).toMatchObject({ status: 'IN_REVIEW' });
    },
  },
  {
    says: 'Approve all three. No: leave the last out.',
    tool: 'approve_bills',
    input: ({ number }) => ({ bills: [number('one'), number('two'), number('three')] }),
    decides: 'apart',
    leavesOut: ({ number }) => number('three'),
    answers: /^DONE\. 2 bills are approved to pay/,
    async after({ number, see }) {
      expect(await see('bills', number('one'))).toMatchObject({ status: 'APPROVED_TO_PAY' });
      expect(await see('bills', number('two'))).toMatchObject({ status: 'APPROVED_TO_PAY' });
      expect(await see('bills', number('three'))).toMatchObject({ status: 'IN_REVIEW' });
    },
  },
  {
    says: 'The first one waits: take its approval back.',
    tool: 'reverse_bill',
    input: ({ number }) => ({ bill: number('one'), what: 'approval' }),
    decides: 'on a form',
    answers: /^DONE\. /,
    async after({ number, see }) {
      expect(await see('bills', number('one'))).toMatchObject({ status: 'IN_REVIEW' });
    },
  },
  {
    says: 'What did we do last?',
    tool: 'audit_log',
    input: { limit: 3 },
    answers: /entries in the audit log, newest first/,
    async after({ number, see }) {
      expect(await see('bills', number('one'))).toMatchObject({ status: 'IN_REVIEW' });
    },
  },
];
