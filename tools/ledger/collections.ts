import { type Completeness, formatSoFar, isLoading } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { callReasons, isWorthACall } from '../../src/domain/parties/collection.ts';
import { formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage, type RequestedPage } from '../../src/mcp/results/page.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { resolveFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { toOnDay } from '../copied/measure-sql.ts';
import { type CopiedCustomer, readCustomers } from '../customers/copied-customers.ts';
import { findMoneyContact, formatContact } from '../customers/customer-contacts.ts';
import { readMoneyContacts } from '../customers/money-contacts.ts';
import { centsText } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { type CustomerAccount, selectCustomerAccounts, toCustomerAccounts } from './customer-account.ts';
import { selectOpenCredits } from './open-credits.ts';
import { habitDays } from './pay-habits.ts';
import { buildStatementRows, selectOpenLines, statementColumns } from './statement.ts';
import { readTermDays } from './payment-terms.ts';

const callColumns: readonly ListColumn[] = [
  column('friendlyId', 'No.'),
  textColumn('customer', 'Customer'),
  // The columns behind it show the others.
  { ...column('reasons', 'Why'), text: ({ reasons }) => String(reasons).split(', ', 1).join() },
  moneyColumn('overdue', 'Overdue'),
  countColumn('oldestDays', 'Oldest (days)'),
  moneyColumn('open', 'Open'),
  column('shortPaid', 'Paid short'),
  moneyColumn('unapplied', 'Credit to apply'),
  column('paysIn', 'Pays in (days)'),
  textColumn('contact', 'Call'),
];
const hidden = ['currency'];
const onRequest = ['id'];

export const collections = tool({
  name: 'collections',
  title: 'Whom to call about money',
  description: `Which customers to call today about money, and why: overdue, oldest, short pays, credit not applied, days to pay against terms, with whom to call and the phone; most pressing first.
With customer: the statement, line by line. By age only: aging_report.`,
  toolset: 'billing',
  gate: 'none',
  operations: ['paymentTerms.filter', 'customers.filter', 'customers.get', 'customers.search'],
  input: z.strictObject({ customer: RecordText.optional(), ...listArguments }),
  output: listOutput.extend({ accounts: z.array(z.record(z.string(), z.unknown())) }),
  async read(ctx, { customer: customerText, ...page }) {
    if (customerText === undefined) return buildCallList(ctx, page);
    return buildStatement(ctx, (await resolve(ctx, customerFinder, customerText)).record, page);
  },
});

/** A customer to call about its open amounts in one currency. */
interface CustomerCall extends CustomerAccount {
  readonly customer: CopiedCustomer;
}

async function buildCallList(ctx: ToolContext, input: RequestedPage) {
  const fields = resolveFields(input.fields, { columns: callColumns, hidden, onRequest });
  const onDay = toOnDay(ctx);
  const records = await ctx.records();
  const [customers, termDays, rows] = await Promise.all([
    readCustomers(records),
    readTermDays(ctx),
    records.readTogether(selectCustomerAccounts(records, onDay)),
  ]);
  const accounts = toCustomerAccounts(rows, onDay, (id) => termDays(customers.get(id)?.paymentTermId));
  const calls = accounts
    .flatMap((account): readonly CustomerCall[] => {
      const customer = customers.get(account.customerId);
      return customer && isWorthACall(account.reasons) ? [{ ...account, customer }] : [];
    })
    .toSorted(compareUrgency);
  const overdue = calls.filter(({ overdueCents }) => overdueCents > 0);
  const page = buildLocalPage(ctx, calls, input);
  return listResult({
    summary: callSummary(calls, ctx.completeness()),
    asOf: ctx.now(),
    total: calls.length,
    totals: sumByCurrency(overdue.map(({ currency, overdueCents }) => ({ currency, amountCents: overdueCents }))),
    totalsLabel: 'overdue',
    ...page,
    rows: await callRows(ctx, page.rows),
    ...withCurrency({ columns: callColumns, fields, format: input.format ?? 'table' }),
    hidden,
    onRequest,
    nextActions: calls.slice(0, 1).map(({ customer }) => ({
      tool: 'collections',
      arguments: { customer: customer.friendlyId },
      why: 'the statement of the first, line by line',
    })),
  });
}

async function buildStatement(ctx: ToolContext, customer: CustomerRecord, input: RequestedPage) {
  const fields = resolveFields(input.fields, { columns: statementColumns, hidden, onRequest });
  const onDay = toOnDay(ctx);
  const records = await ctx.records();
  // At one moment: the lines add up to the totals above them.
  const { open, credits, ...rows } = await records.readTogether({
    ...selectCustomerAccounts(records, onDay, customer.id),
    open: selectOpenLines(records, onDay, customer.id),
    credits: selectOpenCredits(records, customer.id),
  });
  const accounts = toCustomerAccounts(rows, onDay, () => customer.paymentTerm?.days ?? null);
  const inOrder = accounts.toSorted((first, second) => (first.currency < second.currency ? -1 : 1));
  const lines = inOrder.flatMap(({ currency }) => [
    ...open.filter((line) => line.currency === currency),
    ...credits.filter((credit) => credit.currency === currency),
  ]);
  const page = buildLocalPage(ctx, lines, input);
  const result = listResult({
    summary: [
      `Statement of ${formatCustomer(customer)}.`,
      ...describeStatement(customer, inOrder, ctx.completeness()),
    ].join(' '),
    asOf: ctx.now(),
    total: lines.length,
    totals: inOrder.map(({ currency, openCount, openCents, unappliedCents }) => ({
      currency,
      count: openCount + credits.filter((credit) => credit.currency === currency).length,
      amountCents: openCents - unappliedCents,
    })),
    totalsLabel: 'owed',
    ...page,
    rows: await buildStatementRows(records, page.rows, onDay.today),
    ...withCurrency({ columns: statementColumns, fields, format: input.format ?? 'table' }),
    hidden,
    onRequest,
    nextActions: suggestShortPaidActions(inOrder),
  });
  return { ...result, data: { ...result.data, accounts: inOrder.map(toAccountData) } };
}

/**
 * Compares accounts by the gravest reason, then by the largest overdue amount. Amounts in different currencies are not
 * compared.
 */
function compareUrgency(first: CustomerAccount, second: CustomerAccount): number {
  const rank = ({ reasons: [first] }: CustomerAccount) =>
    first === undefined ? callReasons.length : callReasons.indexOf(first);
  if (rank(first) !== rank(second)) return rank(first) - rank(second);
  if (first.currency !== second.currency) return first.currency < second.currency ? -1 : 1;
  return second.overdueCents - first.overdueCents;
}

async function callRows(ctx: ToolContext, calls: readonly CustomerCall[]): Promise<readonly ListRow[]> {
  const formatCall = await readMoneyContacts(
    ctx,
    calls.map(({ customerId }) => customerId),
  );
  return calls.map((call) => ({ ...callRow(call), contact: formatCall(call.customerId) }));
}

function callRow(account: CustomerCall): ListRow {
  const { customer, currency, shortPaid } = account;
  const missing = shortPaid.map(({ friendlyId, openCents }) => `${friendlyId} ${centsText(openCents, currency)}`);
  return {
    id: customer.id,
    friendlyId: customer.friendlyId,
    customer: customer.name,
    currency,
    reasons: account.reasons.join(', '),
    overdue: fromCents(account.overdueCents),
    oldestDays: account.oldestDays,
    open: fromCents(account.openCents),
    shortPaid: missing.join(', ') || null,
    unapplied: account.unappliedCents === 0 ? null : fromCents(account.unappliedCents),
    paysIn: formatHabit(account, ''),
  };
}

/** Returns text such as `41 days, terms 30`, without the unit if a title has it. */
function formatHabit({ daysToPay, termDays }: CustomerAccount, unit: '' | ' days'): string | null {
  const terms = termDays === null ? 'no terms recorded' : `terms ${termDays}`;
  return daysToPay === null ? null : `${daysToPay}${unit}, ${terms}`;
}

function callSummary(calls: readonly CustomerCall[], completeness: Completeness): string {
  const counts = callReasons.flatMap((reason) => {
    const { length } = calls.filter(({ reasons }) => reasons.includes(reason));
    return length > 0 ? [`${length} ${reason}`] : [];
  });
  if (calls.length === 0)
    return isLoading(completeness)
      ? 'Whom to call about money is not known yet.'
      : 'No customer has to be called about money.';
  return `${formatSoFar(`${calls.length} ${calls.length === 1 ? 'customer' : 'customers'} to call`, completeness)}: ${counts.join(', ')}. Why = the most pressing reason, which also sorts the list. Pays in = days from invoice to money in the last ${habitDays} days, dollar-weighted.`;
}

const formatCustomer = ({ name, friendlyId }: CustomerRecord) => `${recordText(name, 'list')} (${friendlyId})`;

function describeStatement(
  customer: CustomerRecord,
  accounts: readonly CustomerAccount[],
  completeness: Completeness,
): readonly string[] {
  const contact = findMoneyContact(customer);
  return [
    ...describeAccounts(accounts, completeness),
    contact === null ? 'No contact on record.' : `Call ${formatContact(contact)}.`,
  ];
}

function describeAccounts(accounts: readonly CustomerAccount[], completeness: Completeness): readonly string[] {
  if (isLoading(completeness)) return ['Open, overdue and unapplied amounts are not known yet.'];
  return accounts.length === 0 ? ['Nothing is open, and there is no unapplied credit.'] : accounts.map(describeAccount);
}

function describeAccount(account: CustomerAccount): string {
  const { currency, openCount, openCents, overdueCents, oldestDays, unappliedCents } = account;
  const formatAmount = (cents: number) => formatMoney(cents, currency);
  const habit = formatHabit(account, ' days');
  return [
    `Owes ${formatAmount(openCents)} on ${openCount} ${openCount === 1 ? 'invoice' : 'invoices'}`,
    overdueCents > 0 ? `, ${formatAmount(overdueCents)} overdue (oldest ${oldestDays} days)` : ', nothing overdue',
    unappliedCents > 0
      ? `; ${formatAmount(unappliedCents)} credit not applied, so ${formatAmount(openCents - unappliedCents)}`
      : '',
    habit === null ? '' : `; pays in ${habit}`,
    '.',
  ].join('');
}

const toAccountData = (account: CustomerAccount) => ({
  currency: account.currency,
  open: fromCents(account.openCents),
  overdue: fromCents(account.overdueCents),
  oldestDays: account.oldestDays,
  unapplied: fromCents(account.unappliedCents),
  balance: fromCents(account.openCents - account.unappliedCents),
  daysToPay: account.daysToPay,
  termDays: account.termDays,
  reasons: account.reasons,
});

const suggestShortPaidActions = (accounts: readonly CustomerAccount[]) =>
  accounts
    .flatMap(({ shortPaid }) => shortPaid)
    .slice(0, 1)
    .map(({ friendlyId }) => ({
      tool: 'get_record',
      arguments: { record: friendlyId },
      why: 'the invoice that was paid short, with its lines',
    }));
