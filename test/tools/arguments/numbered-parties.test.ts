import { expect, test } from 'vitest';
import { builtInPolicy, type Policy } from '../../../src/mcp/policy/policy.ts';
import { replaceMethods } from '../../../src/mcp/tool/allowed-calls.ts';
import { type QuoteDesk, startQuoteDesk } from '../../mcp/support/quote-desk.ts';

const lane = {
  origin: 'Dallas, TX',
  destination: 'Atlanta, GA',
  equipment: 'dry van',
  pickup: 'Monday 8am',
  delivery: 'Wednesday',
};

/** Starts a desk with a customer, whose copy holds all records or none, and lists what its tools ask of customers and quotes. */
async function startObservedDesk({
  isFilled,
  policy = builtInPolicy,
}: {
  readonly isFilled: boolean;
  readonly policy?: Policy;
}) {
  const desk = await startQuoteDesk();
  const customer = await desk.createCustomer('Acme Foods');
  const operations: string[] = [];
  const api = replaceMethods(desk.api, {
    call(name, input, options) {
      if (/^(?:customers|quotes)\./.test(name)) operations.push(name);
      return desk.api.call(name, input, options);
    },
  });
  const server = await desk.restart({ apiOf: () => api, policy });
  // A list reads the copy, which is filled for it.
  if (isFilled) await server.callTool('list_quotes', {});
  operations.length = 0;
  const createQuote = (number = customer.friendlyId) => server.callTool('create_quote', { ...lane, customer: number });
  const close = async () => {
    await server.close();
    await desk.close();
  };
  return { desk, server, customer, operations, createQuote, [Symbol.asyncDispose]: close };
}

const countQuotes = async (desk: QuoteDesk) => (await desk.api.quotes.filter({})).data.length;

test('a plan that names a customer by its number reads it once, for its name and its credit', async () => {
  await using observed = await startObservedDesk({ isFilled: true });

  const { data } = await observed.createQuote();

  expect(data.record.customer).toMatchObject({ name: 'Acme Foods' });
  expect(observed.operations).toEqual(['customers.get', 'quotes.create']);
});

test('a customer that the copy does not hold is found by the API', async () => {
  await using observed = await startObservedDesk({ isFilled: false });

  const { data } = await observed.createQuote();

  expect(data.record.customer).toMatchObject({ name: 'Acme Foods' });
  expect(observed.operations).toEqual(['customers.filter', 'customers.get', 'quotes.create']);
});

test.each([
  [{ name: 'Acme Fine Foods' }, 'done', /Customer: «Acme Fine Foods»/],
  [{ status: 'BLOCKED' }, 'CONFLICT', /«Acme Foods» \(A100001\) is blocked/],
] as const)('a customer that was changed to %j a second ago is read as it is now', async (change, status, expected) => {
  await using observed = await startObservedDesk({ isFilled: true });
  await observed.desk.api.customers.update({ id: observed.customer.id, by: 'id', ...change });

  const { data, text } = await observed.createQuote();

  expect(data.status ?? data.error.code).toBe(status);
  expect(text).toMatch(expected);
});

test('a customer that was deleted a second ago gets no quote', async () => {
  await using observed = await startObservedDesk({ isFilled: true });
  await observed.desk.api.customers.delete({ id: observed.customer.id, by: 'id' });

  const { text, isError } = await observed.createQuote();

  expect(isError).toBe(true);
  expect(text).toContain('No customer matches «A100001»');
  expect(await countQuotes(observed.desk)).toBe(0);
});

test('an approval of a plan that the API was asked for is valid when the copy holds the customer', async () => {
  const policy = { ...builtInPolicy, gates: { ...builtInPolicy.gates, create_quote: 'approve' } } as const;
  await using observed = await startObservedDesk({ isFilled: false, policy });
  const { data } = await observed.createQuote();
  await observed.server.callTool('list_quotes', {});

  await observed.desk.approve(data.approval.id);
  const { data: done } = await observed.server.callTool('run_approved', { approvalId: data.approval.id });

  expect(done.status).toBe('done');
  expect(observed.operations.filter((name) => name === 'customers.filter')).toEqual(['customers.filter']);
});
