import { type Completeness, formatSoFar, isLoading } from '../../src/domain/kit/completeness.ts';
import { fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage, type RequestedPage } from '../../src/mcp/results/page.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { resolveFields } from '../arguments/list-arguments.ts';
import { computeExcessCents, type OverLimit, readCustomersOverLimit } from '../customers/credit-exposure.ts';
import { exposureDefinition } from '../customers/currency-exposure.ts';
import { readMoneyContacts } from '../customers/money-contacts.ts';
import { column, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';

export const overCreditOperations = ['customers.filter'] as const;

const columns: readonly ListColumn[] = [
  column('friendlyId', 'No.'),
  textColumn('name', 'Customer'),
  column('currency', 'Currency'),
  moneyColumn('overBy', 'Over by'),
  moneyColumn('limit', 'Limit'),
  moneyColumn('exposure', 'Exposure'),
  moneyColumn('open', 'Open invoices'),
  moneyColumn('unbilled', 'Not invoiced'),
  moneyColumn('booked', 'Booked'),
  textColumn('contact', 'Call'),
];
const onRequest = ['id'];

function formatSummary(count: number, completeness: Completeness): string {
  if (count === 0)
    return isLoading(completeness)
      ? 'Which customers are over the credit limit on record is not known yet'
      : 'No customer is over the credit limit on record';
  const customers = formatSoFar(count === 1 ? '1 customer' : `${count} customers`, completeness);
  return `${customers} ${count === 1 ? 'is' : 'are'} over the credit limit on record`;
}

/** Builds the report of customers over their credit limit, and by how much. */
export async function buildOverCreditReport(ctx: ToolContext, input: RequestedPage) {
  const fields = resolveFields(input.fields, { columns, onRequest });
  const over = await readCustomersOverLimit(await ctx.records(), ctx.policy.rules.creditCounts);
  const page = buildLocalPage(ctx, over, input);
  const [first] = over;
  return listResult({
    summary: `${formatSummary(over.length, ctx.completeness())}. ${exposureDefinition}`,
    asOf: ctx.now(),
    total: over.length,
    totals: sumByCurrency(
      over.map((customer) => ({ currency: customer.exposure.currency, amountCents: computeExcessCents(customer) })),
    ),
    totalsLabel: 'over the limits',
    ...page,
    rows: await buildRows(ctx, page.rows),
    ...withCurrency({ columns, fields, format: input.format ?? 'table' }),
    onRequest,
    ...(first && {
      nextActions: [
        {
          tool: 'get_customer',
          arguments: { customer: first.customer.friendlyId },
          why: 'the first, with what it owes',
        },
      ],
    }),
  });
}

async function buildRows(ctx: ToolContext, over: readonly OverLimit[]): Promise<readonly ListRow[]> {
  const formatCall = await readMoneyContacts(
    ctx,
    over.map(({ customer }) => customer.id),
  );
  return over.map((customer) => ({ ...toRow(customer), contact: formatCall(customer.customer.id) }));
}

const toRow = (overLimit: OverLimit): ListRow => ({
  id: overLimit.customer.id,
  friendlyId: overLimit.customer.friendlyId,
  name: overLimit.customer.name,
  currency: overLimit.exposure.currency,
  overBy: fromCents(computeExcessCents(overLimit)),
  limit: fromCents(overLimit.limitCents),
  exposure: fromCents(overLimit.exposure.totalCents),
  open: fromCents(overLimit.exposure.openCents),
  unbilled: fromCents(overLimit.exposure.unbilledCents),
  booked: fromCents(overLimit.exposure.bookedCents),
});
