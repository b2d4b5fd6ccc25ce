import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { agingCsvColumns } from '../../contract/kit/aging.ts';
import type { Operations } from '../../contract/types.ts';
import {
  type AgingBlock,
  buildAgingBlocks,
  agingBuckets,
  type AgingRow,
  type AgingSums,
  buildBuckets,
  listBucketStarts,
  type OpenItem,
} from '../../domain/money/aging.ts';
import { addDays } from '../../domain/kit/dates.ts';
import { dueFrom, toDueDays, undated } from '../../domain/money/due-date.ts';
import { printRule, toSql } from '../../domain/rules/rule-sql.ts';
import { bindRule } from '../filter/rule-match.ts';
import { fromCents } from '../../domain/money/money.ts';
import { runTogether } from '../../store/run-together.ts';
import { preferredType } from '../shared/accept.ts';
import type { ServiceContext } from '../shared/context.ts';
import { csvResponse } from './csv.ts';
import { openBill, openInvoice } from './overdue-filter.ts';
import { type Loaded, loader, mustShow } from '../shared/references.ts';

type PayablesQuery = Operations['bills']['agingReport']['parsed'];
type ReceivablesQuery = Operations['invoices']['agingReport']['parsed'];
type AgingQuery = Pick<PayablesQuery, 'currency' | 'daysPerBucket' | 'maxDays'>;

/** What customers owe, as JSON or, where the Accept header says so, as CSV. */
export async function receivablesReport(
  ctx: ServiceContext,
  query: ReceivablesQuery,
): Promise<Operations['invoices']['agingReport']['output'] | Response> {
  const open = await openItems(ctx, ledgers.customer, query, [sameAs('customer_id', query.customerId)]);
  const { main, others } = blocksOf(ctx, open, query);
  const parties = await partiesOf(ctx, ['customer'], [main, ...others]);
  if (wantsCsv(ctx)) return toCsv([main, ...others], parties);
  const customersOf = ({ rows }: AgingBlock) => rows.map((row) => showCustomerRow(row, parties));
  return {
    ...frame(ctx),
    ...totalsOf(main),
    customers: customersOf(main),
    otherCurrencies: others.map((block) => ({ ...totalsOf(block), customers: customersOf(block) })),
  };
}

/** What is owed to carriers and vendors. */
export async function payablesReport(
  ctx: ServiceContext,
  query: PayablesQuery,
): Promise<Operations['bills']['agingReport']['output'] | Response> {
  const payee = [sameAs('carrier_id', query.carrierId), sameAs('vendor_id', query.vendorId)];
  const kinds = (['carrier', 'vendor'] as const).filter(
    (kind) => (query.entityType ?? entityTypes[kind]) === entityTypes[kind],
  );
  const open = await runTogether(kinds.map((kind) => openItems(ctx, ledgers[kind], query, payee)));
  const { main, others } = blocksOf(ctx, open.flat(), query);
  const parties = await partiesOf(ctx, kinds, [main, ...others]);
  if (wantsCsv(ctx)) return toCsv([main, ...others], parties);
  const payeesOf = ({ rows }: AgingBlock) => rows.map((row) => showPayeeRow(row, parties));
  return {
    ...frame(ctx),
    ...totalsOf(main),
    payees: payeesOf(main),
    otherCurrencies: others.map((block) => ({ ...totalsOf(block), payees: payeesOf(block) })),
  };
}

const entityTypes = { carrier: 'CARRIER', vendor: 'VENDOR' } as const;

/** Which records say what is open, and who owes it or is owed it. */
const ledgers = {
  customer: { records: 'invoice', column: 'customer_id', isOpen: openInvoice },
  carrier: { records: 'bill', column: 'carrier_id', isOpen: openBill },
  vendor: { records: 'bill', column: 'vendor_id', isOpen: openBill },
} as const;

type PartyKind = keyof typeof ledgers;

interface Party {
  readonly id: string;
  readonly name: string;
  readonly friendlyId: string;
  readonly kind: PartyKind;
}

const partyLoader = (kind: PartyKind) =>
  loader(kind, ['name', 'friendly_id'], (row): Party => ({
    id: row.id,
    name: row.name,
    friendlyId: row.friendly_id,
    kind,
  }));
const partyLoaders = {
  customer: partyLoader('customer'),
  carrier: partyLoader('carrier'),
  vendor: partyLoader('vendor'),
};

async function partiesOf(
  ctx: ServiceContext,
  kinds: readonly PartyKind[],
  blocks: readonly AgingBlock[],
): Promise<Loaded<Party>> {
  const ids = blocks.flatMap(({ rows }) => rows.map(({ partyId }) => partyId));
  const loaded = await runTogether(kinds.map((kind) => partyLoaders[kind](ctx, ids)));
  return new Map(loaded.flatMap((parties) => [...parties]));
}

const everything = sql<SqlBool>`1 = 1`;
const sameAs = (column: string, value: string | undefined): RawBuilder<SqlBool> =>
  value === undefined ? everything : sql<SqlBool>`${sql.ref(column)} = ${value.toLowerCase()}`;

/** Open balances, summed in the database for every party, currency and bucket: years of invoices are a few rows each. */
async function openItems(
  ctx: ServiceContext,
  ledger: (typeof ledgers)[PartyKind],
  query: AgingQuery,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<readonly OpenItem[]> {
  const { records, column, isOpen } = ledger;
  const ofCurrency = query.currency === undefined ? everything : sql<SqlBool>`currency = ${query.currency}`;
  // First by date, in the order of the index.
  const { rows } = await sql<OpenItem>`
    select party_id as ${sql.id('partyId')}, currency, days_late as ${sql.id('daysLate')},
      cast(sum(cents) as bigint) as ${sql.id('openCents')}
    from (
      select ${sql.ref(column)} as party_id, currency, ${daysLate(ctx, query)} as days_late, sum(owed_cents) as cents
      from ${sql.table(records)}
      where organization_id = ${ctx.organizationId} and deleted_at is null and ${sql.ref(column)} is not null
        and ${isOpen} and ${ofCurrency} and ${sql.join(conditions, sql` and `)}
      group by ${sql.ref(column)}, currency, due_date, invoice_date
    ) as balance
    group by party_id, currency, days_late`.execute(ctx.db);
  return rows;
}

/** The days past due with which the buckets of a balance begin; without any date it is current. */
function daysLate({ today }: ServiceContext, query: AgingQuery): RawBuilder<number> {
  const starts = [0, ...listBucketStarts(stepsOf(query))];
  const cases = starts.slice(1).map((next, index) => {
    const isLater = bindRule(toSql(dueFrom, undefined, toDueDays(addDays(today, 1 - next))));
    return sql`when ${isLater} or (${sql.raw(printRule(undated))}) then ${sql.lit(starts[index])}`;
  });
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.at(-1))} end`;
}

const stepsOf = ({ daysPerBucket, maxDays }: AgingQuery) => ({ daysPerBucket, daysMax: maxDays });

/** The block of the requested currency, else of the organization's own, even when nothing is open in it. */
function blocksOf(
  ctx: ServiceContext,
  open: readonly OpenItem[],
  query: AgingQuery,
): { main: AgingBlock; others: AgingBlock[] } {
  const steps = stepsOf(query);
  const blocks = buildAgingBlocks(open, steps);
  const currency = query.currency ?? ctx.organization.currency;
  const empty: AgingBlock = {
    currency,
    rows: [],
    totals: { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 },
    bucketTotals:
      steps.daysPerBucket === 30 ? null : buildBuckets(steps).map(({ label }) => ({ label, amountCents: 0 })),
  };
  return {
    main: blocks.find((block) => block.currency === currency) ?? empty,
    others: blocks.filter((block) => block.currency !== currency),
  };
}

const frame = (ctx: ServiceContext) => ({ asOfDate: ctx.today, buckets: agingBuckets.map(({ label }) => label) });

const totalsOf = ({ currency, totals, bucketTotals }: AgingBlock) => ({
  currency,
  totals: showSums(totals),
  bucketTotals:
    bucketTotals && bucketTotals.map(({ label, amountCents }) => ({ bucket: label, total: fromCents(amountCents) })),
});

const showSums = (sums: AgingSums) => ({
  current: fromCents(sums.current),
  days1to30: fromCents(sums.days1to30),
  days31to60: fromCents(sums.days31to60),
  days61to90: fromCents(sums.days61to90),
  over90: fromCents(sums.over90),
  total: fromCents(sums.total),
});

function showCustomerRow({ partyId, sums }: AgingRow, parties: Loaded<Party>) {
  const { id, name, friendlyId } = mustShow(parties, partyId);
  return { id, name, friendlyId, ...showSums(sums) };
}

const showPayeeRow = (row: AgingRow, parties: Loaded<Party>) => ({
  ...showCustomerRow(row, parties),
  entityType: mustShow(parties, row.partyId).kind === 'vendor' ? entityTypes.vendor : entityTypes.carrier,
});

const wantsCsv = ({ accept }: ServiceContext) => preferredType(accept, ['application/json', 'text/csv']) === 'text/csv';

/** One line per party and currency; no line of totals, so that a sum over a column is right. */
function toCsv(blocks: readonly AgingBlock[], parties: Loaded<Party>): Response {
  const lines = blocks.flatMap(({ currency, rows }) =>
    rows.map((row) => ({ ...showCustomerRow(row, parties), currency })),
  );
  return csvResponse(
    agingCsvColumns.map(({ header }) => header),
    lines.map((line) => agingCsvColumns.map(({ field }) => line[field])),
  );
}
