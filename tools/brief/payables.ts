import { compareAmounts } from '../../src/domain/money/money.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { checkableBill, payableUntil } from '../../src/domain/bills/bill.ts';
import { getDueDate, toDueDays } from '../../src/domain/money/due-date.ts';
import { type BillVerdict, billVerdicts, formatVerdicts } from '../../src/domain/bills/bill-check.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { checkBills, type CheckedBill } from '../bills/bill-checks.ts';
import { payeeOperations } from '../bills/bill-payees.ts';
import { type BillRow, readBills } from '../bills/bill-row.ts';
import { formatWireAmount, toAmountCents, centsText } from '../records/amounts.ts';
import { measureExpressions, type OnDay, toOnDay, buildFactTable } from '../copied/measure-sql.ts';
import { type BriefItem, type BriefSection, type RoleBrief, formatSums } from './section.ts';

export const payablesOperations = payeeOperations;

const dueDays = 7;

/** Builds the brief for payables: bills that can be approved, bills held back, bills due, and costs without a bill. */
export async function buildPayablesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const records = await ctx.records();
  const checked = await checkBills(ctx, await readBills(records, [matchRule(checkableBill, 'b')]));
  const today = getToday(ctx.timeZone, ctx.askedAt);
  return {
    sections: [
      buildVerdictSection(checked, 'duplicate'),
      buildExceptionSection(checked),
      buildVerdictSection(checked, 'clean'),
      await buildDueSection(records, today),
      await buildMissingSection(records, toOnDay(ctx)),
    ],
    definitions: `Verdicts are those of list_bills; a bill counts under each of its reasons; due = approved, not paid, due by ${formatDate(addDays(today, dueDays))}; missing = agreed cost of delivered loads and services, and of TONUs, without a bill`,
  };
}

const titles = { duplicate: 'Duplicates', clean: 'Ready to approve' } as const;

function buildVerdictSection(checked: readonly CheckedBill<BillRow>[], verdict: 'duplicate' | 'clean'): BriefSection {
  const matches = checked
    .filter(({ check }) => check.verdicts.includes(verdict))
    // What is approved waits for the payment only.
    .filter(({ bill }) => verdict !== 'clean' || bill.status === 'IN_REVIEW')
    .toSorted(compareOpenAmounts);
  return {
    key: verdict,
    title: titles[verdict],
    items: matches.map(toBriefItem),
    sum: formatSums(matches.map(({ bill }) => getOpenAmount(bill))),
    ...(matches.length > 0 && {
      next: { tool: 'list_bills', arguments: { verdict }, why: nextWords[verdict] },
    }),
  };
}

const nextWords = {
  duplicate: 'each pair with its reason',
  clean: 'lists them with the call that approves',
} as const;

/** Builds the section of bills with exceptions. Duplicates have their own section. */
function buildExceptionSection(checked: readonly CheckedBill<BillRow>[]): BriefSection {
  const isException = (verdict: BillVerdict) => verdict !== 'clean' && verdict !== 'duplicate';
  const matches = checked.filter(({ check }) => check.verdicts.some(isException)).toSorted(compareOpenAmounts);
  const counts = billVerdicts
    .filter(isException)
    .map((verdict) => ({ verdict, count: matches.filter(({ check }) => check.verdicts.includes(verdict)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((first, second) => second.count - first.count);
  const [mostFrequent] = counts;
  const sums = formatSums(matches.map(({ bill }) => getOpenAmount(bill)));
  const words = counts.map(({ verdict, count }) => `${formatVerdicts([verdict])} ${count}`).join(', ');
  return {
    key: 'exceptions',
    title: 'Held back',
    items: matches.map(toBriefItem),
    sum: sums && `${sums}: ${words}`,
    ...(mostFrequent && {
      next: {
        tool: 'list_bills',
        arguments: { verdict: mostFrequent.verdict },
        why: `all bills marked ${formatVerdicts([mostFrequent.verdict])}`,
      },
    }),
  };
}

const getOpenAmount = ({ amountOwed, currency }: BillRow) => ({ currency, amountCents: toAmountCents(amountOwed) });
const compareOpenAmounts = ({ bill: first }: CheckedBill<BillRow>, { bill: second }: CheckedBill<BillRow>) =>
  compareAmounts(getOpenAmount(first), getOpenAmount(second));

const toBriefItem = ({ bill, check }: CheckedBill<BillRow>): BriefItem => ({
  key: bill.friendlyId,
  record: bill.friendlyId,
  name: (bill.carrier ?? bill.vendor)?.name ?? null,
  what: `${formatWireAmount(bill.amountOwed, bill.currency)}, ${formatVerdicts(check.verdicts)}`,
});

async function buildDueSection({ db }: CopiedRecords, today: string): Promise<BriefSection> {
  const last = addDays(today, dueDays);
  const rows = await db
    .selectFrom('bill as b')
    .leftJoin('carrier as c', 'c.id', 'b.carrier_id')
    .leftJoin('vendor as v', 'v.id', 'b.vendor_id')
    .select(({ fn }) => [
      'b.friendly_id as friendlyId',
      'b.due_date as dueDate',
      'b.invoice_date as invoiceDate',
      'b.owed_cents as cents',
      'b.currency',
      fn.coalesce('c.name', 'v.name').as('payee'),
    ])
    .where(matchRule(payableUntil, 'b', toDueDays(last)))
    .orderBy('b.currency')
    .orderBy('b.owed_cents', 'desc')
    .orderBy('b.friendly_id')
    .execute();
  return {
    key: 'due',
    title: 'Approved and due this week',
    items: rows.map(({ friendlyId, payee, cents, currency, ...dates }) => ({
      key: friendlyId,
      record: friendlyId,
      name: payee,
      what: `${centsText(cents, currency)}, due ${formatDate(getDueDate(dates) ?? 'unknown')}`,
    })),
    sum: formatSums(rows.map(({ cents, currency }) => ({ currency, amountCents: cents }))),
    ...(rows.length > 0 && {
      next: {
        tool: 'list_bills',
        arguments: { status: 'APPROVED_TO_PAY', to: last },
        why: 'all of them; pay_bills pays them',
      },
    }),
  };
}

interface OwedCost {
  readonly friendly_id: string;
  readonly shipment_id: string | null;
  readonly carrier_id: string | null;
  readonly vendor_id: string | null;
  readonly currency: string;
}

/** Selects costs without a bill, by the rule of the accrual, the largest of each currency first. */
function selectMissing({ db }: CopiedRecords, onDay: OnDay) {
  const { where, sum } = measureExpressions('accrual', onDay);
  return db
    .selectFrom(buildFactTable<OwedCost>('owed_cost'))
    .leftJoin('shipment_fact as s', 's.id', 'f.shipment_id')
    .leftJoin('carrier as c', 'c.id', 'f.carrier_id')
    .leftJoin('vendor as v', 'v.id', 'f.vendor_id')
    .select(({ fn }) => [
      'f.friendly_id as record',
      's.friendly_id as shipment',
      fn.coalesce('c.name', 'v.name').as('payee'),
      's.delivery_day as delivered',
      sum.as('cents'),
      'f.currency',
    ])
    .where(where)
    .where(sum, '<>', 0)
    .orderBy('f.currency')
    .orderBy(sum, 'desc')
    .orderBy('f.friendly_id');
}

async function buildMissingSection(records: CopiedRecords, onDay: OnDay): Promise<BriefSection> {
  const rows = await selectMissing(records, onDay).execute();
  const [first] = rows;
  return {
    key: 'missing',
    title: 'Bills missing',
    items: rows.map(({ record, payee, delivered, cents, currency }) => ({
      key: record,
      record,
      name: payee,
      what: `${centsText(cents, currency)}${delivered === null ? '' : `, delivered ${formatDate(delivered)}`}`,
    })),
    sum: formatSums(rows.map(({ cents, currency }) => ({ currency, amountCents: cents }))),
    ...(first && {
      next: { tool: 'get_shipment', arguments: { shipment: first.shipment }, why: 'whom to ask for the largest' },
    }),
  };
}
