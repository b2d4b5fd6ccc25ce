import { expect, test } from 'vitest';
import { getGate } from '../../src/contract/catalogue.ts';
import { operations } from '../../src/contract/operations.ts';

const { bills, billPayments, creditMemos, invoices, payments, webhookSubscriptions } = operations;

test.each([
  ['reading bills', bills.filter, 'none'],
  ['recording a bill', bills.create, 'audit'],
  ['taking an approval back', bills.unapprove, 'confirm'],
  ['sending an invoice', invoices.send, 'confirm'],
  ['restarting the aging of an invoice', invoices.markAwaiting, 'confirm'],
  ['recording a customer payment', payments.create, 'confirm'],
  ['sending a remittance', billPayments.sendRemittance, 'confirm'],
  ['approving a bill', bills.approve, 'approve'],
  ['approving many bills', bills.batchApprove, 'approve'],
  ['invoicing many orders', invoices.batchGenerate, 'approve'],
  ['paying bills', billPayments.create, 'approve'],
  ['giving credit', creditMemos.create, 'approve'],
  ['voiding an invoice', invoices.delete, 'approve'],
  ['reverting a bill', bills.revert, 'approve'],
  ['deleting a customer payment', payments.delete, 'approve'],
  ['sending notifications to an address', webhookSubscriptions.create, 'approve'],
] as const)('%s asks for the right gate', (_, operation, gate) => {
  expect(getGate(operation)).toBe(gate);
});

test('changing the notes of a payment is only written down, changing what it pays needs an approval', () => {
  expect(getGate(payments.update, { id: 'PMT-1', notes: 'called' })).toBe('audit');
  expect(getGate(payments.update, { id: 'PMT-1', notes: 'called', applications: [] })).toBe('approve');
  expect(getGate(bills.update, { id: 'BILL-1', key: 'A-1' })).toBe('approve');
  expect(getGate(bills.update, { id: 'BILL-1', reference: 'A-1' })).toBe('approve');
  expect(getGate(bills.update, { id: 'BILL-1', amount: 1 })).toBe('approve');
});

test.each([
  [{ name: 'Dana' }, 'audit'],
  [{ name: 'Dana', title: 'Dock manager', email: undefined }, 'audit'],
  [{ name: 'Dana', email: 'dana@harbor.example' }, 'approve'],
  [{ name: 'Dana', phoneNumber: '312-555-0144' }, 'approve'],
  [{ name: 'Dana', pager: '1' }, 'approve'],
  ['Dana', 'approve'],
] as const)('a new contact with %j asks for %s, and a changed one is approved', (contactInfo, gate) => {
  const { carrierContacts, customerContacts } = operations;

  for (const { create, update } of [carrierContacts, customerContacts]) {
    expect(getGate(create, { name: 'Dana', contactInfo })).toBe(gate);
    expect(getGate(update, { id: 'c', contactInfo })).toBe('approve');
  }
});
