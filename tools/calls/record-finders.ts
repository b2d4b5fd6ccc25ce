import type { ToolContext } from '../../src/mcp/tool/context.ts';
import {
  billFinder,
  carrierFinder,
  customerFinder,
  documentFinder,
  invoiceFinder,
  quoteFinder,
  shipmentFinder,
} from '../arguments/finders.ts';
import { declaredFinder, type FoundRecord, isReadable } from '../arguments/declared-finder.ts';
import type { Finder } from '../arguments/finder.ts';
import { resolve } from '../arguments/resolve.ts';
import { vendorFinder } from '../arguments/vendor-finder.ts';

type Find = (ctx: ToolContext, text: string) => Promise<{ readonly record: FoundRecord; readonly as: string }>;

/** Records that people call by more than their number, as every tool finds them. */
const known: Readonly<Record<string, Find>> = {
  bills: finding(billFinder),
  carriers: finding(carrierFinder),
  customers: finding(customerFinder),
  documents: finding(documentFinder),
  invoices: finding(invoiceFinder),
  quotes: finding(quoteFinder),
  shipments: finding(shipmentFinder),
  vendors: finding(vendorFinder),
};

const finders = new Map(Object.entries(known));

/** How a record of the resource is found by what a person calls it; undefined where the API reads none by itself. */
export function finderOf(resource: string): Find | undefined {
  const found = finders.get(resource) ?? (isReadable(resource) ? finding(declaredFinder(resource)) : undefined);
  if (found) finders.set(resource, found);
  return found;
}

function finding<Found extends { readonly id: string; readonly friendlyId?: string | undefined }>(
  finder: Finder<Found>,
): Find {
  return async (ctx, text) => {
    const { record, resolved } = await resolve(ctx, finder, text);
    return { record: { ...record }, as: resolved.as };
  };
}
