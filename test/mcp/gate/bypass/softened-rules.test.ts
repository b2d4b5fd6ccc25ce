import { expect, test } from 'vitest';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { createBookedLoad, createBilledLoad, createPayee } from '../../../support/records/payables.ts';
import { createEverything } from '../../../support/service/one-of-everything.ts';
import { prepareFor } from '../../../support/service/prepared-records.ts';
import { listEffects, callAndAccept } from './effects.ts';

interface Softened {
  readonly carrier: string;
  readonly customer: string;
  readonly contact: string;
  readonly vendor: string;
  readonly factor: string;
  readonly term: string;
}

interface Edit {
  readonly operation: string;
  readonly input: (records: Softened) => Record<string, unknown>;
}

/** Changes that an attacker would make first, so that a rule lets the next write pass. */
const edits: Readonly<Record<string, Edit>> = {
  'insurance that lapsed': {
    operation: 'carriers.update',
    input: ({ carrier }) => ({ id: carrier, insuranceExpirationDate: '2030-01-01T00:00:00.000Z' }),
  },
  'authority that is gone': {
    operation: 'carriers.update',
    input: ({ carrier }) => ({ id: carrier, operatingAbility: 'AUTHORIZED', inFmcsa: true }),
  },
  'a rating': { operation: 'carriers.update', input: ({ carrier }) => ({ id: carrier, rating: 'SATISFACTORY' }) },
  'a status': { operation: 'carriers.update', input: ({ carrier }) => ({ id: carrier, status: 'ACTIVE' }) },
  'where a carrier is paid': {
    operation: 'carrierPaymentMethods.create',
    input: ({ carrier }) => ({
      carrierId: carrier,
      paymentRecipientType: 'DIRECT',
      companyName: 'Elsewhere LLC',
      paymentMethodType: 'ACH',
      isPreferred: true,
    }),
  },
  'the account of a factor': {
    operation: 'carrierFactors.update',
    input: ({ factor }) => ({ id: factor, accountNumber: '000987654321' }),
  },
  'where a vendor is written to': {
    operation: 'vendors.update',
    input: ({ vendor }) => ({ id: vendor, email: 'mallory@evil.test' }),
  },
  'the credit limit': {
    operation: 'customers.update',
    input: ({ customer }) => ({ id: customer, creditLimit: 900_000 }),
  },
  'the days of a payment term': { operation: 'paymentTerms.update', input: ({ term }) => ({ id: term, days: 120 }) },
  'the address of a contact': {
    operation: 'customerContacts.update',
    input: ({ contact }) => ({ id: contact, contactInfo: { name: 'Ann', email: 'mallory@evil.test' } }),
  },
  'a new contact for the papers': {
    operation: 'customerContacts.create',
    input: ({ customer }) => ({
      customerId: customer,
      name: 'Mallory',
      contactTypes: ['BILLING'],
      contactInfo: { name: 'Mallory', email: 'mallory@evil.test' },
    }),
  },
};

const toSoftened = (all: Awaited<ReturnType<typeof createEverything>>): Softened => ({
  carrier: all.carrier.id,
  customer: all.customer.id,
  contact: all.customerContact.id,
  vendor: all.vendor.id,
  factor: all.carrierFactor.id,
  term: all.term.id,
});

test('no value that a rule reads is changed with less than an approval: not by no one, a no or a tick', async () => {
  await using desk = await startDesk({ tools: [] });
  const records = toSoftened(await createEverything(desk, 'Ironbark'));
  const faults: string[] = [];

  for (const [label, { operation, input }] of Object.entries(edits))
    for (const person of ['none', 'decline', 'accept'] as const) {
      const call = { operation, input: input(records) };
      let status: string | undefined;
      const effects = await listEffects(desk, async () => {
        status = (await desk.callTool('api_write', call, person)).data.status;
      });
      if (status !== 'approval_required' || effects.length > 0)
        faults.push(`${label} (${person}): ${status} ${effects.join(', ')}`);
    }

  expect(faults).toEqual([]);
});

/** Approves and runs a change. Later writes that depend on it are not approved by that. */
async function approveAndRun(desk: TestDesk, operation: string, input: object): Promise<void> {
  const { data } = await desk.callTool('api_write', { operation, input });
  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
  expect(done.data.status).toBe('done');
}

const awaiting = { answer: 'approval_required', effects: [] };

test('a carrier whose insurance was renewed just now is not booked with a tick', async () => {
  await using desk = await startDesk({ tools: [] });
  const all = await createEverything(desk, 'Ironbark');
  const { shipment } = await prepareFor(desk, 'loads.addCarrier', all);
  const carrier = await createPayee(desk, 'Prairie Haul');
  await desk.api.carriers.update({ id: carrier.id, insuranceExpirationDate: '2026-01-01T00:00:00.000Z' });
  const booking = { shipment: shipment.id, carrier: carrier.id, rate: 1500 };

  const before = await callAndAccept(desk, 'book_carrier', booking);
  await approveAndRun(desk, 'carriers.update', {
    id: carrier.id,
    insuranceExpirationDate: '2030-01-01T00:00:00.000Z',
    operatingAbility: 'AUTHORIZED',
    inFmcsa: true,
    rating: 'SATISFACTORY',
    insuranceAuthorityDate: '2019-05-01T00:00:00.000Z',
  });
  const after = await callAndAccept(desk, 'book_carrier', booking);

  expect(before).toEqual({ answer: 'REFUSED', effects: [] });
  expect(after).toEqual(awaiting);
});

test('a bill is not approved with a tick after its payee got another account', async () => {
  await using desk = await startDesk({ tools: [] });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const [first, second] = [
    await createBilledLoad(desk, { carrier, reference: 'PH-1' }),
    await createBilledLoad(desk, { carrier, reference: 'PH-2' }),
  ];

  const clean = await callAndAccept(desk, 'approve_bills', { bills: [first.bill.id] });
  await approveAndRun(desk, 'carrierPaymentMethods.create', {
    carrierId: carrier.id,
    paymentRecipientType: 'DIRECT',
    companyName: 'Prairie Haul',
    paymentMethodType: 'ACH',
    isPreferred: true,
  });
  const after = await callAndAccept(desk, 'approve_bills', { bills: [second.bill.id] });

  expect(clean.answer).toBe('done');
  expect(after).toEqual(awaiting);
});

test.each(['customerContacts.create', 'customerContacts.update'])(
  'an address that came on record just now gets no invoice with a tick: %s',
  async (operation) => {
    await using desk = await startDesk({ tools: [] });
    const all = await createEverything(desk, 'Ironbark');
    const contact = {
      contactInfo: { name: 'Mallory', email: 'mallory@ironbark-foods.test' },
      contactTypes: ['BILLING'],
    };
    const contactInput = operation.endsWith('create')
      ? { customerId: all.customer.id, name: 'Mallory' }
      : { id: all.customerContact.id };
    await approveAndRun(desk, operation, { ...contactInput, ...contact });

    const sent = await callAndAccept(desk, 'send_invoice', {
      invoices: [all.invoice.id],
      to: 'mallory@ironbark-foods.test',
    });
    const raw = await callAndAccept(desk, 'api_write', {
      operation: 'invoices.send',
      input: { id: all.invoice.id, toEmails: ['mallory@ironbark-foods.test'] },
    });

    expect([sent, raw]).toEqual([awaiting, awaiting]);
  },
);

test('a twin that was made first is neither booked nor billed by the name it shares', async () => {
  await using desk = await startDesk({ tools: [] });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const { shipmentId } = await createBookedLoad(desk, { carrier, isDelivered: false });
  await desk.callTool('set_up_carrier', { name: 'Prairie Haul', again: true }, 'accept');
  const { data: carriers } = await desk.api.carriers.filter({});
  const twin = carriers.find(({ id, name }) => name === 'Prairie Haul' && id !== carrier.id);

  const byName = await callAndAccept(desk, 'replace_carrier', {
    shipment: shipmentId,
    reason: 'fell off',
    with: 'Prairie Haul',
    rate: 900,
  });
  const byId = await callAndAccept(desk, 'replace_carrier', {
    shipment: shipmentId,
    reason: 'fell off',
    with: twin?.id,
    rate: 900,
  });

  expect([byName.effects, byId.effects]).toEqual([[], []]);
  expect([byName.answer, byId.answer]).toEqual(['AMBIGUOUS', 'REFUSED']);
});
