import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { agingCsvColumns } from '../contract/aging.ts';
import type { bills } from '../contract/bills.ts';
import type { invoices } from '../contract/invoices.ts';
import type { Output, Parsed } from '../contract/operation.ts';
import {
  type AgingBlock,
  agingBlocks,
  agingBuckets,
  type AgingSums,
  bucketsOf,
  type OpenItem,
} from '../domain/aging.ts';
import { fromCents } from '../domain/money.ts';
import { preferredType } from './accept.ts';
import type { ServiceContext } from './context.ts';
import { csvResponse } from './csv.ts';
import { openBill, openInvoice } from './overdue.ts';

type PayablesQuery = Parsed<(typeof bills)['agingReport']>;
type ReceivablesQuery = Parsed<(typeof invoices)['agingReport']>;
type AgingQuery = Pick<PayablesQuery, 'currency' | 'daysPerBucket' | 'maxDays'>;

/** What customers owe, as JSON or, for who asks for it, as CSV. */
export async function receivablesReport(
  ctx: ServiceContext,
  query: ReceivablesQuery,
): Promise<Output<(typeof invoices)['agingReport']> | Response> {
  const open = await openItems(ctx, ledgers.customer, query, [sameAs('customer_id', query.customerId)]);
  const { main, others } = blocksOf(ctx, open, query);
  if (wantsCsv(ctx)) return toCsv([main, ...others]);
  return {
    ...frame(ctx),
    ...totalsOf(main),
    customers: main.rows.map(toRow),
    otherCurrencies: others.map((block) => ({ ...totalsOf(block), customers: block.rows.map(toRow) })),
  };
}

/** What is owed to carriers and vendors. */
export async function payablesReport(
  ctx: ServiceContext,
  query: PayablesQuery,
): Promise<Output<(typeof bills)['agingReport']> | Response> {
  const payee = [sameAs('carrier_id', query.carrierId), sameAs('vendor_id', query.vendorId)];
  const asked = (['carrier', 'vendor'] as const).filter(
    (kind) => (query.entityType ?? entityTypes[kind]) === entityTypes[kind],
  );
  const open: OpenItem<Party>[] = [];
  for (const kind of asked) open.push(...(await openItems(ctx, ledgers[kind], query, payee)));
  const { main, others } = blocksOf(ctx, open, query);
  if (wantsCsv(ctx)) return toCsv([main, ...others]);
  return {
    ...frame(ctx),
    ...totalsOf(main),
    payees: main.rows.map(toPayeeRow),
    otherCurrencies: others.map((block) => ({ ...totalsOf(block), payees: block.rows.map(toPayeeRow) })),
  };
}

const entityTypes = { carrier: 'CARRIER', vendor: 'VENDOR' } as const;

interface Party {
  readonly id: string;
  readonly name: string;
  readonly friendlyId: string;
  readonly kind: keyof typeof ledgers;
}

/** Which records say what is open, and who owes it or is owed it. */
const ledgers = {
  customer: { kind: 'customer', records: 'invoice', column: 'customer_id', isOpen: openInvoice },
  carrier: { kind: 'carrier', records: 'bill', column: 'carrier_id', isOpen: openBill },
  vendor: { kind: 'vendor', records: 'bill', column: 'vendor_id', isOpen: openBill },
} as const;

interface OpenRow {
  readonly id: string;
  readonly name: string;
  readonly friendly_id: string;
  readonly currency: string;
  readonly invoice_date: string | null;
  readonly due_date: string | null;
  readonly open_cents: number;
}

const everything = sql<SqlBool>`1 = 1`;
const sameAs = (column: string, value: string | undefined): RawBuilder<SqlBool> =>
  value === undefined ? everything : sql<SqlBool>`${sql.ref(column)} = ${value.toLowerCase()}`;

/** Open balances, summed in the database for every party, currency and date they are aged from. */
async function openItems(
  ctx: ServiceContext,
  ledger: (typeof ledgers)[keyof typeof ledgers],
  { currency }: AgingQuery,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<OpenItem<Party>[]> {
  const { kind, records, column, isOpen } = ledger;
  const ofCurrency = currency === undefined ? everything : sql<SqlBool>`currency = ${currency}`;
  const { rows } = await sql<OpenRow>`
    select party.id, party.name, party.friendly_id, balance.currency, balance.due_date, balance.open_cents,
      case when balance.due_date is null then balance.invoice_date end as invoice_date
    from (
      select ${sql.ref(column)} as party_id, currency, due_date, invoice_date, cast(sum(owed_cents) as bigint) as open_cents
      from ${sql.table(records)}
      where organization_id = ${ctx.organizationId} and deleted_at is null and ${sql.ref(column)} is not null
        and ${isOpen} and ${ofCurrency} and ${sql.join(conditions, sql` and `)}
      group by 1, 2, 3, 4
    ) as balance
    join ${sql.table(kind)} as party on party.id = balance.party_id`.execute(ctx.db);
  return rows.map((row) => ({
    party: { id: row.id, name: row.name, friendlyId: row.friendly_id, kind },
    currency: row.currency,
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    openCents: row.open_cents,
  }));
}

type Block = AgingBlock<Party>;

/** The block of the currency asked for, else of the organization's own, even when nothing is open in it. */
function blocksOf(
  ctx: ServiceContext,
  open: readonly OpenItem<Party>[],
  query: AgingQuery,
): { main: Block; others: Block[] } {
  const steps = { daysPerBucket: query.daysPerBucket, daysMax: query.maxDays };
  const blocks = agingBlocks(open, { asOf: ctx.today, ...steps });
  const currency = query.currency ?? ctx.organization.currency;
  const empty: Block = {
    currency,
    rows: [],
    totals: { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 },
    bucketTotals: steps.daysPerBucket === 30 ? null : bucketsOf(steps).map(({ label }) => ({ label, amountCents: 0 })),
  };
  return {
    main: blocks.find((block) => block.currency === currency) ?? empty,
    others: blocks.filter((block) => block.currency !== currency),
  };
}

const frame = (ctx: ServiceContext) => ({ asOfDate: ctx.today, buckets: agingBuckets.map(({ label }) => label) });

const totalsOf = ({ currency, totals, bucketTotals }: Block) => ({
  currency,
  totals: toSums(totals),
  bucketTotals:
    bucketTotals && bucketTotals.map(({ label, amountCents }) => ({ bucket: label, total: fromCents(amountCents) })),
});

const toSums = (sums: AgingSums) => ({
  current: fromCents(sums.current),
  days1to30: fromCents(sums.days1to30),
  days31to60: fromCents(sums.days31to60),
  days61to90: fromCents(sums.days61to90),
  over90: fromCents(sums.over90),
  total: fromCents(sums.total),
});

const toRow = ({ party, sums }: Block['rows'][number]) => ({
  id: party.id,
  name: party.name,
  friendlyId: party.friendlyId,
  ...toSums(sums),
});

const toPayeeRow = (row: Block['rows'][number]) => ({
  ...toRow(row),
  entityType: row.party.kind === 'vendor' ? entityTypes.vendor : entityTypes.carrier,
});

const wantsCsv = ({ accept }: ServiceContext) => preferredType(accept, ['application/json', 'text/csv']) === 'text/csv';

/** One line per party and currency; no line of totals, so that a sum over a column is right. */
function toCsv(blocks: readonly Block[]): Response {
  const lines = blocks.flatMap(({ currency, rows }) => rows.map((row) => ({ ...toRow(row), currency })));
  return csvResponse(
    agingCsvColumns.map(({ header }) => header),
    lines.map((line) => agingCsvColumns.map(({ field }) => line[field])),
  );
}
