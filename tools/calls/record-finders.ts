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
import { candidates, resolve } from '../arguments/resolve.ts';
import { catalogCacheSeconds } from '../arguments/catalog-cache.ts';
import { resolveEquipment } from '../arguments/equipment-words.ts';
import { resolvePaymentTerm } from '../arguments/parties/payment-terms.ts';
import { resolveCity } from '../arguments/places.ts';
import { isSameText } from '../../src/domain/kit/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { vendorFinder } from '../arguments/finders.ts';

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
  loads: finding(partFinder('loads')),
  orders: finding(partFinder('orders')),
  equipment: async (ctx, text) => {
    const { record, resolved } = await resolveEquipment(ctx, text);
    return { record: { ...record }, as: resolved.as };
  },
  cities: async (ctx, text) => ({ record: { ...(await resolveCity(ctx, 'city', text)) }, as: 'name' }),
  paymentTerms: async (ctx, text) => ({ record: { ...(await resolvePaymentTerm(ctx, text)) }, as: 'terms' }),
  specialRequirements: async (ctx, text) => ({ record: { ...(await requirementCalled(ctx, text)) }, as: 'name' }),
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

/** A load or an order by its number, or by whatever names a shipment that has no other one. */
function partFinder(resource: 'loads' | 'orders'): Finder<FoundRecord> {
  const declared = declaredFinder(resource);
  return {
    ...declared,
    looksAt: `${declared.looksAt}, and what names its shipment`,
    async search(ctx, text) {
      const [shipment, ...others] = (await candidates(ctx, shipmentFinder, text)).records;
      if (shipment === undefined || others.length > 0) return [];
      const { data } = await ctx.api[resource].filter({ filter: { shipmentId: { equalTo: shipment.id } } });
      return data.filter(({ shipmentId }) => shipmentId === shipment.id).map((part) => ({ ...part }));
    },
  };
}

async function requirementCalled(ctx: ToolContext, text: string): Promise<FoundRecord> {
  const { data } = await ctx.api.referenceData.specialRequirements({}, { cacheSeconds: catalogCacheSeconds });
  const named = data.find(({ name }) => isSameText(name, text.trim()));
  if (named) return { ...named };
  throw new WaybillError(
    'NOT_FOUND',
    `No special requirement is called ${recordText(text, 'list')}; reference_data lists them.`,
    { details: [{ field: 'specialRequirements', message: 'matches nothing' }] },
  );
}
