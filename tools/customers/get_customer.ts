import * as z from 'zod';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { type AmountOf, formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import {
  type CustomerExposure,
  exposureDefinition,
  exposureOf,
  exposureOperations,
  exposureText,
  standingText,
} from './customer-exposure.ts';
import { bindingRules, customerProfile, profileLines, profileUntrusted } from './customer-profile.ts';
import { type Volumes, volumeOf } from './customer-volume.ts';
import { daysOverdue } from './open-invoices.ts';

export const getCustomer = tool({
  name: 'get_customer',
  title: 'Show a customer',
  description: `One customer: contacts with phone, terms, credit exposure in its three parts (open invoices, delivered and not invoiced, booked) against the limit, open and overdue, volume, and the notes that bind.
Its invoices line by line: collections; its freight: list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: [...exposureOperations, 'customers.get', 'customers.filter', 'customers.search'],
  input: z.strictObject({ customer: RecordText }),
  output: z.object({
    record: z.record(z.string(), z.unknown()),
    exposure: z.array(z.record(z.string(), z.unknown())),
    receivables: z.array(z.record(z.string(), z.unknown())),
    volume: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
    definitions: z.string(),
    coverage: z.string(),
  }),
  async read(ctx, { customer: text }) {
    const { record: customer, resolved } = await resolve(ctx, customerFinder, text);
    const [exposure, volume] = await Promise.all([exposureOf(ctx, customer), volumeOf(ctx, customer.id)]);
    const today = todayIn(ctx.timeZone, ctx.now());
    const receivables = receivablesOf(exposure.open, today);
    const record = customerProfile(customer, ctx.timeZone);
    const coverage = [exposure.coverage, volume.coverage].filter((note) => note !== undefined).join(' ');
    return recordResult({
      summary: summaryOf(customer, exposure, receivables),
      asOf: ctx.now(),
      lines: [
        ...exposureLines(ctx, exposure),
        ...receivables.map(receivableLine),
        volumeLine(volume),
        ...profileLines(record, customer),
        exposureDefinition,
        ...(coverage === '' ? [] : [coverage]),
      ],
      data: {
        record: { ...record, binding: bindingRules(customer) },
        exposure: exposure.byCurrency.map(exposureData),
        receivables,
        volume: volumeData(volume),
        resolved,
        definitions: exposureDefinition,
        ...(coverage !== '' && { coverage }),
      },
      untrusted: profileUntrusted('/record'),
      nextActions: actionsOf(customer, exposure),
    });
  },
});

type Exposure = CustomerExposure['byCurrency'][number];

const exposureData = (one: Exposure) => ({
  currency: one.currency,
  openInvoices: fromCents(one.openCents),
  deliveredNotInvoiced: fromCents(one.unbilledCents),
  booked: fromCents(one.bookedCents),
  total: fromCents(one.totalCents),
  limit: one.limitCents === null ? null : fromCents(one.limitCents),
  usedPercent: one.usedPercent,
  left: one.leftCents === null ? null : fromCents(one.leftCents),
  standing: one.standing,
});

interface Receivable {
  readonly currency: string;
  readonly openInvoices: number;
  readonly open: number;
  readonly overdueInvoices: number;
  readonly overdue: number;
  readonly oldestDays: number | null;
}

function receivablesOf(open: readonly InvoiceRecord[], today: string): readonly Receivable[] {
  const late = open.filter((invoice) => daysOverdue(invoice, today) !== null);
  const overdue = new Map(sumByCurrency(late.map(owed)).map((sum) => [sum.currency, sum]));
  return sumByCurrency(open.map(owed)).map(({ currency, count, amountCents }) => {
    const days = late
      .filter((invoice) => invoice.currency === currency)
      .map((invoice) => daysOverdue(invoice, today) ?? 0);
    return {
      currency,
      openInvoices: count,
      open: fromCents(amountCents),
      overdueInvoices: overdue.get(currency)?.count ?? 0,
      overdue: fromCents(overdue.get(currency)?.amountCents ?? 0),
      oldestDays: days.length === 0 ? null : Math.max(...days),
    };
  });
}

const owed = ({ currency, amountOwed }: InvoiceRecord): AmountOf => ({ currency, amountCents: centsOf(amountOwed) });

const volumeData = ({ spans, lastPickUp }: Volumes) => ({
  lastPickUp,
  spans: spans.map(({ days, shipments, revenue }) => ({
    days,
    shipments,
    revenue: revenue.map(({ currency, amountCents }) => ({ currency, amount: fromCents(amountCents) })),
  })),
});

function summaryOf(
  { name, friendlyId, status }: CustomerRecord,
  { byCurrency: [main] }: CustomerExposure,
  receivables: readonly Receivable[],
): string {
  const overdue = receivables.filter((one) => one.overdue > 0);
  const late = overdue.map((one) => formatMoney(centsOf(one.overdue), one.currency)).join(' and ');
  return [
    `${recordText(name, 'list')} (${friendlyId}) is ${status}`,
    main ? `: exposure ${standingText(main)}` : '',
    late === '' ? ', nothing overdue' : `, ${late} overdue`,
    '.',
  ].join('');
}

function exposureLines(
  { policy }: ToolContext,
  { byCurrency, unbilled, booked, planned, unpriced }: CustomerExposure,
): readonly string[] {
  return [
    ...byCurrency.map((one) => {
      const { currency, leftCents } = one;
      const rest = leftCents === null ? '' : `, ${formatMoney(leftCents, currency)} left`;
      return `${exposureText(one, policy.rules.creditCounts)}${rest}`;
    }),
    `Freight: ${unbilled.length} delivered and not invoiced, ${booked.length} booked or under way, ${planned.length} not booked yet`,
    ...(unpriced.length > 0
      ? [`Without revenue, so counted as nothing: ${unpriced.map(({ friendlyId }) => friendlyId).join(', ')}`]
      : []),
  ];
}

const receivableLine = (one: Receivable): string => {
  const money = (amount: number) => centsText(centsOf(amount), one.currency);
  const late =
    one.overdueInvoices === 0
      ? 'nothing overdue'
      : `${one.overdueInvoices} overdue, ${money(one.overdue)}, oldest ${one.oldestDays} days`;
  return `Invoices: ${one.openInvoices} open, ${money(one.open)}; ${late}`;
};

function volumeLine({ spans, lastPickUp }: Volumes): string {
  const parts = spans.map(({ days, shipments, revenue }) => {
    const sums = revenue.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(' and ');
    return `${shipments} shipments${sums === '' ? '' : `, ${sums}`} in the last ${days} days`;
  });
  return `Volume by pickup: ${parts.join('; ')}; last pickup ${lastPickUp ?? 'not in that time'}`;
}

function actionsOf({ friendlyId: customer }: CustomerRecord, { open, unbilled, booked }: CustomerExposure) {
  const actions: readonly (NextAction | false)[] = [
    open.length > 0 && { tool: 'collections', arguments: { customer }, why: 'its statement, line by line' },
    unbilled.length > 0 && {
      tool: 'billing_queue',
      arguments: { customer },
      why: 'what keeps its freight from invoices',
    },
    booked.length > 0 && {
      tool: 'list_shipments',
      arguments: { customer, status: 'active' },
      why: 'its freight that is not delivered yet',
    },
  ];
  return actions.filter((action) => action !== false);
}
