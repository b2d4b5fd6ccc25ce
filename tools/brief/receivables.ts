import { blockerWords, type InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';
import { centsText, centsOf } from '../records/amounts.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { customersOverLimit, type OverLimit } from '../customers/customer-exposure.ts';
import {
  accountOperations,
  type Accounts,
  customerAccounts,
  type CustomerAccount,
} from '../ledger/customer-account.ts';
import { overCreditOperations } from '../ledger/over-credit.ts';
import type { Waiting } from '../ledger/waiting.ts';
import { queueOperations, waitingToInvoice } from '../ledger/waiting-to-invoice.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

export const receivablesOperations = [...queueOperations, ...accountOperations, ...overCreditOperations] as const;

/** What can be invoiced, what is in its way, and who owes. */
export async function receivablesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const [queue, accounts, credit] = await Promise.all([
    waitingToInvoice(ctx),
    customerAccounts(ctx),
    customersOverLimit(ctx),
  ]);
  return {
    sections: [
      queueSection(queue.rows, 'Ready to invoice', ['ready']),
      queueSection(queue.rows, 'Blocked by the POD', ['pod_missing', 'pod_announced']),
      overdueSection(accounts),
      creditSection(credit.over),
      shortPaidSection(accounts),
    ],
    definitions:
      'Ready and blocked as in billing_queue, each shipment under what is first in its way; overdue = past its due date with something open; over credit as in aging_report with overCredit',
    coverage: [queue.coverage, accounts.coverage, credit.coverage],
  };
}

function queueSection(rows: readonly Waiting[], title: string, blockers: readonly InvoiceBlocker[]): BriefSection {
  const found = rows
    .filter(({ blockers: [first] }) => blockers.includes(first))
    .toSorted((one, other) => (other.shipment.totalRevenue ?? 0) - (one.shipment.totalRevenue ?? 0));
  const [blocker = 'ready'] = blockers;
  return {
    key: blocker,
    title,
    items: found.map(({ shipment, blockers: [first], days }): BriefItem => ({
      key: shipment.friendlyId,
      record: shipment.friendlyId,
      name: shipment.customer.name,
      what: [
        centsText(centsOf(shipment.totalRevenue), shipment.currency),
        ...(first === 'ready' ? [] : [blockerWords[first]]),
        ...(days === null ? [] : [`${counted(days, 'day')} since delivery`]),
      ].join(', '),
    })),
    sum: sumText(
      found.flatMap(({ shipment: { totalRevenue, currency } }) =>
        totalRevenue === null ? [] : [{ currency, amountCents: centsOf(totalRevenue) }],
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

function overdueSection({ accounts }: Accounts): BriefSection {
  const found = accounts
    .filter(({ overdueCents }) => overdueCents > 0)
    .toSorted((one, other) => other.overdueCents - one.overdueCents);
  return {
    key: 'overdue',
    title: 'Overdue',
    items: found.map((account): BriefItem => ({
      ...partyOf(account),
      what: `${centsText(account.overdueCents, account.currency)}, oldest ${counted(account.oldestDays ?? 0, 'day')}`,
    })),
    sum: sumText(found.map(({ overdueCents, currency }) => ({ currency, amountCents: overdueCents }))),
    ...(found.length > 0 && { next: { tool: 'collections', arguments: {}, why: 'whom to call, with the phone' } }),
  };
}

const partyOf = ({ customer }: Pick<CustomerAccount, 'customer'>) => ({
  key: customer.friendlyId,
  record: customer.friendlyId,
  name: customer.name,
});

const excessOf = ({ exposure, limitCents }: OverLimit) => ({
  currency: exposure.currency,
  amountCents: exposure.totalCents - limitCents,
});

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

function shortPaidSection({ accounts }: Accounts): BriefSection {
  const found = accounts
    .flatMap(({ customer, shortPaid }) => shortPaid.map((invoice) => ({ customer, invoice })))
    .toSorted((one, other) => other.invoice.amountOwed - one.invoice.amountOwed);
  const [first] = found;
  return {
    key: 'short_pay',
    title: 'Paid short',
    items: found.map(({ customer, invoice }): BriefItem => ({
      key: invoice.friendlyId,
      record: invoice.friendlyId,
      name: customer.name,
      what: `${centsText(centsOf(invoice.amountOwed), invoice.currency)} missing`,
    })),
    sum: sumText(
      found.map(({ invoice: { amountOwed, currency } }) => ({ currency, amountCents: centsOf(amountOwed) })),
    ),
    ...(first && {
      next: {
        tool: 'collections',
        arguments: { customer: first.customer.friendlyId },
        why: 'the statement of the first, which names the charge',
      },
    }),
  };
}
