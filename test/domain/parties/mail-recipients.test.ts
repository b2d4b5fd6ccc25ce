import { expect, test } from 'vitest';
import { listInvoiceContacts, isFreeMail, listRemittanceChoices } from '../../../src/domain/parties/mail-recipients.ts';

const contact = (email: string | null, roles: readonly string[] = [], isPrimary = false) => ({
  email,
  roles,
  isPrimary,
});
const method = (email: string | null, isPreferred: boolean, status: string) => ({ email, isPreferred, status });
const emailsOf = (chosen: readonly { readonly email: string | null }[]) => chosen.map(({ email }) => email);

test.each([
  ['contacts for billing', [contact('p@a.test', [], true), contact('b@a.test', ['BILLING'])], ['b@a.test']],
  ['all of them', [contact('b@a.test', ['BILLING']), contact('c@a.test', ['BILLING'])], ['b@a.test', 'c@a.test']],
  ['else the first primary one', [contact('p@a.test', [], true), contact('q@a.test', [], true)], ['p@a.test']],
  ['nobody without an address', [contact(null, ['BILLING']), contact('p@a.test', [], true)], ['p@a.test']],
  ['nobody else', [contact('x@a.test', ['DISPATCH'])], []],
])('invoices go to %s', (_, contacts, emails) => {
  expect(emailsOf(listInvoiceContacts(contacts))).toEqual(emails);
});

test('a remittance advice goes to the factor, accounting, the method in use, the company, in this order', () => {
  const choices = listRemittanceChoices({
    factor: { email: 'f@a.test' },
    contacts: [contact('d@a.test', ['DISPATCH']), contact('a@a.test', ['ACCOUNTING'])],
    methods: [
      method('old@a.test', true, 'INACTIVE'),
      method('spare@a.test', false, 'ACTIVE'),
      method('m@a.test', true, 'ACTIVE'),
    ],
    company: { email: 'c@a.test' },
  });

  expect(emailsOf(choices)).toEqual(['f@a.test', 'a@a.test', 'm@a.test', 'c@a.test']);
});

test.each([
  ['Lee@Gmail.com', true],
  ['lee@gmail.com.acme.test', false],
  ['lee@acme.test', false],
])('%s is free mail: %s', (email, isFree) => {
  expect(isFreeMail(email)).toBe(isFree);
});
