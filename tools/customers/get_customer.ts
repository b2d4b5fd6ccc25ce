import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { type Completeness, formatLowerBound, isLoading, qualifyFigure } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { toOnDay } from '../copied/measure-sql.ts';
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
import {
  type CurrencyExposure,
  exposureDefinition,
  listExposures,
  formatExposureParts,
  formatCreditStatus,
} from './currency-exposure.ts';
import { listBindingRules, buildCustomerProfile, formatProfile, listUntrustedFields } from './customer-profile.ts';
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
    const record = buildCustomerProfile(customer, ctx.timeZone);
    return recordResult({
      summary: formatSummary(customer, account, ctx.completeness()),
      asOf: ctx.now(),
      lines: [
        ...formatExposures(ctx, account),
        ...(isLoading(ctx.completeness())
          ? ['Invoices and volume: not known yet']
          : [...balances.map(formatBalance), formatVolume(volume)]),
        ...formatProfile(record, customer),
        exposureDefinition,
      ],
      data: {
        record: { ...record, binding: listBindingRules(customer) },
        exposure: exposures.map(toExposureData),
        receivables: balances.map(toBalanceData),
        volume: toVolumeData(volume),
        resolved,
        definitions: exposureDefinition,
      },
      untrusted: listUntrustedFields('/record'),
      nextActions: suggestActions(customer, account),
    });
  },
});

/** The amounts that a customer owes and will owe, and the freight that it ships. */
interface CustomerFigures {
  readonly exposures: readonly CurrencyExposure[];
  readonly parts: readonly ExposedPart[];
  /** Numbers of freight without revenue, which counts as nothing. */
  readonly unpriced: readonly string[];
  readonly planned: number;
  readonly balances: readonly OpenBalance[];
  readonly volume: Volumes;
}

async function readAccount(ctx: ToolContext, customer: CustomerRecord): Promise<CustomerFigures> {
  const onDay = toOnDay(ctx);
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
  const exposures = listExposures(toLimit(customer), sumParts(parts), ctx.policy.rules.creditCounts);
  return { exposures, parts, unpriced, planned, balances, volume };
}

const toExposureData = (exposure: CurrencyExposure) => ({
  currency: exposure.currency,
  openInvoices: fromCents(exposure.openCents),
  deliveredNotInvoiced: fromCents(exposure.unbilledCents),
  booked: fromCents(exposure.bookedCents),
  total: fromCents(exposure.totalCents),
  limit: exposure.limitCents === null ? null : fromCents(exposure.limitCents),
  usedPercent: exposure.usedPercent,
  left: exposure.leftCents === null ? null : fromCents(exposure.leftCents),
  standing: exposure.status,
});

const toBalanceData = (balance: OpenBalance) => ({
  currency: balance.currency,
  openInvoices: balance.openCount,
  open: fromCents(balance.openCents),
  overdueInvoices: balance.overdueCount,
  overdue: fromCents(balance.overdueCents),
  oldestDays: balance.oldestDays,
});

const toVolumeData = ({ spans, lastPickUp }: Volumes) => ({
  lastPickUp,
  spans: spans.map(({ days, shipments, revenue }) => ({
    days,
    shipments,
    revenue: revenue.map(({ currency, amountCents }) => ({ currency, amount: fromCents(amountCents) })),
  })),
});

function formatSummary(
  { name, friendlyId, status }: CustomerRecord,
  { exposures: [main], balances }: CustomerFigures,
  completeness: Completeness,
): string {
  const overdue = balances.filter(({ overdueCents }) => overdueCents > 0);
  const late = overdue.map(({ overdueCents, currency }) => formatMoney(overdueCents, currency)).join(' and ');
  return [
    `${recordText(name, 'list')} (${friendlyId}) is ${formatCode(status)}`,
    main ? `: exposure ${qualifyFigure(formatCreditStatus(main), completeness)}` : '',
    late === ''
      ? `, ${isLoading(completeness) ? 'overdue not known yet' : 'nothing overdue'}`
      : `, ${formatLowerBound(late, completeness)} overdue`,
    '.',
  ].join('');
}

const countRecords = ({ parts }: Pick<CustomerFigures, 'parts'>, name: ExposedPart['part']): number =>
  parts.filter(({ part }) => part === name).reduce((sum, { records }) => sum + records, 0);

function formatExposures({ policy, completeness }: ToolContext, account: CustomerFigures): readonly string[] {
  if (isLoading(completeness())) return ['Exposure and freight: not known yet'];
  const [unbilled, booked] = [
    countRecords(account, 'delivered and not invoiced'),
    countRecords(account, 'booked or under way'),
  ];
  return [
    ...account.exposures.map((exposure) => {
      const { currency, leftCents } = exposure;
      const rest = leftCents === null ? '' : `, ${formatMoney(leftCents, currency)} left`;
      return `${formatExposureParts(exposure, policy.rules.creditCounts)}${rest}`;
    }),
    `Freight: ${unbilled} delivered and not invoiced, ${booked} booked or under way, ${account.planned} not booked yet`,
    ...(account.unpriced.length > 0 ? [`Without revenue, so counted as nothing: ${account.unpriced.join(', ')}`] : []),
  ];
}

const formatBalance = ({
  currency,
  openCount,
  openCents,
  overdueCount,
  overdueCents,
  oldestDays,
}: OpenBalance): string => {
  const formatAmount = (cents: number) => centsText(cents, currency);
  const late =
    overdueCount === 0
      ? 'nothing overdue'
      : `${overdueCount} overdue, ${formatAmount(overdueCents)}, oldest ${oldestDays} days`;
  return `Invoices: ${openCount} open, ${formatAmount(openCents)}; ${late}`;
};

function formatVolume({ spans, lastPickUp }: Volumes): string {
  if (lastPickUp === null)
    return `Volume by pickup: none in the last ${Math.max(...spans.map(({ days }) => days))} days`;
  const parts = spans.map(({ days, shipments, revenue }) => {
    const sums = revenue.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(' and ');
    return `${shipments} shipments${sums === '' ? '' : `, ${sums}`} in the last ${days} days`;
  });
  return `Volume by pickup: ${parts.join('; ')}; last pickup ${formatDate(lastPickUp)}`;
}

function suggestActions({ friendlyId: customer }: CustomerRecord, account: CustomerFigures) {
  const actions: readonly (NextAction | false)[] = [
    account.balances.length > 0 && {
      tool: 'collections',
      arguments: { customer },
      why: 'its statement, line by line',
    },
    countRecords(account, 'delivered and not invoiced') > 0 && {
      tool: 'billing_queue',
      arguments: { customer },
      why: 'what keeps its freight from invoices',
    },
    countRecords(account, 'booked or under way') > 0 && {
      tool: 'list_shipments',
      arguments: { customer, status: 'active' },
      why: 'its freight that is not delivered yet',
    },
  ];
  return actions.filter((action) => action !== false);
}
