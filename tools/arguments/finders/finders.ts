import { hasText, isSameText } from '../../../src/domain/text/folding.ts';
import { compactForms, compactReference } from '../../../src/domain/identifiers/references.ts';
import {
  listRegistrySpellings,
  parseRegistryNumber,
  type TypedRegistryNumber,
} from '../../../src/domain/identifiers/registry-number.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { formatDate, formatLocalTime } from '../../../src/domain/places/local-time.ts';
import { describeRoute } from '../../../src/domain/places/stop-place.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { formatWireAmount } from '../../records/amounts.ts';
import type {
  BillRecord,
  CarrierRecord,
  CustomerRecord,
  DocumentRecord,
  InvoiceRecord,
  QuoteRecord,
  ShipmentRecord,
  VendorRecord,
} from '../../records/record-types.ts';
import { findByMistypedName, listMistypedReferences } from './closest.ts';
import { explainRegistryCarrier } from '../parties/registry-carriers.ts';
import { findLoadShipments } from './load-numbers.ts';
import { candidatesMax, createFinder, createPartyFinder, createReferenceFinder } from './record-finder.ts';

export const shipmentFinder = createFinder<ShipmentRecord>({
  noun: 'shipment',
  looksAt: 'shipment and load numbers, client keys and references',
  friendly: 'shipment',
  reader: ({ shipments }) => shipments,
  /**
   * Searches by load, and by reference through the filter, which shows every match; tracking would show only the
   * newest.
   */
  async search(ctx, text, { references, numbers }) {
    const load = numbers.get('load');
    const ofLoads =
      load === undefined
        ? new Map<string, string>()
        : ((await findLoadShipments(ctx, [load])) ?? new Map<string, string>());
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
    const references = listMistypedReferences(text);
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
  describe: ({ customer, orders, pickUpDate }) =>
    [customer?.name, describeRoute(orders[0]?.stops ?? []), pickUpDate ? `pick up ${formatDate(pickUpDate)}` : '']
      .filter(Boolean)
      .join(', '),
});

export const quoteFinder = createFinder<QuoteRecord>({
  noun: 'quote',
  looksAt: 'quote numbers and client keys',
  friendly: 'quote',
  reader: ({ quotes }) => quotes,
  describe: ({ customer, order }) =>
    [customer?.name, `${placeSummary(order.origin)} to ${placeSummary(order.destination)}`].filter(Boolean).join(', '),
});

/** Finder of bills, also by the payee's own invoice number. */
export const billFinder = createReferenceFinder<BillRecord>({
  noun: 'bill',
  looksAt: "bill numbers, client keys and payees' references",
  friendly: 'bill',
  reader: ({ bills }) => bills,
  describe: ({ carrier, vendor, amount, currency }) =>
    `${(carrier ?? vendor)?.name ?? 'unknown payee'}, ${formatWireAmount(amount, currency)}`,
});

/** Finder of invoices, also by the customer's own number. */
export const invoiceFinder = createReferenceFinder<InvoiceRecord>({
  noun: 'invoice',
  looksAt: 'invoice numbers, client keys and references',
  friendly: 'invoice',
  reader: ({ invoices }) => invoices,
  describe: ({ customer, amount, currency }) =>
    [customer?.name, formatWireAmount(amount, currency)].filter(Boolean).join(', '),
});

const fullPage = { format: 'full', pagination: { pageSize: candidatesMax } } as const;

export const customerFinder = createPartyFinder<CustomerRecord>({
  noun: 'customer',
  looksAt: 'customer numbers, client keys and names',
  friendly: 'customer',
  reader: ({ customers }) => customers,
  async searchNames({ customers }, query) {
    const { data } = await customers.search({ query, ...fullPage });
    return data.flatMap((row) => (row.object === 'CUSTOMER' ? [row] : []));
  },
  describe: ({ name }) => name,
});

export const vendorFinder = createPartyFinder<VendorRecord>({
  noun: 'vendor',
  looksAt: 'vendor numbers, client keys and names',
  friendly: 'vendor',
  reader: ({ vendors }) => vendors,
  async searchNames({ vendors }, query) {
    const { data } = await vendors.search({ query, ...fullPage });
    return data.flatMap((row) => (row.object === 'VENDOR' ? [row] : []));
  },
  describe: ({ name }) => name,
});

export const carrierFinder = createPartyFinder<CarrierRecord>({
  noun: 'carrier',
  looksAt: 'carrier, MC and DOT numbers, SCACs, client keys and names',
  friendly: 'carrier',
  reader: ({ carriers }) => carriers,
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
  async searchNames({ carriers }, query) {
    const { data } = await carriers.search({ query, ...fullPage });
    // Those of the public registry only have no number here.
    return data.flatMap((row) => (row.object === 'CARRIER' ? [row] : []));
  },
  explainMissing: explainRegistryCarrier,
  isNamed: ({ name, dbaName, scac }, text) =>
    findRegistryNumber(text) !== undefined || isAnyOf([name, dbaName, scac], text),
  describe: ({ name, mcNumber, dotNumber }) =>
    [name, mcNumber, dotNumber && `DOT ${dotNumber}`].filter(Boolean).join(', '),
});

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

/**
 * Finder of documents by the name of the file, however it is written; a part of it is close, and never taken for the
 * document.
 */
export const documentFinder = createFinder<DocumentRecord>({
  noun: 'document',
  looksAt: 'ids, client keys and file names',
  friendly: undefined,
  reader: ({ documents }) => documents,
  async search(ctx, text) {
    const { rows } = await scan(ctx, ctx.api.documents.filter, {
      filter: { fileName: { equalTo: text } },
      local: { fileName: ({ fileName }) => fileName === text },
      rowsMax: candidatesMax,
    });
    return rows.length > 0 ? rows : (await listFiles(ctx, text)).filter(({ fileName }) => isSameText(fileName, text));
  },
  close: (ctx, text) =>
    findByMistypedName(text, async (query) =>
      (await listFiles(ctx, query)).map((file) => ({ ...file, name: file.fileName })),
    ),
  describe: ({ type, fileName, createdAt }, timeZone) =>
    `${fileName}, ${formatCode(type)}, filed ${formatLocalTime(createdAt, timeZone)}`,
});

/** Lists the newest documents whose file names hold a text. */
async function listFiles(ctx: ToolContext, text: string): Promise<readonly DocumentRecord[]> {
  const { rows } = await scan(ctx, ctx.api.documents.filter, {
    filter: { fileName: { includes: text } },
    local: { fileName: ({ fileName }) => hasText(fileName, text) },
    rowsMax: candidatesMax,
  });
  return rows;
}
