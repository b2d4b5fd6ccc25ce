import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { createCarrier, createVendor } from './parties.ts';
import { add, directInput } from './payees.ts';

/**
 * Lists each collection whose records have a payment term, with an input that creates one and the field of the term.
 */
async function listHolders(api: ApiCaller) {
  const [carrier, vendor] = [await createCarrier(api), await createVendor(api)];
  return [
    { path: 'customers', input: { name: 'Acme', status: 'ACTIVE' }, field: 'paymentTerm', byId: false },
    { path: 'carriers', input: { name: 'Swift', type: 'LTL' }, field: 'paymentTermId', byId: true },
    { path: 'vendors', input: { name: 'Customs' }, field: 'paymentTermId', byId: true },
    { path: 'carrier-factors', input: { companyName: 'Quick' }, field: 'paymentTermId', byId: true },
    {
      path: 'carrier-payment-methods',
      input: { carrierId: carrier.id, ...directInput },
      field: 'paymentTermId',
      byId: true,
    },
    {
      path: 'vendor-payment-methods',
      input: { vendorId: vendor.id, paymentMethodType: 'ACH' },
      field: 'paymentTermId',
      byId: true,
    },
  ];
}

const buildRefusal = (field: string) => ({ status: 422, body: { error: { details: [{ field }] } } });

onOneDatabase('the payment term of a party', (database) => {
  test('that is blocked for new use is given to nobody, and stays with who has it', async () => {
    await using api = await startService(database);
    const [term, blocked] = [
      await add(api, 'payment-terms', { name: 'Net 30' }),
      await add(api, 'payment-terms', { name: 'Net 90', doNotUse: true }),
    ];

    for (const { path, input, field, byId } of await listHolders(api)) {
      const buildTermInput = ({ id }: { id: string }) => ({ [field]: byId ? id : { id } });
      const holder = await add(api, path, { ...input, ...buildTermInput(term) });
      const refusedCreation = await api.request('POST', `/v1/${path}`, { ...input, ...buildTermInput(blocked) });
      const changed = await api.request('PATCH', `/v1/${path}/${holder.id}`, buildTermInput(blocked));
      await api.request('PATCH', `/v1/payment-terms/${term.id}`, { doNotUse: true });
      const unchanged = await api.request('PATCH', `/v1/${path}/${holder.id}`, buildTermInput(term));
      const cleared = await api.request('PATCH', `/v1/${path}/${holder.id}`, { [field]: null });
      await api.request('PATCH', `/v1/payment-terms/${term.id}`, { doNotUse: false });

      expect([path, refusedCreation]).toMatchObject([path, buildRefusal(field)]);
      expect([path, changed]).toMatchObject([path, buildRefusal(field)]);
      expect([path, unchanged]).toMatchObject([path, { status: 200, body: { paymentTerm: { id: term.id } } }]);
      expect([path, cleared]).toMatchObject([path, { status: 200, body: { paymentTerm: null } }]);
    }
  });

  test('that is for payables only is given to those who are paid, never to a customer', async () => {
    await using api = await startService(database);
    const { id } = await add(api, 'payment-terms', { name: 'Quick pay', apOnly: true });

    for (const { path, input, field, byId } of await listHolders(api)) {
      const answer = await api.request('POST', `/v1/${path}`, { ...input, [field]: byId ? id : { id } });
      expect([path, answer]).toMatchObject([path, path === 'customers' ? buildRefusal(field) : { status: 201 }]);
    }
  });
});
