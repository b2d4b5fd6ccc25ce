import * as z from 'zod';
import { documentTypes, publicDocumentTypes } from '../../src/domain/freight/document.ts';
import { quoteLostReasons } from '../../src/domain/quotes/quote.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { column, textColumn } from '../records/columns.ts';
import { catalogCacheSeconds } from '../arguments/catalog-cache.ts';
import { resolveFields, listArguments, listOutput } from '../arguments/list-arguments.ts';
import { buildLocalPage } from '../../src/mcp/results/page.ts';

const catalogs = [
  'equipment',
  'charge_codes',
  'special_requirements',
  'lost_reasons',
  'document_types',
  'cities',
] as const;
type Catalog = (typeof catalogs)[number];

interface CatalogDetails {
  readonly noun: string;
  readonly columns: readonly ListColumn[];
  readonly read: (ctx: ToolContext, query: string | undefined) => Promise<readonly ListRow[]>;
}

const cacheOptions = { cacheSeconds: catalogCacheSeconds };

/** Reader and columns of each catalog. The lists of words come from the contract. */
const catalogDetails: Readonly<Record<Catalog, CatalogDetails>> = {
  equipment: {
    noun: 'Kinds of equipment',
    columns: [
      textColumn('name', 'Name'),
      textColumn('category', 'Category'),
      textColumn('group', 'Group'),
      textColumn('subcategory', 'Subcategory'),
    ],
    async read(ctx) {
      const { data } = await ctx.api.referenceData.equipment({}, cacheOptions);
      return data.map(({ id, name, category, group, subcategory }) => ({
        id,
        name,
        category: category?.name,
        group: group?.name,
        subcategory: subcategory?.name,
      }));
    },
  },
  charge_codes: {
    noun: 'Charge codes',
    columns: [
      column('id', 'Id'),
      textColumn('code', 'Code'),
      textColumn('name', 'Name'),
      textColumn('description', 'Description'),
    ],
    read: async (ctx) => (await ctx.api.referenceData.chargeCodes({}, cacheOptions)).data,
  },
  special_requirements: {
    noun: 'Special requirements',
    columns: [textColumn('name', 'Name'), column('type', 'Type')],
    read: async (ctx) => (await ctx.api.referenceData.specialRequirements({}, cacheOptions)).data,
  },
  lost_reasons: {
    noun: 'Reasons for losing a quote',
    columns: [column('reason', 'Reason'), column('needs', 'Needs')],
    read: async () => quoteLostReasons.map((reason) => ({ reason, needs: reason === 'OTHER' ? 'a text' : null })),
  },
  document_types: {
    noun: 'Document types',
    columns: [column('type', 'Type'), column('shownAs', 'Shown as')],
    read: async () =>
      documentTypes.map((type) => ({
        type,
        shownAs: publicDocumentTypes.find((shownType) => shownType === type) ?? 'OTHER',
      })),
  },
  cities: {
    noun: 'Cities',
    columns: [
      textColumn('name', 'City'),
      textColumn('stateProvince', 'State'),
      textColumn('country', 'Country'),
      textColumn('timeZone', 'Time zone'),
    ],
    read: async (ctx, query) => readCities(ctx, query),
  },
};

export const referenceData = tool({
  name: 'reference_data',
  title: 'Reference data',
  description: `The catalogs behind names and codes: equipment, charge codes, special requirements, reasons for losing a quote,
document types, cities with their time zones.
Other tools take the names as people say them; look here when one was refused.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
    'referenceData.equipment',
    'referenceData.chargeCodes',
    'referenceData.specialRequirements',
    'referenceData.cities',
  ],
  input: z.strictObject({ catalog: z.enum(catalogs), query: z.string().max(100).optional(), ...listArguments }),
  output: listOutput,
  async read(ctx, { catalog, query, ...page }) {
    const { noun, columns, read } = catalogDetails[catalog];
    const hidden =
      columns.some(({ key }) => key === 'id') || catalog === 'lost_reasons' || catalog === 'document_types'
        ? []
        : ['id'];
    const fields = resolveFields(page.fields, { columns, hidden });
    const rows = await read(ctx, query);
    const matches = catalog === 'cities' ? rows : rows.filter((row) => hasWords(row, query));
    const matching = query === undefined ? '' : ` matching ${recordText(query, 'list')}`;
    return listResult({
      summary: `${noun}${matching}: ${matches.length}.`,
      asOf: ctx.now(),
      total: matches.length,
      columns,
      hidden,
      ...buildLocalPage(ctx, matches, page),
      format: page.format ?? 'table',
      fields,
    });
  },
});

async function readCities(ctx: ToolContext, query: string | undefined): Promise<readonly ListRow[]> {
  try {
    return (await ctx.api.referenceData.cities(query === undefined ? {} : { query }, cacheOptions)).data;
  } catch (error) {
    const isMissing = error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND');
    if (!isMissing) throw error;
    throw new WaybillError(
      'NOT_IMPLEMENTED',
      'This API has no list of cities; places are given by ZIP code or location.',
      { cause: error },
    );
  }
}

/** Returns true if every word is somewhere in the row. */
function hasWords(row: ListRow, query = ''): boolean {
  const text = Object.values(row).join(' ').toLowerCase().replaceAll('_', ' ');
  return query
    .toLowerCase()
    .split(/[\s_]+/)
    .every((word) => text.includes(word));
}
