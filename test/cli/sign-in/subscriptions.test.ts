import { expect, test } from 'vitest';
import { staff, startSignedInDesk } from './signed-in-desk.ts';

const listAddresses = (count: number) => Array.from({ length: count }, (_, nth) => `waybill://shipments/SHP-${nth}`);

test('one person who subscribes to all that there is leaves room for the others of the same role', async () => {
  await using desk = await startSignedInDesk({
    accounts: { ...staff, vic: { ...staff.vera, email: 'vic@example.com' } },
  });
  await using vera = await desk.connect('vera');
  await using vic = await desk.connect('vic');

  await expect(vera.client.listen({ resourceSubscriptions: listAddresses(1000) })).rejects.toThrow(
    'Too many resources',
  );
  await vera.client.listen({ resourceSubscriptions: listAddresses(150) });
  await expect(vera.client.listen({ resourceSubscriptions: listAddresses(51) })).rejects.toThrow('Too many resources');
  // More than the 200 of one person, were they counted together.
  const { honoredFilter } = await vic.client.listen({ resourceSubscriptions: listAddresses(51) });

  expect(honoredFilter.resourceSubscriptions).toHaveLength(51);
});
