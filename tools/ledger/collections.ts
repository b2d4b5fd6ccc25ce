import { type Completeness, formatSoFar, isLoading } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { callReasons, isWorthACall } from '../../src/domain/parties/collection.ts';
import { formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { localPage, type PageAsked } from '../../src/mcp/results/page.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders.ts';
import { chosenFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { type OnDay, toOnDay } from '../copied/measure-sql.ts';
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
import { termDaysNow } from './payment-terms.ts';

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
  async read(ctx, { customer: named, ...page }) {
    if (named === undefined) return callList(ctx, page);
    return statement(ctx, (await resolve(ctx, customerFinder, named)).record, page);
  },
});

/** A customer whom somebody has to call about what it owes in one currency. */
interface Call extends CustomerAccount {
  readonly customer: CopiedCustomer;
}

async function callList(ctx: ToolContext, asked: PageAsked) {
  const fields = chosenFields(asked.fields, { columns: callColumns, hidden, onRequest });
  const onDay = toOnDay(ctx);
  const records = await ctx.records();
  const [customers, termDays, rows] = await Promise.all([
    readCustomers(records),
    termDaysNow(ctx),
    records.readTogether(selectCustomerAccounts(records, onDay)),
  ]);
  const accounts = toCustomerAccounts(rows, onDay, (id) => termDays(customers.get(id)?.paymentTermId));
  const calls = accounts
    .flatMap((account): readonly Call[] => {
      const customer = customers.get(account.customerId);
      return customer && isWorthACall(account.reasons) ? [{ ...account, customer }] : [];
    })
    .toSorted(byUrgency);
  const overdue = calls.filter(({ overdueCents }) => overdueCents > 0);
  const page = localPage(ctx, calls, asked);
  return listResult({
    summary: callSummary(calls, onDay, ctx.completeness()),
    asOf: ctx.now(),
    total: calls.length,
    totals: sumByCurrency(overdue.map(({ currency, overdueCents }) => ({ currency, amountCents: overdueCents }))),
    totalsLabel: 'overdue',
    ...page,
    rows: await callRows(ctx, page.rows),
    ...withCurrency({ columns: callColumns, fields, format: asked.format ?? 'table' }),
    hidden,
    onRequest,
    nextActions: calls.slice(0, 1).map(({ customer }) => ({
      tool: 'collections',
      arguments: { customer: customer.friendlyId },
      why: 'the statement of the first, line by line',
    })),
  });
}

async function statement(ctx: ToolContext, customer: CustomerRecord, asked: PageAsked) {
  const fields = chosenFields(asked.fields, { columns: statementColumns, hidden, onRequest });
  const onDay = toOnDay(ctx);
  const records = await ctx.records();
  // At one moment: the lines add up to the totals above them.
  const { open, credits, ...rows } = await records.readTogether({
    ...selectCustomerAccounts(records, onDay, customer.id),
    open: selectOpenLines(records, onDay, customer.id),
    credits: selectOpenCredits(records, customer.id),
  });
  const accounts = toCustomerAccounts(rows, onDay, () => customer.paymentTerm?.days ?? null);
  const inOrder = accounts.toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
  const lines = inOrder.flatMap(({ currency }) => [
    ...open.filter((line) => line.currency === currency),
    ...credits.filter((credit) => credit.currency === currency),
  ]);
  const page = localPage(ctx, lines, asked);
  const result = listResult({
    summary: [
      `Statement of ${nameOf(customer)} as of ${onDay.today}.`,
      ...statementSentences(customer, inOrder, ctx.completeness()),
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
    ...withCurrency({ columns: statementColumns, fields, format: asked.format ?? 'table' }),
    hidden,
    onRequest,
    nextActions: shortPaidActions(inOrder),
  });
  return { ...result, data: { ...result.data, accounts: inOrder.map(accountData) } };
}

/** The gravest reason first, then the most that is overdue; amounts of two currencies do not compare. */
function byUrgency(one: CustomerAccount, other: CustomerAccount): number {
  const rank = ({ reasons: [first] }: CustomerAccount) =>
    first === undefined ? callReasons.length : callReasons.indexOf(first);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1;
  return other.overdueCents - one.overdueCents;
}

async function callRows(ctx: ToolContext, calls: readonly Call[]): Promise<readonly ListRow[]> {
  const formatCall = await readMoneyContacts(
    ctx,
    calls.map(({ customerId }) => customerId),
  );
  return calls.map((call) => ({ ...callRow(call), contact: formatCall(call.customerId) }));
}

function callRow(account: Call): ListRow {
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
    paysIn: habitText(account, ''),
  };
}

/** `41 days, terms 30`; without the unit where a title has it. */
function habitText({ daysToPay, termDays }: CustomerAccount, unit: '' | ' days'): string | null {
  const terms = termDays === null ? 'no terms recorded' : `terms ${termDays}`;
  return daysToPay === null ? null : `${daysToPay}${unit}, ${terms}`;
}

function callSummary(calls: readonly Call[], { today }: OnDay, completeness: Completeness): string {
  const counts = callReasons.flatMap((reason) => {
    const { length } = calls.filter(({ reasons }) => reasons.includes(reason));
    return length > 0 ? [`${length} ${reason}`] : [];
  });
  if (calls.length === 0)
    return isLoading(completeness)
      ? `Whom to call about money is not known yet, as of ${today}.`
      : `Nobody has to be called about money, as of ${today}.`;
  return `${formatSoFar(`${calls.length} ${calls.length === 1 ? 'customer' : 'customers'} to call`, completeness)}, as of ${today}: ${counts.join(', ')}. Why = the gravest reason, by which they are sorted. Pays in = days from invoice to money in the last ${habitDays} days, dollar-weighted.`;
}

const nameOf = ({ name, friendlyId }: CustomerRecord) => `${recordText(name, 'list')} (${friendlyId})`;

function statementSentences(
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
  if (isLoading(completeness)) return ['What is open, overdue and not applied is not known yet.'];
  return accounts.length === 0 ? ['Nothing is open, and no credit waits.'] : accounts.map(accountSentence);
}

function accountSentence(account: CustomerAccount): string {
  const { currency, openCount, openCents, overdueCents, oldestDays, unappliedCents } = account;
  const money = (cents: number) => formatMoney(cents, currency);
  const habit = habitText(account, ' days');
  return [
    `Owes ${money(openCents)} on ${openCount} ${openCount === 1 ? 'invoice' : 'invoices'}`,
    overdueCents > 0 ? `, ${money(overdueCents)} overdue (oldest ${oldestDays} days)` : ', nothing overdue',
    unappliedCents > 0 ? `; ${money(unappliedCents)} credit not applied, so ${money(openCents - unappliedCents)}` : '',
    habit === null ? '' : `; pays in ${habit}`,
    '.',
  ].join('');
}

const accountData = (account: CustomerAccount) => ({
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

const shortPaidActions = (accounts: readonly CustomerAccount[]) =>
  accounts
    .flatMap(({ shortPaid }) => shortPaid)
    .slice(0, 1)
    .map(({ friendlyId }) => ({
      tool: 'get_record',
      arguments: { record: friendlyId },
      why: 'the invoice that was paid short, with its lines',
    }));
