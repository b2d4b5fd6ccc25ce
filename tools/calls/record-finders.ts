import { catalogue } from '../../src/contract/catalogue.ts';
import { friendlyFormats, type FriendlyResource } from '../../src/domain/kit/friendly-id.ts';
import { isSameText } from '../../src/domain/kit/folding.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
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
import type { Finder } from '../arguments/finder.ts';
import { resolve } from '../arguments/resolve.ts';
import { vendorFinder } from '../arguments/vendor-finder.ts';
import { nameOfRecord } from '../records/record-names.ts';

interface FoundRecord extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly friendlyId?: string | undefined;
}

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

const entries = new Map<string, ReturnType<typeof catalogue>[number]>(catalogue().map((entry) => [entry.name, entry]));
const finders = new Map(Object.entries(known));

/** How a record of the resource is found by what a person calls it; undefined where the API reads none by itself. */
export function finderOf(resource: string): Find | undefined {
  const found =
    finders.get(resource) ?? (entries.has(`${resource}.get`) ? finding(declaredFinder(resource)) : undefined);
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

const nameFields = ['name', 'companyName', 'email'] as const;

/** By the number, the client key and the names that the resource's own declaration knows. */
function declaredFinder(resource: string): Finder<FoundRecord> {
  const singular = resource.replace(/ies$/, 'y').replace(/s$/, '');
  const fields = entries.get(`${resource}.filter`)?.operation.filter ?? {};
  const names = nameFields.filter((name) => fields[name]?.kind === 'string');
  const filtered = async (ctx: ToolContext, filter: object): Promise<readonly FoundRecord[]> => {
    const answer = await ctx.api.call(`${resource}.filter`, { filter, pageSize: 50 });
    const isApplied = isPlainRecord(answer) && [answer['errors'] ?? []].flat().length === 0;
    return isApplied && Array.isArray(answer['data']) ? answer['data'].filter(isFound) : [];
  };
  return {
    noun: singular.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    friendly: isFriendly(singular) && 'friendlyId' in fields ? singular : undefined,
    async get(ctx, id, by) {
      const record = await ctx.api.call(`${resource}.get`, { id, by });
      if (!isFound(record)) throw new Error(`${resource}.get returned no record`);
      return record;
    },
    looksAt: ['numbers and client keys', ...names].join(', '),
    byNumbers: (ctx, friendlyIds) => filtered(ctx, { friendlyId: { in: friendlyIds } }),
    async search(ctx, text) {
      if (names.length === 0) return [];
      const rows = await filtered(ctx, { or: names.map((name) => ({ [name]: { equalTo: text } })) });
      // An API that did not apply the filter returns others, too.
      return rows.filter((row) => names.some((name) => isSameText(String(row[name]), text)));
    },
    describe: (record) => nameOfRecord({ resource, record }),
  };
}

const isFriendly = (noun: string): noun is FriendlyResource => Object.hasOwn(friendlyFormats, noun);
const isFound = (value: unknown): value is FoundRecord => isPlainRecord(value) && typeof value['id'] === 'string';
