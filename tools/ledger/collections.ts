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
import { contactForMoney, contactText } from '../customers/customer-contacts.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import {
  accountOperations,
  type Accounts,
  type CustomerAccount,
  customerAccounts,
  habitDays,
} from './customer-account.ts';
import { statementColumns, statementRows } from './statement.ts';

const callColumns: readonly ListColumn[] = [
  column('friendlyId', 'No.'),
  textColumn('customer', 'Customer'),
  column('reasons', 'Why'),
  moneyColumn('overdue', 'Overdue'),
  countColumn('oldestDays', 'Oldest (days)'),
  moneyColumn('open', 'Open'),
  column('shortPaid', 'Paid short'),
  moneyColumn('unapplied', 'Credit to apply'),
  column('paysIn', 'Pays in'),
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
  operations: [...accountOperations, 'shipments.filter', 'customers.get', 'customers.search'],
  input: z.strictObject({ customer: RecordText.optional(), ...listArguments }),
  output: listOutput.extend({ accounts: z.array(z.record(z.string(), z.unknown())) }),
  async read(ctx, { customer: named, ...page }) {
    if (named === undefined) return callList(ctx, page);
    return statement(ctx, (await resolve(ctx, customerFinder, named)).record, page);
  },
});

async function callList(ctx: ToolContext, page: PageAsked) {
  const fields = chosenFields(page.fields, { columns: callColumns, hidden, onRequest });
  const found = await customerAccounts(ctx);
  const calls = found.accounts.filter(({ reasons }) => isWorthACall(reasons)).toSorted(byUrgency);
  const overdue = calls.filter(({ overdueCents }) => overdueCents > 0);
  return listResult({
    summary: callSummary(calls, found),
    asOf: ctx.now(),
    total: found.coverage === undefined ? calls.length : null,
    totals: sumByCurrency(overdue.map(({ currency, overdueCents }) => ({ currency, amountCents: overdueCents }))),
    ...localPage(ctx, calls.map(callRow), page),
    ...withCurrency({ columns: callColumns, fields, format: page.format ?? 'table' }),
    hidden,
    onRequest,
    ...(found.coverage !== undefined && { coverage: found.coverage }),
    nextActions: calls.slice(0, 1).map(({ customer }) => ({
      tool: 'collections',
      arguments: { customer: customer.friendlyId },
      why: 'the statement of the first, line by line',
    })),
  });
}

async function statement(ctx: ToolContext, customer: CustomerRecord, page: PageAsked) {
  const fields = chosenFields(page.fields, { columns: statementColumns, hidden, onRequest });
  const { accounts, today, coverage } = await customerAccounts(ctx, customer.id);
  const lines = (await Promise.all(accounts.map((account) => statementRows(ctx, account, today)))).flat();
  const result = listResult({
    summary: [`Statement of ${nameOf(customer)} as of ${today}.`, ...statementSentences(customer, accounts)].join(' '),
    asOf: ctx.now(),
    total: coverage === undefined ? lines.length : null,
    totals: accounts.map(({ currency, open, credits, openCents, unappliedCents }) => ({
      currency,
      count: open.length + credits.length,
      amountCents: openCents - unappliedCents,
    })),
    ...localPage(ctx, lines, page),
    ...withCurrency({ columns: statementColumns, fields, format: page.format ?? 'table' }),
    hidden,
    onRequest,
    ...(coverage !== undefined && { coverage }),
    nextActions: accounts.some(({ shortPaidCount }) => shortPaidCount > 0) ? shortPaidActions(accounts) : [],
  });
  return { ...result, data: { ...result.data, accounts: accounts.map(accountData) } };
}

/** The gravest reason first, then the most that is overdue; amounts of two currencies do not compare. */
function byUrgency(one: CustomerAccount, other: CustomerAccount): number {
  const rank = ({ reasons: [first] }: CustomerAccount) =>
    first === undefined ? callReasons.length : callReasons.indexOf(first);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1;
  return other.overdueCents - one.overdueCents;
}

function callRow(account: CustomerAccount): ListRow {
  const { customer, currency, shortPaid } = account;
  const contact = contactForMoney(customer);
  return {
    id: customer.id,
    friendlyId: customer.friendlyId,
    customer: customer.name,
    currency,
    reasons: account.reasons.join(', '),
    overdue: fromCents(account.overdueCents),
    oldestDays: account.oldestDays,
    open: fromCents(account.openCents),
    shortPaid:
      shortPaid.length === 0
        ? null
        : shortPaid
            .map(({ friendlyId, amountOwed }) => `${friendlyId} ${centsText(centsOf(amountOwed), currency)}`)
            .join(', '),
    unapplied: account.unappliedCents === 0 ? null : fromCents(account.unappliedCents),
    paysIn: habitText(account),
    contact: contact === null ? null : [contact.name, contact.phone ?? 'no phone on record'].join(' '),
  };
}

/** `41 days, terms 30`. */
function habitText({ daysToPay, termDays }: CustomerAccount): string | null {
  const terms = termDays === null ? 'no terms recorded' : `terms ${termDays}`;
  return daysToPay === null ? null : `${daysToPay} days, ${terms}`;
}

function callSummary(calls: readonly CustomerAccount[], { today }: Accounts): string {
  const counts = callReasons.flatMap((reason) => {
    const { length } = calls.filter(({ reasons }) => reasons.includes(reason));
    return length > 0 ? [`${length} ${reason}`] : [];
  });
  if (calls.length === 0) return `Nobody has to be called about money, as of ${today}.`;
  return `${calls.length} ${calls.length === 1 ? 'customer' : 'customers'} to call, as of ${today}: ${counts.join(', ')}. The gravest reason first, then the most overdue. Totals are what is overdue. Pays in = days from invoice to money in the last ${habitDays} days, dollar-weighted.`;
}

const nameOf = ({ name, friendlyId }: CustomerRecord) => `${recordText(name, 'list')} (${friendlyId})`;

function statementSentences(customer: CustomerRecord, accounts: readonly CustomerAccount[]): readonly string[] {
  const contact = contactForMoney(customer);
  return [
    ...(accounts.length === 0 ? ['Nothing is open, and no credit waits.'] : accounts.map(accountSentence)),
    contact === null ? 'No contact on record.' : `Call ${contactText(contact)}.`,
  ];
}

function accountSentence(account: CustomerAccount): string {
  const { currency, open, openCents, overdueCents, oldestDays, unappliedCents } = account;
  const money = (cents: number) => formatMoney(cents, currency);
  const habit = habitText(account);
  return [
    `Owes ${money(openCents)} on ${open.length} ${open.length === 1 ? 'invoice' : 'invoices'}`,
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
