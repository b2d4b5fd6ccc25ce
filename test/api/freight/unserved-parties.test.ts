import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { insertCarrier, insertCustomer, insertShipment } from '../../support/records/fixtures.ts';
import { convertQuote, order, createQuotedQuote } from '../../support/records/quotes.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const setStatus = ({ database }: TestService, id: string, status: 'ACTIVE' | 'BLOCKED' | 'CLOSED') =>
  database.transaction((tx) => tx.updateTable('customer').set({ status }).where('id', '=', id).execute());

onOneDatabase('a customer that is to get no more freight', (database) => {
  test.each(['BLOCKED', 'CLOSED'] as const)('%s: no way leads to a new quote or shipment for it', async (status) => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);
    const { id } = quote.customer;
    const ofCustomer = await insertShipment(api, { customer_id: id });
    const ofOtherCustomer = await insertShipment(api);
    await setStatus(api, id, status);

    const answers = [
      await api.request('POST', '/v1/quotes', { customer: { id }, order }),
      await api.request('POST', '/v1/shipments', { customer: { id }, orders: [order] }),
      await api.request('PATCH', `/v1/shipments/${ofOtherCustomer.id}`, { customer: { id } }),
      await api.request('POST', `/v1/shipments/${ofCustomer.id}/duplicate`),
      await convertQuote(api, quote),
    ];

    for (const { status: code, body } of answers) {
      expect([code, body.error?.code]).toEqual([409, 'CONFLICT']);
      expect(body.error.message).toContain(`Acme Foods is ${status}: it gets no new quotes and shipments`);
    }
    expect((await api.request('PATCH', `/v1/shipments/${ofCustomer.id}`, { customer: { id } })).status).toBe(200);
    await setStatus(api, id, 'ACTIVE');
    expect((await convertQuote(api, quote)).status).toBe(200);
  });

  test('no price is asked of a carrier that must not be used', async () => {
    await using api = await startService(database);
    const customer = { id: (await insertCustomer(api)).id };
    const carrier = { id: (await insertCarrier(api, { status: 'DO_NOT_USE' })).id };

    const refused = await api.request('POST', '/v1/quotes', { customer, carrier, order });

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(refused.body.error.message).toContain('is DO_NOT_USE');
  });
});
