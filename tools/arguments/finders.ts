import type { z } from 'zod';
import type { Bill } from '../../src/contract/payables/bills.ts';
import type { Carrier } from '../../src/contract/parties/carriers.ts';
import type { Customer } from '../../src/contract/parties/customers.ts';
import type { Document } from '../../src/contract/documents.ts';
import type { Invoice } from '../../src/contract/receivables/invoices.ts';
import type { Quote } from '../../src/contract/freight/quotes.ts';
import type { Shipment } from '../../src/contract/freight/shipment-shapes.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { amountText } from '../records/amounts.ts';
import type { Finder } from './resolve.ts';

export type CarrierRecord = z.output<typeof Carrier>;
export type CustomerRecord = z.output<typeof Customer>;
export type ShipmentRecord = z.output<typeof Shipment>;
export type QuoteRecord = z.output<typeof Quote>;
export type BillRecord = z.output<typeof Bill>;
export type InvoiceRecord = z.output<typeof Invoice>;
export type DocumentRecord = z.output<typeof Document>;

/** More candidates than anyone would read; the message then says how many there are. */
const candidatesMax = 50;

export const shipmentFinder: Finder<ShipmentRecord> = {
  noun: 'shipment',
  friendly: 'shipment',
  get: (ctx, id, by) => ctx.api.shipments.get({ id, by }),
  async byFriendlyId(ctx, friendlyId) {
    return (await ctx.api.shipments.filter({ filter: { friendlyId: { equalTo: friendlyId } }, pageSize: 5 })).data;
  },
  /** By reference through the filter, which shows every match; tracking would show only the newest. */
  async search(ctx, text, normalised) {
    const { rows, isComplete } = await scan(ctx, ctx.api.shipments.filter, {
      filter: { reference: { equalTo: normalised } },
      rowsMax: candidatesMax,
    });
    if (isComplete || rows.length < candidatesMax) return rows;
    const { results } = await ctx.api.shipments.track({ searches: [text] });
    const id = results[0]?.id;
    return id ? [await ctx.api.shipments.get({ id, by: 'id' })] : [];
  },
  describe: ({ customer, status, orders, pickUpDate }) =>
    [customer.name, route(orders[0]?.stops ?? []), status, pickUpDate ? `pick up ${pickUpDate}` : '']
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
      local: { name: ({ name }) => hasText(name, text) },
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

const hasText = (value: string | null | undefined, text: string) =>
  value?.toLowerCase().includes(text.toLowerCase()) ?? false;

/** Somebody who types a whole name means that record, even where the name is part of a longer one. */
function preferExact<Row>(
  rows: readonly Row[],
  names: (row: Row) => readonly (string | null | undefined)[],
  text: string,
): readonly Row[] {
  const exact = rows.filter((row) => names(row).some((name) => name?.toLowerCase() === text.toLowerCase()));
  return exact.length > 0 ? exact : rows;
}

const placeSummary = ({ city, stateProvince, postalCode }: QuoteRecord['order']['origin']) =>
  [city, stateProvince].filter(Boolean).join(', ') || (postalCode ?? 'unknown place');

interface Placed {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
  readonly airportCode: string | null;
}

/** "Dallas, TX", or whatever the stop was placed by. */
export function placeOf(stop: Placed): string {
  if (stop.address) return stop.address.state ? `${stop.address.city}, ${stop.address.state}` : stop.address.city;
  if (stop.city) return `${stop.city.name}, ${stop.city.stateProvince}`;
  return stop.postalCode ?? stop.airportCode ?? 'unknown place';
}

/** "Dallas, TX to Chicago, IL" of a route in order. */
export function route(stops: readonly Placed[]): string {
  const [first] = stops;
  const last = stops.at(-1);
  return first && last ? `${placeOf(first)} to ${placeOf(last)}` : 'no route';
}

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
