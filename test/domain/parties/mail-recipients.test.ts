import { expect, test } from 'vitest';
import { listInvoiceContacts, isFreeMail, listRemittanceChoices } from '../../../src/domain/parties/mail-recipients.ts';

const buildContact = (email: string | null, roles: readonly string[] = [], isPrimary = false) => ({
  email,
  roles,
  isPrimary,
});
const buildMethod = (email: string | null, isPreferred: boolean, status: string) => ({ email, isPreferred, status });
const listEmails = (chosen: readonly { readonly email: string | null }[]) => chosen.map(({ email }) => email);

test.each([
  ['contacts for billing', [buildContact('p@a.test', [], true), buildContact('b@a.test', ['BILLING'])], ['b@a.test']],
  [
    'all of them',
    [buildContact('b@a.test', ['BILLING']), buildContact('c@a.test', ['BILLING'])],
    ['b@a.test', 'c@a.test'],
  ],
  [
    'else the first primary one',
    [buildContact('p@a.test', [], true), buildContact('q@a.test', [], true)],
    ['p@a.test'],
  ],
  ['nobody without an address', [buildContact(null, ['BILLING']), buildContact('p@a.test', [], true)], ['p@a.test']],
  ['nobody else', [buildContact('x@a.test', ['DISPATCH'])], []],
])('invoices go to %s', (_, contacts, emails) => {
  expect(listEmails(listInvoiceContacts(contacts))).toEqual(emails);
});

test('a remittance advice goes to the factor, accounting, the method in use, the company, in this order', () => {
  const choices = listRemittanceChoices({
    factor: { email: 'f@a.test' },
    contacts: [buildContact('d@a.test', ['DISPATCH']), buildContact('a@a.test', ['ACCOUNTING'])],
    methods: [
      buildMethod('old@a.test', true, 'INACTIVE'),
      buildMethod('spare@a.test', false, 'ACTIVE'),
      buildMethod('m@a.test', true, 'ACTIVE'),
    ],
    company: { email: 'c@a.test' },
  });

  expect(listEmails(choices)).toEqual(['f@a.test', 'a@a.test', 'm@a.test', 'c@a.test']);
});

test.each([
  ['Lee@Gmail.com', true],
  ['lee@gmail.com.acme.test', false],
  ['lee@acme.test', false],
])('%s is free mail: %s', (email, isFree) => {
  expect(isFreeMail(email)).toBe(isFree);
});
