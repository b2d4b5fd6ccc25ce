import type { ToolContext } from '../../src/mcp/tool/context.ts';
import {
  billFinder,
  carrierFinder,
  customerFinder,
  documentFinder,
  invoiceFinder,
  quoteFinder,
  shipmentFinder,
} from '../arguments/finders/finders.ts';
import { createDeclaredFinder, type DeclaredRecord, isReadable } from '../arguments/finders/declared-finder.ts';
import type { Finder } from '../arguments/finders/finder.ts';
import { findCandidates, resolve } from '../arguments/finders/resolve.ts';
import { catalogCacheSeconds } from '../arguments/catalog-cache.ts';
import { resolveEquipment } from '../arguments/equipment-words.ts';
import { resolvePaymentTerm } from '../arguments/parties/payment-terms.ts';
import { resolveCity } from '../arguments/places.ts';
import { isSameText } from '../../src/domain/text/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';

type FindByText = (ctx: ToolContext, text: string) => Promise<{ readonly record: DeclaredRecord; readonly as: string }>;

/** Finders of the records that people name by more than their number. Every tool finds them the same way. */
const resourceFinders: Readonly<Record<string, FindByText>> = {
  bills: createFind(billFinder),
  carriers: createFind(carrierFinder),
  customers: createFind(customerFinder),
  documents: createFind(documentFinder),
  invoices: createFind(invoiceFinder),
  quotes: createFind(quoteFinder),
  shipments: createFind(shipmentFinder),
  vendors: createFind(vendorFinder),
  loads: createFind(createPartFinder('loads')),
  orders: createFind(createPartFinder('orders')),
  equipment: async (ctx, text) => {
    const { record, resolved } = await resolveEquipment(ctx, text);
    return { record: { ...record }, as: resolved.as };
  },
  cities: async (ctx, text) => ({ record: { ...(await resolveCity(ctx, 'city', text)) }, as: 'name' }),
  paymentTerms: async (ctx, text) => ({ record: { ...(await resolvePaymentTerm(ctx, text)) }, as: 'terms' }),
  specialRequirements: async (ctx, text) => ({ record: { ...(await findRequirement(ctx, text)) }, as: 'name' }),
};

const finders = new Map(Object.entries(resourceFinders));

/**
 * Returns the function that finds a record of the resource by the text that a person uses for it. Returns undefined if
 * the API has no reading of that resource.
 */
export function getFinder(resource: string): FindByText | undefined {
  const finder =
    finders.get(resource) ?? (isReadable(resource) ? createFind(createDeclaredFinder(resource)) : undefined);
  if (finder) finders.set(resource, finder);
  return finder;
}

function createFind<FinderRecord extends { readonly id: string; readonly friendlyId?: string | undefined }>(
  finder: Finder<FinderRecord>,
): FindByText {
  return async (ctx, text) => {
    const { record, resolved } = await resolve(ctx, finder, text);
    return { record: { ...record }, as: resolved.as };
  };
}

/** Creates a finder of a load or an order by its number, or by the text that names a shipment with only one of them. */
function createPartFinder(resource: 'loads' | 'orders'): Finder<DeclaredRecord> {
  const declared = createDeclaredFinder(resource);
  return {
    ...declared,
    looksAt: `${declared.looksAt}, and what names its shipment`,
    async search(ctx, text) {
      const [shipment, ...otherShipments] = (await findCandidates(ctx, shipmentFinder, text)).records;
      if (shipment === undefined || otherShipments.length > 0) return [];
      const { data } = await ctx.api[resource].filter({ filter: { shipmentId: { equalTo: shipment.id } } });
      return data.filter(({ shipmentId }) => shipmentId === shipment.id).map((part) => ({ ...part }));
    },
  };
}

async function findRequirement(ctx: ToolContext, text: string): Promise<DeclaredRecord> {
  const { data } = await ctx.api.referenceData.specialRequirements({}, { cacheSeconds: catalogCacheSeconds });
  const match = data.find(({ name }) => isSameText(name, text.trim()));
  if (match) return { ...match };
  throw new WaybillError(
    'NOT_FOUND',
    `No special requirement is called ${recordText(text, 'list')}; reference_data lists them.`,
    { details: [{ field: 'specialRequirements', message: 'matches nothing' }] },
  );
}
