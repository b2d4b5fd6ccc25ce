import { expect, test } from 'vitest';
import { startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import { unsorted } from '../../support/foreign-api/profiles.ts';

type ListedIds = { readonly data: readonly { readonly id: string }[] };

const onboarded = { carrierProfileId: { operator: 'EXISTS' } };
const orders = ['asc', 'desc'] as const;

test('a list that the API does not sort is shown in the requested order, or says that its order is not certain', async () => {
  await using foreign = await startForeignDesk(unsorted);
  const read = (operation: string, input: object) =>
    foreign.callTool('api_read', { operation, input, fields: ['id'], limit: 20 });
  const sortings = [
    { operation: 'carriers.search', field: 'name', criteria: onboarded },
    { operation: 'carriers.search', field: 'loadsCount', criteria: onboarded },
    { operation: 'customers.search', field: 'name' },
    { operation: 'vendors.search', field: 'city' },
  ];

  for (const { operation, field, criteria = {} } of sortings)
    for (const order of orders) {
      const input = { criteria, sort: [{ field, order }], pagination: { pageSize: 20 } };
      const { data } = (await foreign.api.call(operation, input)) as ListedIds;
      const answer = await read(operation, input);

      expect(answer.data.rows, `${operation} by ${field} ${order}`).toEqual(data.map(({ id }) => ({ id })));
      expect(answer.text).not.toContain("isn't certain");
    }
  const registry = await read('carriers.search', { sort: [{ field: 'name', order: 'asc' }] });
  const learned = (await foreign.foreignApi.capabilities.list()).filter(({ verdict }) => verdict === 'disproved');

  expect(registry.text).toContain("the order of its rows isn't certain");
  expect(learned.map(({ name }) => name)).toContain('sort carriers.search');
});
