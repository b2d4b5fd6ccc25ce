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
import { pickType } from '../shared/accept.ts';
import type { ServiceContext } from '../shared/context.ts';
import { buildCsvResponse } from './csv.ts';
import { openBill, openInvoice } from './overdue-filter.ts';
import { type LoadedReferences, createLoader, requireShown } from '../identifiers/references.ts';

type PayablesQuery = Operations['bills']['agingReport']['parsed'];
type ReceivablesQuery = Operations['invoices']['agingReport']['parsed'];
type AgingQuery = Pick<PayablesQuery, 'currency' | 'daysPerBucket' | 'maxDays'>;

/** Builds the report of what customers owe, as JSON, or as CSV if the Accept header prefers it. */
export async function buildReceivablesReport(
  ctx: ServiceContext,
  query: ReceivablesQuery,
): Promise<Operations['invoices']['agingReport']['output'] | Response> {
  const open = await openItems(ctx, ledgers.customer, query, [matchColumn('customer_id', query.customerId)]);
  const { main, others: otherBlocks } = splitByCurrency(ctx, open, query);
  const parties = await readParties(ctx, ['customer'], [main, ...otherBlocks]);
  if (isCsvRequested(ctx)) return toCsv([main, ...otherBlocks], parties);
  const showCustomers = ({ rows }: AgingBlock) => rows.map((row) => showCustomerRow(row, parties));
  return {
    ...buildFrame(ctx),
    ...showTotals(main),
    customers: showCustomers(main),
    otherCurrencies: otherBlocks.map((block) => ({ ...showTotals(block), customers: showCustomers(block) })),
  };
}

/** Builds the report of what is owed to carriers and vendors. */
export async function buildPayablesReport(
  ctx: ServiceContext,
  query: PayablesQuery,
): Promise<Operations['bills']['agingReport']['output'] | Response> {
  const payee = [matchColumn('carrier_id', query.carrierId), matchColumn('vendor_id', query.vendorId)];
  const kinds = (['carrier', 'vendor'] as const).filter(
    (kind) => (query.entityType ?? entityTypes[kind]) === entityTypes[kind],
  );
  const open = await runTogether(kinds.map((kind) => openItems(ctx, ledgers[kind], query, payee)));
  const { main, others: otherBlocks } = splitByCurrency(ctx, open.flat(), query);
  const parties = await readParties(ctx, kinds, [main, ...otherBlocks]);
  if (isCsvRequested(ctx)) return toCsv([main, ...otherBlocks], parties);
  const showPayees = ({ rows }: AgingBlock) => rows.map((row) => showPayeeRow(row, parties));
  return {
    ...buildFrame(ctx),
    ...showTotals(main),
    payees: showPayees(main),
    otherCurrencies: otherBlocks.map((block) => ({ ...showTotals(block), payees: showPayees(block) })),
  };
}

const entityTypes = { carrier: 'CARRIER', vendor: 'VENDOR' } as const;

/** Table of the open records of each kind of party, and the condition of their open balances. */
const ledgers = {
  customer: { records: 'invoice', column: 'customer_id', isOpen: openInvoice },
  carrier: { records: 'bill', column: 'carrier_id', isOpen: openBill },
  vendor: { records: 'bill', column: 'vendor_id', isOpen: openBill },
} as const;

type LedgerParty = keyof typeof ledgers;

interface AgingParty {
  readonly id: string;
  readonly name: string;
  readonly friendlyId: string;
  readonly kind: LedgerParty;
}

const createPartyLoader = (kind: LedgerParty) =>
  createLoader(kind, ['name', 'friendly_id'], (row): AgingParty => ({
    id: row.id,
    name: row.name,
    friendlyId: row.friendly_id,
    kind,
  }));
const partyLoaders = {
  customer: createPartyLoader('customer'),
  carrier: createPartyLoader('carrier'),
  vendor: createPartyLoader('vendor'),
};

async function readParties(
  ctx: ServiceContext,
  kinds: readonly LedgerParty[],
  blocks: readonly AgingBlock[],
): Promise<LoadedReferences<AgingParty>> {
  const ids = blocks.flatMap(({ rows }) => rows.map(({ partyId }) => partyId));
  const loaded = await runTogether(kinds.map((kind) => partyLoaders[kind](ctx, ids)));
  return new Map(loaded.flatMap((parties) => [...parties]));
}

const everything = sql<SqlBool>`1 = 1`;
const matchColumn = (column: string, value: string | undefined): RawBuilder<SqlBool> =>
  value === undefined ? everything : sql<SqlBool>`${sql.ref(column)} = ${value.toLowerCase()}`;

/**
 * Reads open balances, which the database sums by party, currency and bucket, so that years of invoices are a few rows.
 */
async function openItems(
  ctx: ServiceContext,
  ledger: (typeof ledgers)[LedgerParty],
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
      select ${sql.ref(column)} as party_id, currency, ${selectDaysLate(ctx, query)} as days_late, sum(owed_cents) as cents
      from ${sql.table(records)}
      where organization_id = ${ctx.organizationId} and deleted_at is null and ${sql.ref(column)} is not null
        and ${isOpen} and ${ofCurrency} and ${sql.join(conditions, sql` and `)}
      group by ${sql.ref(column)}, currency, due_date, invoice_date
    ) as balance
    group by party_id, currency, days_late`.execute(ctx.db);
  return rows;
}

/** Builds SQL for the days past due with which a balance's bucket begins. A balance without a date is current. */
function selectDaysLate({ today }: ServiceContext, query: AgingQuery): RawBuilder<number> {
  const starts = [0, ...listBucketStarts(getSteps(query))];
  const cases = starts.slice(1).map((next, index) => {
    const isLater = bindRule(toSql(dueFrom, undefined, toDueDays(addDays(today, 1 - next))));
    return sql`when ${isLater} or (${sql.raw(printRule(undated))}) then ${sql.lit(starts[index])}`;
  });
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.at(-1))} end`;
}

const getSteps = ({ daysPerBucket, maxDays }: AgingQuery) => ({ daysPerBucket, daysMax: maxDays });

/**
 * Splits open balances into the block of the requested currency, or else the organization's, and those of other
 * currencies. The first exists even if nothing is open in it.
 */
function splitByCurrency(
  ctx: ServiceContext,
  open: readonly OpenItem[],
  query: AgingQuery,
): { main: AgingBlock; others: AgingBlock[] } {
  const steps = getSteps(query);
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

const buildFrame = (ctx: ServiceContext) => ({ asOfDate: ctx.today, buckets: agingBuckets.map(({ label }) => label) });

const showTotals = ({ currency, totals, bucketTotals }: AgingBlock) => ({
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

function showCustomerRow({ partyId, sums }: AgingRow, parties: LoadedReferences<AgingParty>) {
  const { id, name, friendlyId } = requireShown(parties, partyId);
  return { id, name, friendlyId, ...showSums(sums) };
}

const showPayeeRow = (row: AgingRow, parties: LoadedReferences<AgingParty>) => ({
  ...showCustomerRow(row, parties),
  entityType: requireShown(parties, row.partyId).kind === 'vendor' ? entityTypes.vendor : entityTypes.carrier,
});

const isCsvRequested = ({ accept }: ServiceContext) =>
  pickType(accept, ['application/json', 'text/csv']) === 'text/csv';

/**
 * Formats a report as CSV with one line per party and currency. It has no line of totals, so that a sum over a column
 * is right.
 */
function toCsv(blocks: readonly AgingBlock[], parties: LoadedReferences<AgingParty>): Response {
  const lines = blocks.flatMap(({ currency, rows }) =>
    rows.map((row) => ({ ...showCustomerRow(row, parties), currency })),
  );
  return buildCsvResponse(
    agingCsvColumns.map(({ header }) => header),
    lines.map((line) => agingCsvColumns.map(({ field }) => line[field])),
  );
}
