import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { hasText } from '../../src/domain/kit/folding.ts';
import { compactReference, isReference, extractReferenceNumber } from '../../src/domain/kit/references.ts';
import { isSameRegistryNumber, listRegistrySpellings } from '../../src/domain/kit/registry-number.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { common, describe, hits, type Hits, type Kind, ownMatch, rowsMax } from './find-hits.ts';
import { declaredFinders, type DeclaredKind, declaredKindNames, findDeclared } from './find-others.ts';
import { findShipments } from './find-shipments.ts';
import {
  billFinder,
  carrierFinder,
  customerFinder,
  invoiceFinder,
  quoteFinder,
  shipmentFinder,
} from '../arguments/finders.ts';
import { findClosest } from '../arguments/closest.ts';
import type { Finder, FindableRecord } from '../arguments/finder.ts';
import { formatCandidate } from '../arguments/resolve.ts';
import type { BillRecord, CarrierRecord, CustomerRecord, InvoiceRecord, QuoteRecord } from '../records/record-types.ts';
import type { Reading } from '../records/reading.ts';

/** Shorter parts of a reference fit too much. */
const partMin = 4;
const closestMax = 5;
const closestOften = 3;

type Lookup = (ctx: ToolContext, reading: Reading) => Promise<Hits>;

/** One call per kind; what the API did not filter by is compared again here, row by row. */
export const lookups = {
  shipment: findShipments,
  quote: findQuotes,
  invoice: findInvoices,
  bill: findBills,
  carrier: findCarriers,
  customer: findCustomers,
  ...declaredLookups(),
} as const satisfies Record<Kind, Lookup>;

function declaredLookups(): Readonly<Record<DeclaredKind, Lookup>> {
  const rows = declaredKindNames.map((kind) => [
    kind,
    (ctx: ToolContext, reading: Reading) => findDeclared(kind, ctx, reading),
  ]);
  // A row for each of the names.
  return Object.fromEntries(rows) as Record<DeclaredKind, Lookup>;
}

async function findQuotes(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const own = { uuid: reading.uuid, number: reading.numbers.get('quote'), typed: reading.typed };
  const found = await scan(ctx, ctx.api.quotes.filter, { filter: { or: common(reading, 'quote') }, rowsMax });
  return hits('quote', found, (row: QuoteRecord) =>
    describe(row, ownMatch(row, own), row.status, quoteFinder.describe(row)),
  );
}

async function findInvoices(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const own = { uuid: reading.uuid, number: reading.numbers.get('invoice'), typed: reading.typed };
  const or = [...common(reading, 'invoice'), ...ownReference(reading)];
  const found = await scan(ctx, ctx.api.invoices.filter, { filter: { or }, rowsMax });
  return hits('invoice', found, (row: InvoiceRecord) =>
    describe(row, ownMatch(row, own) ?? partOf(row.reference, reading.typed), row.status, invoiceFinder.describe(row)),
  );
}

async function findBills(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const own = { uuid: reading.uuid, number: reading.numbers.get('bill'), typed: reading.typed };
  const or = [...common(reading, 'bill'), ...ownReference(reading)];
  const found = await scan(ctx, ctx.api.bills.filter, { filter: { or }, rowsMax });
  return hits('bill', found, (row: BillRecord) =>
    describe(row, ownMatch(row, own) ?? partOf(row.reference, reading.typed), row.status, billFinder.describe(row)),
  );
}

async function findCarriers(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const { mc, dot, scac, email, name } = reading;
  const own = { uuid: reading.uuid, number: reading.numbers.get('carrier'), typed: reading.typed };
  const or = [
    ...common(reading, 'carrier'),
    ...(mc ? [{ mcNumber: { in: listRegistrySpellings('mc', mc) } }] : []),
    ...(dot ? [{ dotNumber: { in: listRegistrySpellings('dot', dot) } }] : []),
    ...(scac ? [{ scac: { equalTo: scac } }] : []),
    ...(email ? [{ email: { equalTo: email } }] : []),
    ...(name ? [{ name: { includes: name } }, { dbaName: { includes: name } }] : []),
  ];
  const found = await scan(ctx, ctx.api.carriers.filter, { filter: { or }, rowsMax });
  const matchedBy = (row: CarrierRecord) =>
    ownMatch(row, own) ??
    (mc && isSameRegistryNumber(row.mcNumber, mc) ? 'MC number' : undefined) ??
    (dot && isSameRegistryNumber(row.dotNumber, dot) ? 'DOT number' : undefined) ??
    (scac && row.scac === scac ? 'SCAC' : undefined) ??
    (email && row.email?.toLowerCase() === email ? 'e-mail' : undefined) ??
    (name && (hasText(row.name, name) || hasText(row.dbaName, name)) ? 'name' : undefined);
  return hits('carrier', found, (row) => describe(row, matchedBy(row), row.status, carrierFinder.describe(row)));
}

async function findCustomers(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const { name } = reading;
  const own = { uuid: reading.uuid, number: reading.numbers.get('customer'), typed: reading.typed };
  const or = [...common(reading, 'customer'), ...(name ? [{ name: { includes: name } }] : [])];
  const found = await scan(ctx, ctx.api.customers.filter, { filter: { or }, rowsMax });
  return hits('customer', found, (row: CustomerRecord) =>
    describe(
      row,
      ownMatch(row, own) ?? (name && hasText(row.name, name) ? 'name' : undefined),
      row.status,
      customerFinder.describe(row),
    ),
  );
}

/** The few records whose number or name is close to what is typed, of every kind. */
export async function closestOf(ctx: ToolContext, text: string): Promise<readonly string[]> {
  const found = await Promise.all([
    closeLines(ctx, shipmentFinder, text),
    closeLines(ctx, quoteFinder, text),
    closeLines(ctx, invoiceFinder, text),
    closeLines(ctx, billFinder, text),
    closeLines(ctx, carrierFinder, text),
    closeLines(ctx, customerFinder, text),
  ]);
  const others = await Promise.all(declaredFinders.map((finder) => closeLines(ctx, finder, text)));
  // What is often meant comes first, and leaves room for the rest.
  return [...found.flat().slice(0, closestOften), ...others.flat()].slice(0, closestMax);
}

async function closeLines<Found extends FindableRecord>(ctx: ToolContext, finder: Finder<Found>, text: string) {
  return (await findClosest(ctx, finder, text)).map((record) => `${finder.noun} ${formatCandidate(finder, record)}`);
}

/** What is compared with the text, kind by kind. */
export const lookedAt = `${[shipmentFinder, quoteFinder, invoiceFinder, billFinder, carrierFinder, customerFinder]
  .map(({ looksAt }) => looksAt)
  .join(
    '; ',
  )}; numbers, check numbers, names, e-mails and phones of ${declaredKindNames.map((kind) => `${kind}s`).join(', ')}`;

/** The number that the other party put on it. */
function ownReference({ typed }: Reading) {
  const number = extractReferenceNumber(typed);
  return number.length >= partMin && /\d/.test(number)
    ? [{ reference: { includes: number } }]
    : [{ reference: { equalTo: typed } }];
}

const partOf = (reference: string | null, typed: string) => {
  if (reference === null) return undefined;
  if (isReference(reference, typed)) return 'reference';
  const number = extractReferenceNumber(typed);
  const isPart = number.length >= partMin && compactReference(reference).includes(compactReference(number));
  return isPart ? 'part of the reference' : undefined;
};
