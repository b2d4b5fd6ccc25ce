import { agingBuckets, type AgingSumName } from '../../src/domain/money/aging.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import * as z from 'zod';
import { fromCents, type CurrencyTotal } from '../../src/domain/money/money.ts';
import { listResult, type ListColumn, type ListRow } from '../../src/mcp/results/list-result.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import { column, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';
import { carrierFinder, customerFinder } from '../arguments/finders/finders.ts';
import { resolveFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { buildLocalPage } from '../../src/mcp/results/page.ts';
import { findCandidates, resolve } from '../arguments/finders/resolve.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';
import { overCreditOperations, buildOverCreditReport } from './over-credit.ts';

const Input = z.strictObject({
  ledger: z.enum(['receivables', 'payables']).describe('what customers owe, or what is owed to carriers and vendors'),
  party: RecordText.optional().describe('only this customer, carrier or vendor'),
  overCredit: z.boolean().optional().describe('of receivables: who is over the credit limit'),
  ...listArguments,
});
type AgingInput = z.output<typeof Input>;

const sumColumns = [
  ...agingBuckets.map(({ name, label }) => ({ key: name, title: name === 'current' ? 'Not due' : label })),
  { key: 'total', title: 'Total' },
] as const;
type BucketSums = Readonly<Record<AgingSumName | 'total', number>>;

interface PartyRow extends BucketSums {
  readonly id: string;
  readonly friendlyId: string | null;
  readonly name: string;
}

interface CurrencyAging {
  readonly currency: string;
  readonly totals: BucketSums;
  readonly parties: readonly PartyRow[];
}

const columns: readonly ListColumn[] = [
  column('friendlyId', 'No.'),
  textColumn('name', 'Party'),
  column('currency', 'Currency'),
  ...sumColumns.map(({ key, title }) => moneyColumn(key, title)),
];
const onRequest = ['id'];

export const agingReport = tool({
  name: 'aging_report',
  title: 'Aging report',
  description: `Open balances by age: receivables (customers) or payables (carriers and vendors), one row per party, largest first.
Buckets are days past the due date: not due, 1-30, 31-60, 61-90, 90+. Totals are of all parties, per currency.
Use it for "who owes us", "what do we owe", "what is overdue", "who is over credit". For single bills use list_bills.`,
  toolset: 'billing',
  gate: 'none',
  operations: [
    'invoices.agingReport',
    ...overCreditOperations,
    'bills.agingReport',
    'customers.get',
    'carriers.get',
    'carriers.filter',
    'vendors.get',
    'vendors.filter',
    'customers.search',
    'carriers.search',
    'vendors.search',
  ],
  input: Input,
  output: listOutput
    .extend({ asOfDate: z.string(), bucketTotals: z.array(z.record(z.string(), z.unknown())) })
    .partial(),
  async read(ctx, input) {
    if (input.overCredit === true) return buildOverCreditReport(ctx, requireAllCustomers(input));
    const fields = resolveFields(input.fields, { columns, onRequest });
    const { asOfDate, blocks } =
      input.ledger === 'receivables' ? await readReceivables(ctx, input) : await readPayables(ctx, input);
    // Amounts of different currencies do not compare: each currency has its own order.
    const rows = blocks.flatMap(({ currency, parties }) =>
      parties.toSorted((a, b) => b.total - a.total).map((party): ListRow => ({ ...party, currency })),
    );
    const result = listResult({
      summary: formatSummary(input, blocks, asOfDate),
      asOf: ctx.now(),
      total: rows.length,
      totals: blocks.map(toTotal),
      totalsLabel: 'open',
      ...buildLocalPage(ctx, rows, input),
      ...withCurrency({ columns, fields, format: input.format ?? 'table' }),
      onRequest,
      notes: listMismatches(blocks),
    });
    const bucketTotals = blocks.map(({ currency, totals }) => ({ currency, ...totals }));
    return { ...result, data: { ...result.data, asOfDate, bucketTotals } };
  },
});

/** Checks that the report of credit limits is about all customers. get_customer shows the credit of a single one. */
function requireAllCustomers(input: AgingInput): AgingInput {
  if (input.ledger === 'payables')
    throw createFieldError(
      'BAD_REQUEST',
      'overCredit',
      'is of receivables: carriers and vendors have no credit limit here',
    );
  if (input.party !== undefined)
    throw createFieldError('BAD_REQUEST', 'overCredit', 'lists all customers; get_customer shows the credit of one');
  return input;
}

async function readReceivables(ctx: ToolContext, { party }: AgingInput) {
  const customer = party === undefined ? undefined : (await resolve(ctx, customerFinder, party)).record;
  const report = await ctx.api.invoices.agingReport(customer ? { customerId: customer.id } : {});
  const blocks = [report, ...report.otherCurrencies].map(({ currency, totals, customers }): CurrencyAging => ({
    currency,
    totals,
    parties: customers,
  }));
  return { asOfDate: report.asOfDate, blocks };
}

async function readPayables(ctx: ToolContext, { party }: AgingInput) {
  const report = await ctx.api.bills.agingReport(party === undefined ? {} : await findPayee(ctx, party));
  const blocks = [report, ...report.otherCurrencies].map(({ currency, totals, payees }): CurrencyAging => ({
    currency,
    totals,
    parties: payees,
  }));
  return { asOfDate: report.asOfDate, blocks };
}

/** Finds the carrier of that name or, if there is none, the vendor. */
async function findPayee(ctx: ToolContext, party: string): Promise<{ carrierId: string } | { vendorId: string }> {
  const { records } = await findCandidates(ctx, carrierFinder, party);
  if (records.length > 0) return { carrierId: (await resolve(ctx, carrierFinder, party)).record.id };
  return { vendorId: (await resolve(ctx, vendorFinder, party)).record.id };
}

const toTotal = ({ currency, totals, parties }: CurrencyAging): CurrencyTotal => ({
  currency,
  count: parties.length,
  amountCents: toAmountCents(totals.total),
});

function formatSummary({ ledger }: AgingInput, blocks: readonly CurrencyAging[], asOfDate: string): string {
  // One party may owe in several currencies.
  const count = new Set(blocks.flatMap(({ parties }) => parties.map(({ id }) => id))).size;
  const isOwedToUs = ledger === 'receivables';
  if (count === 0) return isOwedToUs ? 'No customer owes anything.' : 'Nothing is owed to payees.';
  const [one, many] = isOwedToUs ? ['customer owes', 'customers owe'] : ['payee is owed', 'payees are owed'];
  const sums = blocks.map(({ currency, totals }) => {
    const filled = agingBuckets.filter(({ name }) => totals[name] !== 0);
    const parts = filled.map(
      ({ name, label }) =>
        `${name === 'current' ? 'not due' : `${label} days`} ${formatWireAmount(totals[name], currency)}`,
    );
    return `${formatWireAmount(totals.total, currency)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  });
  return `${count} ${count === 1 ? one : many} ${sums.join(' and ')}. Ages are days past due on ${formatDate(asOfDate)}.`;
}

/**
 * Lists differences between the report's own totals and the sums of its rows. They must be equal, and a difference is
 * never hidden.
 */
function listMismatches(blocks: readonly CurrencyAging[]): readonly string[] {
  return blocks.flatMap(({ currency, totals, parties }) =>
    sumColumns.flatMap(({ key, title }) => {
      const sum = parties.reduce((cents, party) => cents + toAmountCents(party[key]), 0);
      if (sum === toAmountCents(totals[key])) return [];
      const [stated, added] = [formatWireAmount(totals[key], currency), formatWireAmount(fromCents(sum), currency)];
      return [`"${title}": the API's sum of ${stated} differs from its rows, which add up to ${added}.`];
    }),
  );
}
