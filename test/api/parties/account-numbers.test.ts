import { expect, test } from 'vitest';
import { accountNumberFields } from '../../../src/domain/payments/account-number.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiAnswer, startService, type TestService } from '../../support/service/service.ts';
import { readEverything } from '../../support/stores/stored.ts';
import { createCarrier, createVendor } from './parties.ts';
import { directInput } from './payees.ts';

const number = '000123456789';
const changed = '000987654321';

/** Lists the three kinds of record that have a bank account. */
async function listHolders(api: TestService) {
  return [
    { collection: 'carrier-factors', input: { companyName: 'Quick Factor' } },
    { collection: 'carrier-payment-methods', input: { carrierId: (await createCarrier(api)).id, ...directInput } },
    {
      collection: 'vendor-payment-methods',
      input: { vendorId: (await createVendor(api)).id, paymentMethodType: 'ACH' },
    },
  ];
}

const formatAnswer = ({ headers, body }: ApiAnswer) => JSON.stringify([[...headers], body]);

onOneDatabase('account numbers', (database) => {
  test.each(accountNumberFields)('%s: is in no answer, no event and nowhere in the store', async (field) => {
    await using api = await startService(database, { hasOwnStore: true });
    const answers: ApiAnswer[] = [];
    const kinds = ['CARRIER_FACTOR', 'CARRIER_PAYMENT_METHOD', 'VENDOR_PAYMENT_METHOD'];
    const events = kinds.flatMap((kind) => [`${kind}_CREATED`, `${kind}_UPDATED`]);
    const token = 'a-token-of-the-receiver';
    await api.request('POST', '/v1/webhook-subscriptions', { url: 'https://hooks.example/in', events, token });

    for (const { collection, input } of await listHolders(api)) {
      const path = `/v1/${collection}`;
      const once = { 'idempotency-key': collection };
      const create = () => api.request('POST', path, { ...input, [field]: number }, once);
      const { id } = (await create()).body;
      const replayed = await create();
      const patched = await api.request('PATCH', `${path}/${id}`, { [field]: changed }, { 'idempotency-key': id });
      expect([replayed.headers.get('idempotency-replayed'), replayed.body[field]]).toEqual(['true', '****6789']);
      answers.push(
        replayed,
        patched,
        await api.request('GET', `${path}/${id}`),
        await api.request('POST', `${path}/filter`),
      );
    }
    for (const path of ['/v1/carriers', '/v1/vendors']) answers.push(await api.request('POST', `${path}/filter`));

    const everything = [...answers.map(formatAnswer), await readEverything(api)].join('\n');
    expect(everything).toContain('****4321');
    expect(everything).toContain('enc:v1:');
    expect(everything).toContain('VENDOR_PAYMENT_METHOD_UPDATED');
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(changed);
  });

  test.each(accountNumberFields)('%s: is in no refusal, whatever is wrong with the request', async (field) => {
    await using api = await startService(database);
    const nobody = '00000000-0000-7000-8000-000000000000';

    for (const { collection, input } of await listHolders(api)) {
      const post = (body: object | string, headers = {}) => api.request('POST', `/v1/${collection}`, body, headers);
      const sent = { ...input, [field]: number };
      await post({ ...input, key: 'mine' });
      const refused = [
        await post({ ...sent, paymentTermId: nobody }),
        await post({ ...sent, key: 'mine' }),
        await post({ ...sent, currency: 'DOLLARS' }),
        await post({ ...sent, colour: number }),
        await post({ ...input, [field]: Number(number) }),
        await post({ ...input, [field]: [number] }),
        await post({ ...input, [field]: `*${number}` }),
        await post({ ...input, [field]: number.repeat(6) }),
        await post(`{"${field}": "${number}",`),
        await api.request('PATCH', `/v1/${collection}/nobody`, { [field]: number }),
        await post(sent, { 'idempotency-key': 'x'.repeat(300) }),
      ];

      expect(refused.map(({ status }) => status)).toEqual([422, 409, 400, 400, 400, 400, 400, 400, 400, 404, 400]);
      for (const answer of refused) expect(formatAnswer(answer)).not.toContain('123456789');
    }
  });

  test.each(accountNumberFields)(
    '%s: is not taken back where it is masked, and what is stored stays',
    async (field) => {
      await using api = await startService(database);

      for (const { collection, input } of await listHolders(api)) {
        const { body } = await api.request('POST', `/v1/${collection}`, { ...input, [field]: number });
        for (const sent of [body[field], '****', '****1234', '000*23456789']) {
          const patched = await api.request('PATCH', `/v1/${collection}/${body.id}`, { [field]: sent });
          const created = await api.request('POST', `/v1/${collection}`, { ...input, [field]: sent });
          const refusal = { field, message: 'must be the full number, not the masked one' };
          expect([patched, created].map((answer) => [answer.status, answer.body.error.details])).toEqual([
            [400, [refusal]],
            [400, [refusal]],
          ]);
        }
        expect((await api.request('GET', `/v1/${collection}/${body.id}`)).body[field]).toBe('****6789');
      }
    },
  );

  test('too short to hide anything behind their last four digits are hidden whole', async () => {
    await using api = await startService(database);

    for (const { collection, input } of await listHolders(api)) {
      const { body } = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber: '4321' });
      const short = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber: '432' });
      expect([body.accountNumber, short.status]).toEqual(['****', 400]);
    }
  });
});
