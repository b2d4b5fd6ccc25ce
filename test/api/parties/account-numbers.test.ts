import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { type ApiAnswer, startService, type TestService } from '../../support/service/service.ts';
import { everythingStored } from '../../support/stores/stored.ts';
import { givenCarrier, givenVendor } from './parties.ts';
import { directInput } from './payees.ts';

const number = '000123456789';
const changed = '000987654321';

/** The three kinds of record that have a bank account. */
async function holders(api: TestService) {
  return [
    { collection: 'carrier-factors', input: { companyName: 'Quick Factor' } },
    { collection: 'carrier-payment-methods', input: { carrierId: (await givenCarrier(api)).id, ...directInput } },
    {
      collection: 'vendor-payment-methods',
      input: { vendorId: (await givenVendor(api)).id, paymentMethodType: 'ACH' },
    },
  ];
}

const textOf = ({ headers, body }: ApiAnswer) => JSON.stringify([[...headers], body]);

onBothDatabases('account numbers', (database) => {
  test('are in no answer and nowhere in the store, also not in the answers kept for repeated requests', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    const answers: ApiAnswer[] = [];

    for (const { collection, input } of await holders(api)) {
      const path = `/v1/${collection}`;
      const once = { 'idempotency-key': collection };
      const create = () => api.request('POST', path, { ...input, accountNumber: number }, once);
      const { id } = (await create()).body;
      const replayed = await create();
      const patched = await api.request(
        'PATCH',
        `${path}/${id}`,
        { accountNumber: changed },
        { 'idempotency-key': id },
      );
      expect([replayed.headers.get('idempotency-replayed'), replayed.body.accountNumber]).toEqual(['true', '****6789']);
      answers.push(
        replayed,
        patched,
        await api.request('GET', `${path}/${id}`),
        await api.request('POST', `${path}/filter`),
      );
    }
    for (const path of ['/v1/carriers', '/v1/vendors']) answers.push(await api.request('POST', `${path}/filter`));

    const everything = [...answers.map(textOf), await everythingStored(api)].join('\n');
    expect(everything).toContain('****4321');
    expect(everything).toContain('enc:v1:');
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(changed);
  });

  test('are in no refusal, whatever is wrong with the request', async () => {
    await using api = await startService(database);
    const nobody = '00000000-0000-7000-8000-000000000000';

    for (const { collection, input } of await holders(api)) {
      const post = (body: object | string, headers = {}) => api.request('POST', `/v1/${collection}`, body, headers);
      const sent = { ...input, accountNumber: number };
      await post({ ...input, key: 'mine' });
      const refused = [
        await post({ ...sent, paymentTermId: nobody }),
        await post({ ...sent, key: 'mine' }),
        await post({ ...sent, currency: 'DOLLARS' }),
        await post({ ...sent, colour: number }),
        await post({ ...input, accountNumber: Number(number) }),
        await post({ ...input, accountNumber: [number] }),
        await post({ ...input, accountNumber: `*${number}` }),
        await post({ ...input, accountNumber: number.repeat(6) }),
        await post(`{"accountNumber": "${number}",`),
        await api.request('PATCH', `/v1/${collection}/nobody`, { accountNumber: number }),
        await post(sent, { 'idempotency-key': 'x'.repeat(300) }),
      ];

      expect(refused.map(({ status }) => status)).toEqual([422, 409, 400, 400, 400, 400, 400, 400, 400, 404, 400]);
      for (const answer of refused) expect(textOf(answer)).not.toContain('123456789');
    }
  });

  test('that were masked are not taken back, and what is stored stays', async () => {
    await using api = await startService(database);

    for (const { collection, input } of await holders(api)) {
      const { body } = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber: number });
      for (const accountNumber of [body.accountNumber, '****', '****1234', '000*23456789']) {
        const patched = await api.request('PATCH', `/v1/${collection}/${body.id}`, { accountNumber });
        const created = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber });
        const refusal = { field: 'accountNumber', message: 'must be the full number, not the masked one' };
        expect([patched, created].map((answer) => [answer.status, answer.body.error.details])).toEqual([
          [400, [refusal]],
          [400, [refusal]],
        ]);
      }
      expect((await api.request('GET', `/v1/${collection}/${body.id}`)).body.accountNumber).toBe('****6789');
    }
  });

  test('too short to hide anything behind their last four digits are hidden whole', async () => {
    await using api = await startService(database);

    for (const { collection, input } of await holders(api)) {
      const { body } = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber: '4321' });
      const short = await api.request('POST', `/v1/${collection}`, { ...input, accountNumber: '432' });
      expect([body.accountNumber, short.status]).toEqual(['****', 400]);
    }
  });
});
