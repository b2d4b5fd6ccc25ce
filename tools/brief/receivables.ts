import { compareAmounts } from '../../src/domain/money/money.ts';
import { blockerWords, type InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { toOnDay } from '../copied/measure-sql.ts';
import { type CopiedCustomer, readCustomers } from '../customers/copied-customers.ts';
import { computeExcessCents, type OverLimit, readCustomersOverLimit } from '../customers/credit-exposure.ts';
import { type OpenBalance, selectOpenBalances, toOpenBalances } from '../customers/open-balances.ts';
import { selectShortPaid, type ShortPaid } from '../ledger/short-paid.ts';
import type { UnbilledShipment } from '../ledger/waiting.ts';
import { readQueue } from '../ledger/waiting-to-invoice.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, formatCount, type RoleBrief, formatSums } from './section.ts';

/** Builds the brief for receivables: what can be invoiced, what blocks it, and which customers owe. */
export async function buildReceivablesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const onDay = toOnDay(ctx);
  const records = await ctx.records();
  const [queue, owed, over, customers] = await Promise.all([
    readQueue(records, onDay),
    records.readTogether({ balances: selectOpenBalances(records, onDay), shortPaid: selectShortPaid(records, onDay) }),
    readCustomersOverLimit(records, ctx.policy.rules.creditCounts),
    readCustomers(records),
  ]);
  return {
    sections: [
      buildQueueSection(queue, 'Ready to invoice', ['ready']),
      buildQueueSection(queue, 'Blocked by the POD', ['pod_missing', 'pod_announced']),
      buildOverdueSection(joinCustomers(toOpenBalances(owed.balances, onDay), customers)),
      buildCreditSection(over),
      buildShortPaidSection(joinCustomers(owed.shortPaid, customers)),
    ],
    definitions:
      'Ready and blocked as in billing_queue, each shipment under its first blocker; overdue = past its due date with something open; over credit as in aging_report with overCredit',
  };
}

type WithCustomer<Row> = Row & { readonly customer: CopiedCustomer };

/** Adds each row's customer. Rows without a readable customer are left out. */
const joinCustomers = <Row extends { readonly customerId: string }>(
  rows: readonly Row[],
  customers: ReadonlyMap<string, CopiedCustomer>,
): readonly WithCustomer<Row>[] =>
  rows.flatMap((row) => {
    const customer = customers.get(row.customerId);
    return customer ? [{ ...row, customer }] : [];
  });

const getRevenue = ({ currency, revenueCents }: UnbilledShipment) => ({ currency, amountCents: revenueCents ?? 0 });

function buildQueueSection(
  rows: readonly UnbilledShipment[],
  title: string,
  blockers: readonly InvoiceBlocker[],
): BriefSection {
  const matches = rows
    .filter(({ blockers: [first] }) => blockers.includes(first))
    .toSorted((first, second) => compareAmounts(getRevenue(first), getRevenue(second)));
  const [blocker = 'ready'] = blockers;
  return {
    key: blocker,
    title,
    items: matches.map(({ friendlyId, customer, revenueCents, currency, blockers: [first], days }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer.name,
      what: [
        centsText(revenueCents, currency),
        ...(first === 'ready' ? [] : [blockerWords[first]]),
        ...(days === null ? [] : [`${formatCount(days, 'day')} since delivery`]),
      ].join(', '),
    })),
    sum: formatSums(
      matches.flatMap(({ revenueCents, currency }) =>
        revenueCents === null ? [] : [{ currency, amountCents: revenueCents }],
      ),
    ),
    ...(matches.length > 0 && {
      next: { tool: 'billing_queue', arguments: { blocker }, why: queueWords[blocker] ?? 'all of them' },
    }),
  };
}

const queueWords: Partial<Record<InvoiceBlocker, string>> = {
  ready: 'all of them, with the call that invoices',
  pod_missing: 'all shipments without a POD, with whom to ask',
};

function buildOverdueSection(balances: readonly WithCustomer<OpenBalance>[]): BriefSection {
  const overdueBalances = balances
    .filter(({ overdueCents }) => overdueCents > 0)
    .toSorted((first, second) =>
      compareAmounts({ ...first, amountCents: first.overdueCents }, { ...second, amountCents: second.overdueCents }),
    );
  return {
    key: 'overdue',
    title: 'Overdue',
    items: overdueBalances.map((balance): BriefItem => ({
      ...toPartyItem(balance),
      what: `${centsText(balance.overdueCents, balance.currency)}, oldest ${formatCount(balance.oldestDays ?? 0, 'day')}`,
    })),
    sum: formatSums(overdueBalances.map(({ overdueCents, currency }) => ({ currency, amountCents: overdueCents }))),
    ...(overdueBalances.length > 0 && {
      next: { tool: 'collections', arguments: {}, why: 'whom to call, with the phone' },
    }),
  };
}

const toPartyItem = ({ customer }: WithCustomer<unknown>) => ({
  key: customer.friendlyId,
  record: customer.friendlyId,
  name: customer.name,
});

const getExcess = (customer: OverLimit) => ({
  currency: customer.exposure.currency,
  amountCents: computeExcessCents(customer),
});

function buildCreditSection(overLimit: readonly OverLimit[]): BriefSection {
  return {
    key: 'over_credit',
    title: 'Over the credit limit',
    items: overLimit.map((customer): BriefItem => ({
      ...toPartyItem(customer),
      what: `over by ${centsText(getExcess(customer).amountCents, customer.exposure.currency)} of ${centsText(customer.limitCents, customer.exposure.currency)}`,
    })),
    sum: formatSums(overLimit.map(getExcess)),
    ...(overLimit.length > 0 && {
      next: {
        tool: 'aging_report',
        arguments: { ledger: 'receivables', overCredit: true },
        why: 'all of them, with the parts of their exposure',
      },
    }),
  };
}

function buildShortPaidSection(invoices: readonly WithCustomer<ShortPaid>[]): BriefSection {
  const sortedInvoices = invoices.toSorted((first, second) =>
    compareAmounts({ ...first, amountCents: first.openCents }, { ...second, amountCents: second.openCents }),
  );
  const [largest] = sortedInvoices;
  return {
    key: 'short_pay',
    title: 'Paid short',
    items: sortedInvoices.map(({ friendlyId, customer, openCents, currency }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer.name,
      what: `${centsText(openCents, currency)} missing`,
    })),
    sum: formatSums(sortedInvoices.map(({ openCents, currency }) => ({ currency, amountCents: openCents }))),
    ...(largest && {
      next: {
        tool: 'collections',
        arguments: { customer: largest.customer.friendlyId },
        why: 'the statement of the first, which names the charge',
      },
    }),
  };
}
