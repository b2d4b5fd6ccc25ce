import { holdsText, isSameText } from '../../src/domain/kit/folding.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { VendorRecord } from '../records/record-types.ts';
import { namedLike } from './closest.ts';
import type { Finder } from './finder.ts';

const candidatesMax = 50;

export const vendorFinder: Finder<VendorRecord> = {
  noun: 'vendor',
  looksAt: 'vendor numbers, client keys and names',
  friendly: 'vendor',
  get: (ctx, id, by) => ctx.api.vendors.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    return (await ctx.api.vendors.filter({ filter: { friendlyId: { in: [...friendlyIds] } }, pageSize: candidatesMax }))
      .data;
  },
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.vendors.filter, {
      filter: { name: { includes: text } },
      local: { name: ({ name }) => holdsText(name, text) },
      rowsMax: candidatesMax,
    });
    return rows;
  },
  close: (ctx, text) =>
    namedLike(text, async (query) => {
      const { data } = await ctx.api.vendors.search({ query, format: 'full', pagination: { pageSize: candidatesMax } });
      return data.flatMap((row) => (row.object === 'VENDOR' ? [row] : []));
    }),
  isNamed: ({ name }, text) => isSameText(name, text),
  describe: ({ name, status }) => [name, status].filter(Boolean).join(', '),
};
