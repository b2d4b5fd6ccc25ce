import { type Completeness, formatLowerBound, isLoading, qualifyFigure } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { onDayOf } from '../copied/measure-sql.ts';
import { centsText } from '../records/amounts.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import {
  type ExposedPart,
  selectExposedParts,
  selectPlannedFreight,
  selectUnpricedFreight,
  sumParts,
  toExposedParts,
  toLimit,
} from './credit-exposure.ts';
import { type Exposure, exposureDefinition, exposuresAgainst, exposureText, standingText } from './credit-standing.ts';
import { bindingRules, customerProfile, profileLines, profileUntrusted } from './customer-profile.ts';
import { selectVolumes, toVolumes, type Volumes } from './customer-volume.ts';
import { type OpenBalance, selectOpenBalances, toOpenBalances } from './open-balances.ts';

export const getCustomer = tool({
  name: 'get_customer',
  title: 'Show a customer',
  description: `One customer: contacts with phone, terms, credit exposure in its three parts (open invoices, delivered and not invoiced, booked) against the limit, open and overdue, volume, and the notes that bind.
Its invoices line by line: collections; its freight: list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['customers.get', 'customers.filter', 'customers.search'],
  input: z.strictObject({ customer: RecordText }),
  output: z.object({
    record: z.record(z.string(), z.unknown()),
    exposure: z.array(z.record(z.string(), z.unknown())),
    receivables: z.array(z.record(z.string(), z.unknown())),
    volume: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
    definitions: z.string(),
  }),
  async read(ctx, { customer: text }) {
    const { record: customer, resolved } = await resolve(ctx, customerFinder, text);
    const account = await readAccount(ctx, customer);
    const { exposures, balances, volume } = account;
    const record = customerProfile(customer, ctx.timeZone);
    return recordResult({
      summary: formatSummary(customer, account, ctx.completeness()),
      asOf: ctx.now(),
      lines: [
        ...exposureLines(ctx, account),
        ...(isLoading(ctx.completeness())
          ? ['Invoices and volume: not known yet']
          : [...balances.map(balanceLine), volumeLine(volume)]),
        ...profileLines(record, customer),
        exposureDefinition,
      ],
      data: {
        record: { ...record, binding: bindingRules(customer) },
        exposure: exposures.map(exposureData),
        receivables: balances.map(balanceData),
        volume: volumeData(volume),
        resolved,
        definitions: exposureDefinition,
      },
      untrusted: profileUntrusted('/record'),
      nextActions: actionsOf(customer, account),
    });
  },
});

/** What a customer owes and will owe, and how much it ships. */
interface Account {
  readonly exposures: readonly Exposure[];
  readonly parts: readonly ExposedPart[];
  /** Numbers of freight without revenue, which counts as nothing. */
  readonly unpriced: readonly string[];
  readonly planned: number;
  readonly balances: readonly OpenBalance[];
  readonly volume: Volumes;
}

async function readAccount(ctx: ToolContext, customer: CustomerRecord): Promise<Account> {
  const onDay = onDayOf(ctx);
  const records = await ctx.records();
  // At one moment: the open invoices of the exposure are those of the balances.
  const rows = await records.readTogether({
    exposed: selectExposedParts(records, customer.id),
    unpriced: selectUnpricedFreight(records, customer.id),
    planned: selectPlannedFreight(records, customer.id),
    balances: selectOpenBalances(records, onDay, customer.id),
    days: selectVolumes(records, customer.id, onDay),
  });
  const parts = toExposedParts(rows.exposed);
  const unpriced = rows.unpriced.map(({ friendlyId }) => friendlyId);
  const planned = rows.planned.reduce((sum, { count }) => sum + count, 0);
  const balances = toOpenBalances(rows.balances, onDay);
  const volume = toVolumes(rows.days, onDay);
  const exposures = exposuresAgainst(toLimit(customer), sumParts(parts), ctx.policy.rules.creditCounts);
  return { exposures, parts, unpriced, planned, balances, volume };
}

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

const balanceData = (one: OpenBalance) => ({
  currency: one.currency,
  openInvoices: one.openCount,
  open: fromCents(one.openCents),
  overdueInvoices: one.overdueCount,
  overdue: fromCents(one.overdueCents),
  oldestDays: one.oldestDays,
});

const volumeData = ({ spans, lastPickUp }: Volumes) => ({
  lastPickUp,
  spans: spans.map(({ days, shipments, revenue }) => ({
    days,
    shipments,
    revenue: revenue.map(({ currency, amountCents }) => ({ currency, amount: fromCents(amountCents) })),
  })),
});

function formatSummary(
  { name, friendlyId, status }: CustomerRecord,
  { exposures: [main], balances }: Account,
  completeness: Completeness,
): string {
  const overdue = balances.filter(({ overdueCents }) => overdueCents > 0);
  const late = overdue.map(({ overdueCents, currency }) => formatMoney(overdueCents, currency)).join(' and ');
  return [
    `${recordText(name, 'list')} (${friendlyId}) is ${status}`,
    main ? `: exposure ${qualifyFigure(standingText(main), completeness)}` : '',
    late === ''
      ? `, ${isLoading(completeness) ? 'overdue not known yet' : 'nothing overdue'}`
      : `, ${formatLowerBound(late, completeness)} overdue`,
    '.',
  ].join('');
}

const recordsIn = ({ parts }: Pick<Account, 'parts'>, name: ExposedPart['part']): number =>
  parts.filter(({ part }) => part === name).reduce((sum, { records }) => sum + records, 0);

function exposureLines({ policy, completeness }: ToolContext, account: Account): readonly string[] {
  if (isLoading(completeness())) return ['Exposure and freight: not known yet'];
  const [unbilled, booked] = [
    recordsIn(account, 'delivered and not invoiced'),
    recordsIn(account, 'booked or under way'),
  ];
  return [
    ...account.exposures.map((one) => {
      const { currency, leftCents } = one;
      const rest = leftCents === null ? '' : `, ${formatMoney(leftCents, currency)} left`;
      return `${exposureText(one, policy.rules.creditCounts)}${rest}`;
    }),
    `Freight: ${unbilled} delivered and not invoiced, ${booked} booked or under way, ${account.planned} not booked yet`,
    ...(account.unpriced.length > 0 ? [`Without revenue, so counted as nothing: ${account.unpriced.join(', ')}`] : []),
  ];
}

const balanceLine = ({
  currency,
  openCount,
  openCents,
  overdueCount,
  overdueCents,
  oldestDays,
}: OpenBalance): string => {
  const money = (cents: number) => centsText(cents, currency);
  const late =
    overdueCount === 0
      ? 'nothing overdue'
      : `${overdueCount} overdue, ${money(overdueCents)}, oldest ${oldestDays} days`;
  return `Invoices: ${openCount} open, ${money(openCents)}; ${late}`;
};

function volumeLine({ spans, lastPickUp }: Volumes): string {
  const parts = spans.map(({ days, shipments, revenue }) => {
    const sums = revenue.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(' and ');
    return `${shipments} shipments${sums === '' ? '' : `, ${sums}`} in the last ${days} days`;
  });
  return `Volume by pickup: ${parts.join('; ')}; last pickup ${lastPickUp ?? 'not in that time'}`;
}

function actionsOf({ friendlyId: customer }: CustomerRecord, account: Account) {
  const actions: readonly (NextAction | false)[] = [
    account.balances.length > 0 && {
      tool: 'collections',
      arguments: { customer },
      why: 'its statement, line by line',
    },
    recordsIn(account, 'delivered and not invoiced') > 0 && {
      tool: 'billing_queue',
      arguments: { customer },
      why: 'what keeps its freight from invoices',
    },
    recordsIn(account, 'booked or under way') > 0 && {
      tool: 'list_shipments',
      arguments: { customer, status: 'active' },
      why: 'its freight that is not delivered yet',
    },
  ];
  return actions.filter((action) => action !== false);
}
