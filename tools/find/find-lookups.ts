import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { hasText } from '../../src/domain/text/folding.ts';
import { compactReference, isReference, extractReferenceNumber } from '../../src/domain/identifiers/references.ts';
import { isSameRegistryNumber, listRegistrySpellings } from '../../src/domain/identifiers/registry-number.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { buildCommonFilter, describe, toHits, type Hits, type HitKind, matchOwnKey, rowsMax } from './find-hits.ts';
import { declaredFinders, type DeclaredKind, declaredKindNames, findDeclared } from './find-others.ts';
import { findShipments } from './find-shipments.ts';
import {
  billFinder,
  carrierFinder,
  customerFinder,
  invoiceFinder,
  quoteFinder,
  shipmentFinder,
} from '../arguments/finders/finders.ts';
import { findClosest } from '../arguments/finders/closest.ts';
import type { Finder, FindableRecord } from '../arguments/finders/finder.ts';
import { formatCandidate } from '../arguments/finders/resolve.ts';
import type { BillRecord, CarrierRecord, CustomerRecord, InvoiceRecord, QuoteRecord } from '../records/record-types.ts';
import type { TextReading } from '../records/reading.ts';

/** Shorter parts of a reference fit too much. */
const partMin = 4;
const closestMax = 5;
const closestOften = 3;

type LookUpKind = (ctx: ToolContext, reading: TextReading) => Promise<Hits>;

/** Lookups by kind, one call each. Values that the API did not filter by are compared row by row. */
export const lookups = {
  shipment: findShipments,
  quote: findQuotes,
  invoice: findInvoices,
  bill: findBills,
  carrier: findCarriers,
  customer: findCustomers,
  ...buildDeclaredLookups(),
} as const satisfies Record<HitKind, LookUpKind>;

function buildDeclaredLookups(): Readonly<Record<DeclaredKind, LookUpKind>> {
  const rows = declaredKindNames.map((kind) => [
    kind,
    (ctx: ToolContext, reading: TextReading) => findDeclared(kind, ctx, reading),
  ]);
  // A row for each of the names.
  return Object.fromEntries(rows) as Record<DeclaredKind, LookUpKind>;
}

async function findQuotes(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const typedKeys = { uuid: reading.uuid, number: reading.numbers.get('quote'), typed: reading.typed };
  const scanned = await scan(ctx, ctx.api.quotes.filter, {
    filter: { or: buildCommonFilter(reading, 'quote') },
    rowsMax,
  });
  return toHits('quote', scanned, (row: QuoteRecord) =>
    describe(row, matchOwnKey(row, typedKeys), row.status, quoteFinder.describe(row, ctx.timeZone)),
  );
}

async function findInvoices(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const typedKeys = { uuid: reading.uuid, number: reading.numbers.get('invoice'), typed: reading.typed };
  const or = [...buildCommonFilter(reading, 'invoice'), ...buildReferenceFilter(reading)];
  const scanned = await scan(ctx, ctx.api.invoices.filter, { filter: { or }, rowsMax });
  return toHits('invoice', scanned, (row: InvoiceRecord) =>
    describe(
      row,
      matchOwnKey(row, typedKeys) ?? matchReference(row.reference, reading.typed),
      row.status,
      invoiceFinder.describe(row, ctx.timeZone),
    ),
  );
}

async function findBills(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const typedKeys = { uuid: reading.uuid, number: reading.numbers.get('bill'), typed: reading.typed };
  const or = [...buildCommonFilter(reading, 'bill'), ...buildReferenceFilter(reading)];
  const scanned = await scan(ctx, ctx.api.bills.filter, { filter: { or }, rowsMax });
  return toHits('bill', scanned, (row: BillRecord) =>
    describe(
      row,
      matchOwnKey(row, typedKeys) ?? matchReference(row.reference, reading.typed),
      row.status,
      billFinder.describe(row, ctx.timeZone),
    ),
  );
}

async function findCarriers(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const { mc, dot, scac, email, name } = reading;
  const typedKeys = { uuid: reading.uuid, number: reading.numbers.get('carrier'), typed: reading.typed };
  const or = [
    ...buildCommonFilter(reading, 'carrier'),
    ...(mc ? [{ mcNumber: { in: listRegistrySpellings('mc', mc) } }] : []),
    ...(dot ? [{ dotNumber: { in: listRegistrySpellings('dot', dot) } }] : []),
    ...(scac ? [{ scac: { equalTo: scac } }] : []),
    ...(email ? [{ email: { equalTo: email } }] : []),
    ...(name ? [{ name: { includes: name } }, { dbaName: { includes: name } }] : []),
  ];
  const scanned = await scan(ctx, ctx.api.carriers.filter, { filter: { or }, rowsMax });
  const getMatch = (row: CarrierRecord) =>
    matchOwnKey(row, typedKeys) ??
    (mc && isSameRegistryNumber(row.mcNumber, mc) ? 'MC number' : undefined) ??
    (dot && isSameRegistryNumber(row.dotNumber, dot) ? 'DOT number' : undefined) ??
    (scac && row.scac === scac ? 'SCAC' : undefined) ??
    (email && row.email?.toLowerCase() === email ? 'e-mail' : undefined) ??
    (name && (hasText(row.name, name) || hasText(row.dbaName, name)) ? 'name' : undefined);
  return toHits('carrier', scanned, (row) =>
    describe(row, getMatch(row), row.status, carrierFinder.describe(row, ctx.timeZone)),
  );
}

async function findCustomers(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const { name } = reading;
  const typedKeys = { uuid: reading.uuid, number: reading.numbers.get('customer'), typed: reading.typed };
  const or = [...buildCommonFilter(reading, 'customer'), ...(name ? [{ name: { includes: name } }] : [])];
  const scanned = await scan(ctx, ctx.api.customers.filter, { filter: { or }, rowsMax });
  return toHits('customer', scanned, (row: CustomerRecord) =>
    describe(
      row,
      matchOwnKey(row, typedKeys) ?? (name && hasText(row.name, name) ? 'name' : undefined),
      row.status,
      customerFinder.describe(row, ctx.timeZone),
    ),
  );
}

/** Finds the few records of every kind whose number or name is close to the text. */
export async function findClosestRecords(ctx: ToolContext, text: string): Promise<readonly string[]> {
  const frequentLines = await Promise.all([
    closeLines(ctx, shipmentFinder, text),
    closeLines(ctx, quoteFinder, text),
    closeLines(ctx, invoiceFinder, text),
    closeLines(ctx, billFinder, text),
    closeLines(ctx, carrierFinder, text),
    closeLines(ctx, customerFinder, text),
  ]);
  const otherLines = await Promise.all(declaredFinders.map((finder) => closeLines(ctx, finder, text)));
  // What is often meant comes first, and leaves room for the rest.
  return [...frequentLines.flat().slice(0, closestOften), ...otherLines.flat()].slice(0, closestMax);
}

async function closeLines<Found extends FindableRecord>(ctx: ToolContext, finder: Finder<Found>, text: string) {
  return (await findClosest(ctx, finder, text)).map(
    (record) => `${finder.noun} ${formatCandidate(finder, record, ctx.timeZone)}`,
  );
}

/** Description of the fields that are compared with the text, kind by kind. */
export const lookedAt = `${[shipmentFinder, quoteFinder, invoiceFinder, billFinder, carrierFinder, customerFinder]
  .map(({ looksAt }) => looksAt)
  .join(
    '; ',
  )}; numbers, check numbers, names, e-mails and phones of ${declaredKindNames.map((kind) => `${kind}s`).join(', ')}`;

/** Builds the filter for the number that the other party put on a record. */
function buildReferenceFilter({ typed }: TextReading) {
  const number = extractReferenceNumber(typed);
  return number.length >= partMin && /\d/.test(number)
    ? [{ reference: { includes: number } }]
    : [{ reference: { equalTo: typed } }];
}

const matchReference = (reference: string | null, typed: string) => {
  if (reference === null) return undefined;
  if (isReference(reference, typed)) return 'reference';
  const number = extractReferenceNumber(typed);
  const isPart = number.length >= partMin && compactReference(reference).includes(compactReference(number));
  return isPart ? 'part of the reference' : undefined;
};
