import { holdsText, isSameText } from '../../src/domain/kit/folding.ts';
import { compactForms, compactReference, isReference, referenceNumber } from '../../src/domain/kit/references.ts';
import {
  listRegistrySpellings,
  parseRegistryNumber,
  type TypedRegistryNumber,
} from '../../src/domain/kit/registry-number.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
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
import { halvesOf, isCloseReference, namedLike, referencesLike } from './closest.ts';
import type { Finder } from './finder.ts';
import { explainRegistryCarrier } from './parties/registry-carriers.ts';
import { shipmentsOfLoads } from './load-numbers.ts';

/** Rows that hold the number somewhere in their reference; whether that is their whole reference is tested after it. */
const referenceFilter = (text: string) => ({ reference: { includes: referenceNumber(text) } });

/** Rows whose reference holds either half of a number that may be mistyped in the other. */
const closeFilter = (text: string) => ({ or: halvesOf(text).map((half) => ({ reference: { includes: half } })) });

/** More candidates than anyone would read; the message then says how many there are. */
const candidatesMax = 50;

export const shipmentFinder: Finder<ShipmentRecord> = {
  noun: 'shipment',
  looksAt: 'shipment and load numbers, client keys and references',
  friendly: 'shipment',
  get: (ctx, id, by) => ctx.api.shipments.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    return (
      await ctx.api.shipments.filter({ filter: { friendlyId: { in: [...friendlyIds] } }, pageSize: candidatesMax })
    ).data;
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
  async close(ctx, text) {
    const references = referencesLike(text);
    if (references.length === 0) return [];
    const { rows } = await scan(ctx, ctx.api.shipments.filter, {
      filter: { reference: { in: [...references] } },
      rowsMax: candidatesMax,
    });
    const close = compactForms(references);
    return rows.filter(({ orders }) =>
      orders.some((order) => order.references.some(({ value }) => close.has(compactReference(value)))),
    );
  },
  describe: ({ customer, status, orders, pickUpDate }) =>
    [customer?.name, describeRoute(orders[0]?.stops ?? []), status, pickUpDate ? `pick up ${pickUpDate}` : '']
      .filter(Boolean)
      .join(', '),
};

export const quoteFinder: Finder<QuoteRecord> = {
  noun: 'quote',
  looksAt: 'quote numbers and client keys',
  friendly: 'quote',
  get: (ctx, id, by) => ctx.api.quotes.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    const { rows } = await scan(ctx, ctx.api.quotes.filter, {
      filter: { friendlyId: { in: [...friendlyIds] } },
      rowsMax: candidatesMax,
      local: { friendlyId: (quote) => friendlyIds.includes(quote.friendlyId) },
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
  looksAt: "bill numbers, client keys and payees' references",
  friendly: 'bill',
  get: (ctx, id, by) => ctx.api.bills.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    const { rows } = await scan(ctx, ctx.api.bills.filter, {
      filter: { friendlyId: { in: [...friendlyIds] } },
      rowsMax: candidatesMax,
      local: { friendlyId: (bill) => friendlyIds.includes(bill.friendlyId) },
    });
    return rows;
  },
  /** The payee's own invoice number. */
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.bills.filter, { filter: referenceFilter(text), rowsMax: candidatesMax });
    return rows.filter(({ reference }) => isReference(reference, text));
  },
  async close(ctx, text) {
    const filter = closeFilter(text);
    if (filter.or.length === 0) return [];
    const { rows } = await scan(ctx, ctx.api.bills.filter, { filter, rowsMax: candidatesMax });
    return rows.filter(({ reference }) => isCloseReference(reference, text));
  },
  describe: ({ carrier, vendor, amount, currency, status }) =>
    `${(carrier ?? vendor)?.name ?? 'unknown payee'}, ${amountText(amount, currency)}, ${status}`,
};

export const invoiceFinder: Finder<InvoiceRecord> = {
  noun: 'invoice',
  looksAt: 'invoice numbers, client keys and references',
  friendly: 'invoice',
  get: (ctx, id, by) => ctx.api.invoices.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    const { rows } = await scan(ctx, ctx.api.invoices.filter, {
      filter: { friendlyId: { in: [...friendlyIds] } },
      rowsMax: candidatesMax,
      local: { friendlyId: (invoice) => friendlyIds.includes(invoice.friendlyId) },
    });
    return rows;
  },
  /** The number that the customer knows it by. */
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.invoices.filter, {
      filter: referenceFilter(text),
      rowsMax: candidatesMax,
    });
    return rows.filter(({ reference }) => isReference(reference, text));
  },
  async close(ctx, text) {
    const filter = closeFilter(text);
    if (filter.or.length === 0) return [];
    const { rows } = await scan(ctx, ctx.api.invoices.filter, { filter, rowsMax: candidatesMax });
    return rows.filter(({ reference }) => isCloseReference(reference, text));
  },
  describe: ({ customer, amount, currency, status }) =>
    [customer?.name, amountText(amount, currency), status].filter(Boolean).join(', '),
};

export const customerFinder: Finder<CustomerRecord> = {
  noun: 'customer',
  looksAt: 'customer numbers, client keys and names',
  friendly: 'customer',
  get: (ctx, id, by) => ctx.api.customers.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    return (
      await ctx.api.customers.filter({ filter: { friendlyId: { in: [...friendlyIds] } }, pageSize: candidatesMax })
    ).data;
  },
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.customers.filter, {
      filter: { name: { includes: text } },
      local: { name: ({ name }) => holdsText(name, text) },
      rowsMax: candidatesMax,
    });
    return rows;
  },
  close: (ctx, text) =>
    namedLike(text, async (query) => {
      const { data } = await ctx.api.customers.search({
        query,
        format: 'full',
        pagination: { pageSize: candidatesMax },
      });
      return data.flatMap((row) => (row.object === 'CUSTOMER' ? [row] : []));
    }),
  isNamed: ({ name, dbaName }, text) => isAnyOf([name, dbaName], text),
  describe: ({ name, status }) => `${name}, ${status}`,
};

export const carrierFinder: Finder<CarrierRecord> = {
  noun: 'carrier',
  looksAt: 'carrier, MC and DOT numbers, SCACs, client keys and names',
  friendly: 'carrier',
  get: (ctx, id, by) => ctx.api.carriers.get({ id, by }),
  async byNumbers(ctx, friendlyIds) {
    return (
      await ctx.api.carriers.filter({ filter: { friendlyId: { in: [...friendlyIds] } }, pageSize: candidatesMax })
    ).data;
  },
  async search(ctx, text) {
    const number = findRegistryNumber(text);
    const filter = number
      ? {
          or: [
            ...(number.kind === 'dot' ? [] : [{ mcNumber: { in: listRegistrySpellings('mc', number.digits) } }]),
            ...(number.kind === 'mc' ? [] : [{ dotNumber: { in: listRegistrySpellings('dot', number.digits) } }]),
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
    return rows;
  },
  close: (ctx, text) =>
    namedLike(text, async (query) => {
      const { data } = await ctx.api.carriers.search({
        query,
        format: 'full',
        pagination: { pageSize: candidatesMax },
      });
      // Those of the public registry only have no number here.
      return data.flatMap((row) => (row.object === 'CARRIER' ? [row] : []));
    }),
  explainMissing: explainRegistryCarrier,
  isNamed: ({ name, dbaName, scac }, text) =>
    findRegistryNumber(text) !== undefined || isAnyOf([name, dbaName, scac], text),
  describe: ({ name, mcNumber, dotNumber, status }) =>
    [name, mcNumber, dotNumber && `DOT ${dotNumber}`, status].filter(Boolean).join(', '),
};

/** Shorter numbers without a label are more often something else. */
const registryDigitsMin = 4;

/** Reads a number that a registry gave, which is found whole or not at all. */
function findRegistryNumber(text: string): TypedRegistryNumber | undefined {
  const number = parseRegistryNumber(text);
  return number?.kind === undefined && (number?.digits.length ?? 0) < registryDigitsMin ? undefined : number;
}

const isAnyOf = (names: readonly (string | null | undefined)[], text: string): boolean =>
  names.some((name) => isSameText(name ?? '', text));

const placeSummary = ({ city, stateProvince, postalCode }: QuoteRecord['order']['origin']) =>
  [city, stateProvince].filter(Boolean).join(', ') || (postalCode ?? 'unknown place');

export const documentFinder: Finder<DocumentRecord> = {
  noun: 'document',
  looksAt: 'ids, client keys and file names',
  friendly: undefined,
  get: (ctx, id, by) => ctx.api.documents.get({ id, by }),
  byNumbers: async () => [],
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
