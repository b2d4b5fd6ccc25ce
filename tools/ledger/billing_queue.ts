import { acceptWords } from '../../src/mcp/input/interpret-arguments.ts';
import { type Completeness, formatSoFar, isLoading } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { blockerWords, type InvoiceBlocker, invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import { type AmountOf, formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { buildListView, buildPage, declareViewArguments } from '../arguments/list-view.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { toOnDay } from '../copied/measure-sql.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { queueGroupings, buildQueueListOptions, queueOrders } from './queue-list.ts';
import type { UnbilledShipment } from './waiting.ts';
import { readQueue } from './waiting-to-invoice.ts';

export const billingQueue = tool({
  name: 'billing_queue',
  title: 'Delivered and not invoiced',
  description: `Delivered and not invoiced freight, over the complete set: dollars and age by blocker (POD missing, announced only, on hold, not released, ready), oldest first.
Use it for "what can we invoice", "what is unbilled and why". Invoices that exist: list_invoices.`,
  toolset: 'billing',
  gate: 'none',
  operations: ['customers.filter', 'customers.get', 'customers.search'],
  input: z.strictObject({
    customer: RecordText.optional(),
    blocker: acceptWords(z.enum(invoiceBlockers), blockerWords).optional(),
    minDays: z.number().min(0).max(10_000).optional(),
    ...declareViewArguments(queueOrders, queueGroupings),
    ...listArguments,
  }),
  output: listOutput.extend({ byBlocker: z.array(z.record(z.string(), z.unknown())) }),
  async read(ctx, input) {
    const { customer: customerText, blocker, minDays = 0 } = input;
    const view = buildListView(buildQueueListOptions(ctx), input);
    const customer = customerText === undefined ? undefined : (await resolve(ctx, customerFinder, customerText)).record;
    const matching = (await readQueue(await ctx.records(), toOnDay(ctx), customer))
      .filter(({ blockers }) => blocker === undefined || blockers.includes(blocker))
      .filter(({ days }) => minDays === 0 || (days ?? 0) >= minDays);
    const completeness = ctx.completeness();
    const page = await buildPage(ctx, view, matching, async (rows) => rows);
    const result = listResult({
      summary: [formatSummary(matching, customer, completeness), view.words].filter(Boolean).join(' '),
      asOf: ctx.now(),
      ...page,
      ...(!isLoading(completeness) && { totals: sumByCurrency(matching.flatMap(listRevenue)) }),
      totalsLabel: 'not invoiced',
      nextActions: isLoading(completeness) ? [] : suggestActions(matching),
    });
    return { ...result, data: { ...result.data, byBlocker: isLoading(completeness) ? [] : countByBlocker(matching) } };
  },
});

const listRevenue = ({ currency, revenueCents }: UnbilledShipment): readonly AmountOf[] =>
  revenueCents === null ? [] : [{ currency, amountCents: revenueCents }];

/** Counts each shipment once, by its first blocker and by currency. */
function countByBlocker(waiting: readonly UnbilledShipment[]) {
  const groups = Map.groupBy(waiting, ({ blockers }) => blockers[0]);
  return invoiceBlockers.flatMap((blocker) => {
    const blocked = groups.get(blocker) ?? [];
    return sumByCurrency(blocked.map(toRevenue)).map(({ currency, count, amountCents }) => ({
      blocker,
      currency,
      count,
      amount: fromCents(amountCents),
      oldestDays: Math.max(
        0,
        ...blocked.flatMap((shipment) => (shipment.currency === currency ? (shipment.days ?? 0) : [])),
      ),
    }));
  });
}

const toRevenue = ({ currency, revenueCents }: UnbilledShipment): AmountOf => ({
  currency,
  amountCents: revenueCents ?? 0,
});

function formatSummary(
  waiting: readonly UnbilledShipment[],
  customer: CustomerRecord | undefined,
  completeness: Completeness,
): string {
  const parts = countByBlocker(waiting).map(
    ({ blocker, count, amount, currency, oldestDays }) =>
      `${blockerWords[blocker]} ${count} (${formatMoney(toAmountCents(amount), currency)}, oldest ${oldestDays} days)`,
  );
  const all = sumByCurrency(waiting.map(toRevenue)).map((sum) => formatMoney(sum.amountCents, sum.currency));
  const unpriced = waiting.filter(({ revenueCents }) => revenueCents === null).length;
  // Invoices that were not read yet take shipments away.
  const head = `${formatSoFar(`${waiting.length} ${waiting.length === 1 ? 'shipment' : 'shipments'}`, completeness)} delivered and not invoiced${customer ? ` for ${recordText(customer.name, 'list')} (${customer.friendlyId})` : ''}`;
  if (isLoading(completeness)) return `${head}; sums and blockers are not known yet.`;
  if (waiting.length === 0) return `${head}.`;
  return [
    `${head}, ${all.join(' and ')}: ${parts.join('; ')}.`,
    unpriced > 0 ? `${unpriced} of them show no revenue.` : '',
    'Each counts once, under its first blocker; days since delivery.',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const namedMax = 50;

/** Suggests the actions that bring the most freight closer to an invoice. */
function suggestActions(waiting: readonly UnbilledShipment[]): readonly NextAction[] {
  const filterByBlocker = (blocker: InvoiceBlocker) => waiting.filter(({ blockers }) => blockers[0] === blocker);
  const listNumbers = (shipments: readonly UnbilledShipment[]) =>
    shipments.slice(0, namedMax).map(({ friendlyId }) => friendlyId);
  const describeScope = (shipments: readonly UnbilledShipment[]) =>
    shipments.length > namedMax ? `the first ${namedMax} of ${shipments.length}` : 'these';
  const [ready, unreleased, [missing]] = [
    filterByBlocker('ready'),
    filterByBlocker('not_released'),
    filterByBlocker('pod_missing'),
  ];
  const actions: readonly (NextAction | false)[] = [
    ready.length > 0 && {
      tool: 'generate_invoices',
      arguments: { shipments: listNumbers(ready) },
      why: `invoices ${describeScope(ready)}; a person agrees first`,
    },
    unreleased.length > 0 && {
      tool: 'set_invoice_readiness',
      arguments: { shipments: listNumbers(unreleased), ready: true },
      why: `releases ${describeScope(unreleased)}: their PODs are there`,
    },
    missing !== undefined && {
      tool: 'upload_document',
      arguments: { type: 'PROOF_OF_DELIVERY', attachTo: `shipment:${missing.friendlyId}`, path: 'FILE' },
      why: 'the first POD that is missing; put its path in place of FILE',
    },
  ];
  return actions.filter((action) => action !== false);
}
