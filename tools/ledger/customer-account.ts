import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { type AccountFacts, averageDays, type CallReason, reasonsToCall } from '../../src/domain/parties/collection.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { daysOverdue, openInvoices } from '../customers/open-invoices.ts';
import { centsOf } from '../records/amounts.ts';
import { distinct } from '../records/distinct.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { CreditMemoRecord, CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import { isShortPaid } from './short-pay.ts';
import { chunks } from '../records/chunks.ts';

export const accountOperations = ['invoices.filter', 'creditMemos.filter', 'customers.filter'] as const;

/** What one customer owes in one currency, and how it pays. */
export interface CustomerAccount extends AccountFacts {
  readonly customer: CustomerRecord;
  readonly currency: string;
  /** The first to fall due first. */
  readonly open: readonly InvoiceRecord[];
  readonly openCents: number;
  readonly shortPaid: readonly InvoiceRecord[];
  readonly credits: readonly CreditMemoRecord[];
  readonly reasons: readonly CallReason[];
}

export interface Accounts {
  readonly accounts: readonly CustomerAccount[];
  readonly today: string;
  readonly coverage: string | undefined;
}

/** Payments of so many days tell how a customer pays. */
export const habitDays = 180;
const rowsMax = 20_000;
/** Ids in one condition of a filter. */
const idsMax = 250;

/** Every customer with something open or with credit that was not applied, or the one that is named. */
export async function customerAccounts(ctx: ToolContext, customerId?: string): Promise<Accounts> {
  const today = todayIn(ctx.timeZone, ctx.now());
  const [open, credits] = await Promise.all([openInvoices(ctx, customerId), openCredits(ctx, customerId)]);
  const ids = distinct([
    ...(customerId === undefined ? [] : [customerId]),
    ...open.rows.map(({ customer }) => customer.id),
    ...credits.rows.map(({ customer }) => customer?.id),
  ]);
  const [customers, paid] = await Promise.all([customersOf(ctx, ids), paidLately(ctx, ids, today)]);
  const coverage = [open, credits, paid].flatMap((read) => read.coverage ?? []);
  const balances = new Map<string, Balance>();
  const balanceOf = (id: string, currency: string): Balance => {
    const key = `${id} ${currency}`;
    const balance = balances.get(key) ?? { id, currency, open: [], credits: [] };
    balances.set(key, balance);
    return balance;
  };
  for (const invoice of open.rows) balanceOf(invoice.customer.id, invoice.currency).open.push(invoice);
  for (const credit of credits.rows) balanceOf(credit.customer?.id ?? '', credit.currency).credits.push(credit);
  const accounts = [...balances.values()].flatMap((balance) => {
    const customer = customers.get(balance.id);
    return customer ? [accountOf({ customer, balance, paid: paid.rows, today })] : [];
  });
  return { accounts, today, coverage: coverage.length > 0 ? [...new Set(coverage)].join(' ') : undefined };
}

interface Balance {
  readonly id: string;
  readonly currency: string;
  readonly open: InvoiceRecord[];
  readonly credits: CreditMemoRecord[];
}

interface Known {
  readonly customer: CustomerRecord;
  readonly balance: Balance;
  readonly paid: readonly InvoiceRecord[];
  readonly today: string;
}

function accountOf({ customer, balance, paid, today }: Known): CustomerAccount {
  const { currency, credits } = balance;
  const open = balance.open.toSorted((one, other) => ((one.dueDate ?? '9999') < (other.dueDate ?? '9999') ? -1 : 1));
  const late = open.flatMap((invoice) => {
    const days = daysOverdue(invoice, today);
    return days === null ? [] : [{ days, cents: centsOf(invoice.amountOwed) }];
  });
  const shortPaid = open.filter(isShortPaid);
  const facts: AccountFacts = {
    overdueCents: late.reduce((sum, { cents }) => sum + cents, 0),
    oldestDays: late.length === 0 ? null : Math.max(...late.map(({ days }) => days)),
    shortPaidCount: shortPaid.length,
    unappliedCents: credits.reduce((sum, { remainingBalance }) => sum + centsOf(remainingBalance), 0),
    daysToPay: daysToPay([...paid, ...open], { customerId: customer.id, currency, today }),
    termDays: customer.paymentTerm?.days ?? null,
  };
  const openCents = open.reduce((sum, { amountOwed }) => sum + centsOf(amountOwed), 0);
  return { ...facts, customer, currency, open, openCents, shortPaid, credits, reasons: reasonsToCall(facts) };
}

interface Whose {
  readonly customerId: string;
  readonly currency: string;
  readonly today: string;
}

/** From the invoice date to each payment of the last months, each dollar counting once. */
function daysToPay(invoices: readonly InvoiceRecord[], { customerId, currency, today }: Whose): number | null {
  const own = invoices.filter((invoice) => invoice.customer.id === customerId && invoice.currency === currency);
  return averageDays(
    own.flatMap(({ invoiceDate, payments }) =>
      payments
        .filter(({ paymentDate }) => daysBetween(paymentDate, today) <= habitDays)
        .map(({ amount, paymentDate }) => ({ cents: centsOf(amount), days: daysBetween(invoiceDate, paymentDate) })),
    ),
  );
}

async function openCredits(ctx: ToolContext, customerId: string | undefined) {
  const found = await scan(ctx, ctx.api.creditMemos.filter, {
    filter: { hasRemainingBalance: true, ...(customerId !== undefined && { customerId: { equalTo: customerId } }) },
    local: {
      hasRemainingBalance: () => true,
      customerId: ({ customer }: CreditMemoRecord) => customer?.id === customerId,
    },
  });
  // Payees have credit, too.
  return { ...found, rows: found.rows.filter(({ customer, remainingBalance }) => customer && remainingBalance > 0) };
}

const customersOf = (ctx: ToolContext, ids: readonly string[]) =>
  recordsById<CustomerRecord>(ids, (question) => scan(ctx, ctx.api.customers.filter, question));

/** Invoices that were paid in full and may hold payments of the last months. */
async function paidLately(ctx: ToolContext, ids: readonly string[], today: string) {
  const updatedSince = new Date(Date.parse(`${today}T00:00:00Z`) - (habitDays + 1) * 86_400_000).toISOString();
  const pages = await Promise.all(
    chunks(ids, idsMax).map((some) => {
      const wanted = new Set(some);
      return scan(ctx, ctx.api.invoices.filter, {
        filter: {
          customerId: { in: some },
          status: { equalTo: 'PAID' },
          // A payment changes its invoice.
          updatedAt: { greaterThanOrEqualTo: updatedSince },
        },
        local: {
          customerId: ({ customer }: InvoiceRecord) => wanted.has(customer.id),
          updatedAt: () => true,
        },
        rowsMax,
      });
    }),
  );
  const rows = pages.flatMap((page) => page.rows).filter(({ status }) => status === 'PAID');
  return { rows, coverage: pages.find(({ coverage }) => coverage !== undefined)?.coverage };
}
