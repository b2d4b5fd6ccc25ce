import { compareAmounts } from '../../src/domain/money/money.ts';
import { blockerWords, type InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { onDayOf } from '../copied/measure-sql.ts';
import { type CopiedCustomer, readCustomers } from '../customers/copied-customers.ts';
import { excessCents, type OverLimit, readCustomersOverLimit } from '../customers/credit-exposure.ts';
import { type OpenBalance, selectOpenBalances, toOpenBalances } from '../customers/open-balances.ts';
import { selectShortPaid, type ShortPaid } from '../ledger/short-paid.ts';
import type { Waiting } from '../ledger/waiting.ts';
import { readQueue } from '../ledger/waiting-to-invoice.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

/** What can be invoiced, what is in its way, and who owes. */
export async function receivablesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const onDay = onDayOf(ctx);
  const records = await ctx.records();
  const [queue, owed, over, customers] = await Promise.all([
    readQueue(records, onDay),
    records.readTogether({ balances: selectOpenBalances(records, onDay), shortPaid: selectShortPaid(records, onDay) }),
    readCustomersOverLimit(records, ctx.policy.rules.creditCounts),
    readCustomers(records),
  ]);
  return {
    sections: [
      queueSection(queue, 'Ready to invoice', ['ready']),
      queueSection(queue, 'Blocked by the POD', ['pod_missing', 'pod_announced']),
      overdueSection(ofCustomers(toOpenBalances(owed.balances, onDay), customers)),
      creditSection(over),
      shortPaidSection(ofCustomers(owed.shortPaid, customers)),
    ],
    definitions:
      'Ready and blocked as in billing_queue, each shipment under what is first in its way; overdue = past its due date with something open; over credit as in aging_report with overCredit',
  };
}

type OfCustomer<Row> = Row & { readonly customer: CopiedCustomer };

/** Those of customers that are there. */
const ofCustomers = <Row extends { readonly customerId: string }>(
  rows: readonly Row[],
  customers: ReadonlyMap<string, CopiedCustomer>,
): readonly OfCustomer<Row>[] =>
  rows.flatMap((row) => {
    const customer = customers.get(row.customerId);
    return customer ? [{ ...row, customer }] : [];
  });

const revenueIn = ({ currency, revenueCents }: Waiting) => ({ currency, amountCents: revenueCents ?? 0 });

function queueSection(rows: readonly Waiting[], title: string, blockers: readonly InvoiceBlocker[]): BriefSection {
  const found = rows
    .filter(({ blockers: [first] }) => blockers.includes(first))
    .toSorted((one, other) => compareAmounts(revenueIn(one), revenueIn(other)));
  const [blocker = 'ready'] = blockers;
  return {
    key: blocker,
    title,
    items: found.map(({ friendlyId, customer, revenueCents, currency, blockers: [first], days }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer.name,
      what: [
        centsText(revenueCents, currency),
        ...(first === 'ready' ? [] : [blockerWords[first]]),
        ...(days === null ? [] : [`${counted(days, 'day')} since delivery`]),
      ].join(', '),
    })),
    sum: sumText(
      found.flatMap(({ revenueCents, currency }) =>
        revenueCents === null ? [] : [{ currency, amountCents: revenueCents }],
      ),
    ),
    ...(found.length > 0 && {
      next: { tool: 'billing_queue', arguments: { blocker }, why: queueWords[blocker] ?? 'all of them' },
    }),
  };
}

const queueWords: Partial<Record<InvoiceBlocker, string>> = {
  ready: 'all of them, with the call that invoices',
  pod_missing: 'all that wait for a POD, with whom to ask',
};

function overdueSection(balances: readonly OfCustomer<OpenBalance>[]): BriefSection {
  const found = balances
    .filter(({ overdueCents }) => overdueCents > 0)
    .toSorted((one, other) =>
      compareAmounts({ ...one, amountCents: one.overdueCents }, { ...other, amountCents: other.overdueCents }),
    );
  return {
    key: 'overdue',
    title: 'Overdue',
    items: found.map((balance): BriefItem => ({
      ...partyOf(balance),
      what: `${centsText(balance.overdueCents, balance.currency)}, oldest ${counted(balance.oldestDays ?? 0, 'day')}`,
    })),
    sum: sumText(found.map(({ overdueCents, currency }) => ({ currency, amountCents: overdueCents }))),
    ...(found.length > 0 && { next: { tool: 'collections', arguments: {}, why: 'whom to call, with the phone' } }),
  };
}

const partyOf = ({ customer }: OfCustomer<unknown>) => ({
  key: customer.friendlyId,
  record: customer.friendlyId,
  name: customer.name,
});

const excessOf = (one: OverLimit) => ({ currency: one.exposure.currency, amountCents: excessCents(one) });

function creditSection(over: readonly OverLimit[]): BriefSection {
  return {
    key: 'over_credit',
    title: 'Over the credit limit',
    items: over.map((one): BriefItem => ({
      ...partyOf(one),
      what: `over by ${centsText(excessOf(one).amountCents, one.exposure.currency)} of ${centsText(one.limitCents, one.exposure.currency)}`,
    })),
    sum: sumText(over.map(excessOf)),
    ...(over.length > 0 && {
      next: {
        tool: 'aging_report',
        arguments: { ledger: 'receivables', overCredit: true },
        why: 'all of them, with the parts of their exposure',
      },
    }),
  };
}

function shortPaidSection(invoices: readonly OfCustomer<ShortPaid>[]): BriefSection {
  const found = invoices.toSorted((one, other) =>
    compareAmounts({ ...one, amountCents: one.openCents }, { ...other, amountCents: other.openCents }),
  );
  const [first] = found;
  return {
    key: 'short_pay',
    title: 'Paid short',
    items: found.map(({ friendlyId, customer, openCents, currency }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer.name,
      what: `${centsText(openCents, currency)} missing`,
    })),
    sum: sumText(found.map(({ openCents, currency }) => ({ currency, amountCents: openCents }))),
    ...(first && {
      next: {
        tool: 'collections',
        arguments: { customer: first.customer.friendlyId },
        why: 'the statement of the first, which names the charge',
      },
    }),
  };
}
