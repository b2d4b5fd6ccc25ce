import { expect, test } from 'vitest';
import { catalogue, getGate } from '../../src/contract/catalogue.ts';

/** Names of fields that identify a party in another system, or that say where money or mail goes. */
const identityLike = [
  /e-?mail/i,
  /phone|fax$/i,
  /user_?name|login/i,
  /^mcp|^dat[A-Z]|^qbo|^golden|external_?id/i,
  /^(?:mc|dot|ff|mx|rfc|ein|vat)Number$|^(?:scac|ein|duns|taxId|iataCode)$/,
  /^bank|account|^aba|^wire$|swift|clabe|^eft|routing|iban/i,
  /address|contactInfo|payTo|remit/i,
  /^url$|token|secret/i,
];

/** Records that mail, money or freight follows, or that name people: other systems find them by their client key. */
const namedByKey = new Set([
  'bills',
  'carrierContacts',
  'carrierFactors',
  'carriers',
  'companies',
  'customerContacts',
  'customers',
  'locationContacts',
  'locations',
  'paymentTerms',
  'users',
  'vendorContacts',
  'vendors',
]);

/** Fields that ask for a person's form in place of an approval, each with its reason. */
const confirmed: Readonly<Record<string, string>> = {
  'locations.update.address': 'a plan shows the freight that it moves; no money follows it',
  'locations.update.key': 'as the address',
  'loads.addCarrier.driverPhone': 'the whole booking is confirmed',
  'loads.updateCarrier.driverPhone': 'of one load; the carrier stays',
  'billPayments.sendRemittance.toEmail': 'the form shows the address, and whether it is on record',
  'billPayments.sendRemittance.ccEmails': 'as the address',
  'invoices.send.toEmails': 'as the address',
  'invoices.send.ccEmails': 'as the address',
};

/** Fields that need no consent, each with its reason. */
const free: Readonly<Record<string, string>> = {
  'locations.create.address': 'a new place, which no freight goes to yet',
};

/** `users.update.mcpUsername` with the gate of a call that sends nothing else. */
const fields = catalogue()
  .filter(({ effect }) => effect !== 'read')
  .flatMap(({ name, operation }) => {
    const [resource = '', verb = ''] = name.split('.');
    const names = Object.keys(Reflect.get(Object(operation.body), 'shape') ?? {});
    return names
      .filter(
        (field) =>
          identityLike.some((pattern) => pattern.test(field)) ||
          (field === 'key' && verb === 'update' && namedByKey.has(resource)),
      )
      .map((field) => [`${name}.${field}`, getGate(operation, { [field]: 'x' })] as const);
  });

test('the fields that look like an identity are found', () => {
  const names = fields.map(([name]) => name);

  expect(names.length).toBeGreaterThan(100);
  expect(names).toEqual(
    expect.arrayContaining(['users.update.mcpUsername', 'users.update.email', 'customers.update.qboCustomerId']),
  );
});

test('each field that says who somebody is, or where money or mail goes, asks for an approval', () => {
  const softer = fields.filter(
    ([name, gate]) => gate !== 'approve' && gate !== 'off' && !(name in confirmed) && !(name in free),
  );

  expect(softer).toEqual([]);
});

test('each exception asks for what it says, and is one of a field that exists', () => {
  const gates = new Map<string, string>(fields);

  expect(Object.keys(confirmed).map((name) => [name, gates.get(name)])).toEqual(
    Object.keys(confirmed).map((name) => [name, 'confirm']),
  );
  expect(Object.keys(free).map((name) => [name, gates.get(name)])).toEqual(
    Object.keys(free).map((name) => [name, 'audit']),
  );
});
