import type { z } from 'zod';
import type { Vendor } from '../../src/contract/parties/vendors.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { Finder } from './resolve.ts';

export type VendorRecord = z.output<typeof Vendor>;

const candidatesMax = 50;

export const vendorFinder: Finder<VendorRecord> = {
  noun: 'vendor',
  friendly: 'vendor',
  get: (ctx, id, by) => ctx.api.vendors.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    return (await ctx.api.vendors.filter({ filter: { friendlyId: { equalTo: friendlyId } }, pageSize: 5 })).data;
  },
  async search(ctx, text) {
    const lower = text.toLowerCase();
    const { rows } = await scan(ctx, ctx.api.vendors.filter, {
      filter: { name: { includes: text } },
      local: { name: ({ name }) => name.toLowerCase().includes(lower) },
      rowsMax: candidatesMax,
    });
    // Somebody who types a whole name means that vendor, even where the name is part of a longer one.
    const exact = rows.filter(({ name }) => name.toLowerCase() === lower);
    return exact.length > 0 ? exact : rows;
  },
  describe: ({ name, status }) => [name, status].filter(Boolean).join(', '),
};
