import { holdsText, isSameText } from '../../src/domain/kit/folding.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { amountText } from '../records/amounts.ts';
import type {
  CarrierRecord,
  CustomerRecord,
  ShipmentRecord,
  QuoteRecord,
  BillRecord,
  InvoiceRecord,
  DocumentRecord,
} from '../records/record-types.ts';
import { describeRoute } from '../records/stop-places.ts';
import type { Finder } from './resolve.ts';
import { shipmentsOfLoads } from './load-numbers.ts';

/** More candidates than anyone would read; the message then says how many there are. */
const candidatesMax = 50;

export const shipmentFinder: Finder<ShipmentRecord> = {
  noun: 'shipment',
  friendly: 'shipment',
  get: (ctx, id, by) => ctx.api.shipments.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    return (await ctx.api.shipments.filter({ filter: { friendlyId: { equalTo: friendlyId } }, pageSize: 5 })).data;
  },
  /** By load, and by reference through the filter, which shows every match; tracking would show only the newest. */
  async search(ctx, text, { references, numbers }) {
    const load = numbers.get('load');
    const ofLoads =
      load === undefined
        ? new Map<string, string>()
        : ((await shipmentsOfLoads(ctx, [load])) ?? new Map<string, string>());
    const byReference = { reference: { in: references } };
    const { rows, isComplete } = await scan(ctx, ctx.api.shipments.filter, {
      filter: ofLoads.size === 0 ? byReference : { or: [byReference, { id: { in: [...ofLoads.values()] } }] },
      rowsMax: candidatesMax,
    });
    if (isComplete || rows.length < candidatesMax) return rows;
    const { results } = await ctx.api.shipments.track({ searches: [text] });
    const id = results[0]?.id;
    return id ? [await ctx.api.shipments.get({ id, by: 'id' })] : [];
  },
  describe: ({ customer, status, orders, pickUpDate }) =>
    [customer.name, describeRoute(orders[0]?.stops ?? []), status, pickUpDate ? `pick up ${pickUpDate}` : '']
      .filter(Boolean)
      .join(', '),
};

export const quoteFinder: Finder<QuoteRecord> = {
  noun: 'quote',
  friendly: 'quote',
  get: (ctx, id, by) => ctx.api.quotes.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    const { rows } = await scan(ctx, ctx.api.quotes.filter, {
      filter: { friendlyId: { equalTo: friendlyId } },
      local: { friendlyId: (quote) => quote.friendlyId === friendlyId },
    });
    return rows;
  },
  describe: ({ customer, status, order }) =>
    [customer?.name, status, `${placeSummary(order.origin)} to ${placeSummary(order.destination)}`]
      .filter(Boolean)
      .join(', '),
};

export const billFinder: Finder<BillRecord> = {
  noun: 'bill',
  friendly: 'bill',
  get: (ctx, id, by) => ctx.api.bills.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    const { rows } = await scan(ctx, ctx.api.bills.filter, {
      filter: { friendlyId: { equalTo: friendlyId } },
      local: { friendlyId: (bill) => bill.friendlyId === friendlyId },
    });
    return rows;
  },
  /** The payee's own invoice number. */
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.bills.filter, {
      filter: { reference: { equalTo: text } },
      local: { reference: (bill) => bill.reference === text },
      rowsMax: candidatesMax,
    });
    return rows;
  },
  describe: ({ carrier, vendor, amount, currency, status }) =>
    `${(carrier ?? vendor)?.name ?? 'unknown payee'}, ${amountText(amount, currency)}, ${status}`,
};

export const invoiceFinder: Finder<InvoiceRecord> = {
  noun: 'invoice',
  friendly: 'invoice',
  get: (ctx, id, by) => ctx.api.invoices.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    const { rows } = await scan(ctx, ctx.api.invoices.filter, {
      filter: { friendlyId: { equalTo: friendlyId } },
      local: { friendlyId: (invoice) => invoice.friendlyId === friendlyId },
    });
    return rows;
  },
  describe: ({ customer, amount, currency, status }) => `${customer.name}, ${amountText(amount, currency)}, ${status}`,
};

export const customerFinder: Finder<CustomerRecord> = {
  noun: 'customer',
  friendly: 'customer',
  get: (ctx, id, by) => ctx.api.customers.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    return (await ctx.api.customers.filter({ filter: { friendlyId: { equalTo: friendlyId } }, pageSize: 5 })).data;
  },
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.customers.filter, {
      filter: { name: { includes: text } },
      local: { name: ({ name }) => holdsText(name, text) },
      rowsMax: candidatesMax,
    });
    return preferExact(rows, ({ name, dbaName }) => [name, dbaName], text);
  },
  describe: ({ name, status }) => `${name}, ${status}`,
};

export const carrierFinder: Finder<CarrierRecord> = {
  noun: 'carrier',
  friendly: 'carrier',
  get: (ctx, id, by) => ctx.api.carriers.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    return (await ctx.api.carriers.filter({ filter: { friendlyId: { equalTo: friendlyId } }, pageSize: 5 })).data;
  },
  async search(ctx, text) {
    const digits = /^(?:MC|US\s?DOT|DOT)?[\s#:-]*(\d{4,8})$/i.exec(text)?.[1];
    const filter = digits
      ? {
          or: [
            { mcNumber: { in: [digits, `MC-${digits}`, `MC${digits}`] } },
            { dotNumber: { in: [digits, `DOT-${digits}`] } },
          ],
        }
      : {
          or: [
            { name: { includes: text } },
            { dbaName: { includes: text } },
            { scac: { equalTo: text.toUpperCase() } },
          ],
        };
    const { rows } = await scan(ctx, ctx.api.carriers.filter, { filter, rowsMax: candidatesMax });
    return preferExact(rows, ({ name, dbaName, scac }) => [name, dbaName, scac], text);
  },
  describe: ({ name, mcNumber, dotNumber, status }) =>
    [name, mcNumber, dotNumber && `DOT ${dotNumber}`, status].filter(Boolean).join(', '),
};

/** Somebody who types a whole name means that record, even where the name is part of a longer one. */
function preferExact<Row>(
  rows: readonly Row[],
  names: (row: Row) => readonly (string | null | undefined)[],
  text: string,
): readonly Row[] {
  const exact = rows.filter((row) => names(row).some((name) => isSameText(name ?? '', text)));
  return exact.length > 0 ? exact : rows;
}

const placeSummary = ({ city, stateProvince, postalCode }: QuoteRecord['order']['origin']) =>
  [city, stateProvince].filter(Boolean).join(', ') || (postalCode ?? 'unknown place');

export const documentFinder: Finder<DocumentRecord> = {
  noun: 'document',
  friendly: undefined,
  get: (ctx, id, by) => ctx.api.documents.get({ id, by }),
  byFriendlyId: async () => [],
  /** The filter shows no addresses, so the one that is meant is read again. */
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.documents.filter, {
      filter: { fileName: { equalTo: text } },
      local: { fileName: (document) => document.fileName === text },
      rowsMax: candidatesMax,
    });
    const [only, ...others] = rows;
    return only && others.length === 0 ? [await ctx.api.documents.get({ id: only.id, by: 'id' })] : rows;
  },
  describe: ({ type, fileName, status, createdAt }) => `${type} ${fileName}, ${status}, ${createdAt}`,
};
