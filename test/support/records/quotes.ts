import { expect } from 'vitest';
import type { TestService } from '../service/service.ts';

/** From Chicago to Dallas, in the request's words. */
export const order = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
  ],
  freight: { weight: 42_000 },
};

export const ana = { email: 'ana@brokerage.test', name: 'Ana', status: 'ACTIVE', roles: ['CUSTOMER_REP'] };

interface QuoteReference {
  readonly id: string;
}

export const buildRefusal = (status: number, field: string) => ({ status, body: { error: { details: [{ field }] } } });

export async function createCustomer(api: TestService) {
  const { status, body } = await api.request('POST', '/v1/customers', { name: 'Acme Foods', status: 'ACTIVE' });
  expect(status).toBe(201);
  return body;
}

export async function createQuote(api: TestService, input: object = {}) {
  const customer = { id: (await createCustomer(api)).id };
  const { status, body } = await api.request('POST', '/v1/quotes', { customer, order, ...input });
  expect(status).toBe(201);
  return body;
}

export async function createQuotedQuote(api: TestService) {
  const quote = await createQuote(api, { amount: 1950 });
  expect((await changeQuote(api, quote, { status: 'QUOTED' })).status).toBe(200);
  return quote;
}

export const changeQuote = (api: TestService, { id }: QuoteReference, change: object) =>
  api.request('PATCH', `/v1/quotes/${id}`, change);

export const readQuote = async (api: TestService, { id }: QuoteReference) =>
  (await api.request('GET', `/v1/quotes/${id}`)).body;

export const convertQuote = (api: TestService, { id }: QuoteReference, body?: object) =>
  api.request('POST', `/v1/quotes/${id}/convert-to-shipment`, body);

export async function findQuotes(api: TestService, filter: object): Promise<string[]> {
  const { status, body } = await api.request('POST', '/v1/quotes/filter', { filter });
  expect(status).toBe(200);
  return body.data.map(({ id }: QuoteReference) => id);
}
