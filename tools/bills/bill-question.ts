import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import type { DeskRules } from '../../src/domain/kit/desk-rules.ts';
import { countDaysPastDue } from '../../src/domain/money/aging.ts';
import {
  billInReview,
  type BillStatus,
  billStatuses,
  describeBillStatus,
  checkableBill,
  openBill,
} from '../../src/domain/money/bill.ts';
import { dueFrom, dueUntil, getDueDate, toDueDays } from '../../src/domain/money/due-date.ts';
import { everyRecord, isMet, type Rule } from '../../src/domain/rules/rule.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { hasText } from '../../src/domain/kit/folding.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import { carrierFinder, customerFinder, shipmentFinder } from '../arguments/finders.ts';
import type { BillRow } from './bill-row.ts';
import type { Finder } from '../arguments/finder.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { resolve } from '../arguments/resolve.ts';
import { readTogether } from '../arguments/together.ts';
import { typedCents, type MoneyText } from '../arguments/typed-money.ts';
import { vendorFinder } from '../arguments/finders.ts';
import { askingOf, type DateRange, dateRange, rangeText } from '../arguments/date-words.ts';

/** The arguments of a list of bills that say which bills are meant. */
export interface BillsWanted {
  /** open, all, or one or several of the bill's own. */
  readonly status?: string | undefined;
  readonly carrier?: string | undefined;
  readonly vendor?: string | undefined;
  readonly customer?: string | undefined;
  readonly shipment?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly overdue?: boolean | undefined;
  readonly minAmount?: MoneyText | undefined;
  readonly maxAmount?: MoneyText | undefined;
  readonly reference?: string | undefined;
  readonly verdict?: string | undefined;
  /** Who gets the money. */
  readonly kind?: PayeeKind | undefined;
}

export const payeeKinds = ['carrier', 'factor', 'vendor'] as const;
type PayeeKind = (typeof payeeKinds)[number];

function payeeKindOf({ vendor, carrierFactor }: BillRow): PayeeKind {
  if (carrierFactor !== null) return 'factor';
  return vendor === null ? 'carrier' : 'vendor';
}

export interface BillQuestion {
  /** On a bill `b` of the copy and its shipment `s`. */
  readonly conditions: readonly Expression<SqlBool>[];
  /** What no condition says the way the desk counts it. */
  readonly isWanted: (bill: BillRow) => boolean;
  readonly sort: (bills: readonly BillRow[]) => readonly BillRow[];
  /** Civil date of the person who asks. */
  readonly today: string;
  readonly rules: DeskRules;
  /** "open", "clean" and the like, before the word bills. */
  readonly words: string;
  /** Their status, whose they are and when they are due, behind the word bills. */
  readonly limits: string;
}

export async function billQuestion(ctx: ToolContext, asked: BillsWanted): Promise<BillQuestion> {
  const wanted = pastDue.test(asked.status ?? '') ? { ...asked, status: 'open', overdue: true } : asked;
  const { standing, parties, due, amounts } = await readTogether({
    standing: () => standingOf(wanted),
    parties: () => partiesOf(ctx, wanted),
    due: () => dateRange(askingOf(ctx), words('from', wanted.from), words('to', wanted.to)),
    amounts: () => amountsOf(wanted),
  });
  const { rule, isNewestFirst } = standing;
  const today = getToday(ctx.timeZone, ctx.askedAt);
  const reference = wanted.reference?.trim();
  return {
    conditions: [matchRule(rule, 'b'), ...parties.map(matchParty), ...(due ? isDueWithin(due) : [])],
    isWanted: (bill) =>
      (amounts?.has(centsOf(bill.amount)) ?? true) &&
      (reference === undefined || hasText(bill.reference, reference)) &&
      (wanted.overdue === undefined || (daysOverdue(bill, today) !== null) === wanted.overdue) &&
      (wanted.kind === undefined || payeeKindOf(bill) === wanted.kind),
    // Ties keep the order of the API, newest first.
    sort: (found) => (isNewestFirst ? found : found.toSorted(byDue)),
    today,
    rules: ctx.policy.rules,
    words: [wanted.overdue === true ? 'overdue' : '', wanted.verdict, standing.isOpen ? 'open' : '', wanted.kind]
      .filter(Boolean)
      .join(' '),
    limits: `${standingText(standing)}${limitsOf(parties, due)}`,
  };
}

const ofBill = expressionBuilder<CopyRows & { readonly b: CopyRows['bill'] }, 'b'>();

/** Builds the condition that a bill is of the party; a customer's bills are those of its shipments. */
const matchParty = ({ column, id }: Party): Expression<SqlBool> =>
  column === 'customer_id'
    ? ofBill('b.shipment_id', 'in', ofBill.selectFrom('shipment as s').select('s.id').where('s.customer_id', '=', id))
    : ofBill(`b.${column}`, '=', id);

const isDueWithin = ({ from, to }: DateRange): readonly Expression<SqlBool>[] => [
  ...(from === null ? [] : [matchRule(dueFrom, 'b', toDueDays(from))]),
  ...(to === null ? [] : [matchRule(dueUntil, 'b', toDueDays(to))]),
];

/** Days past the due date while something is open; null when it is not overdue. */
export const daysOverdue = (
  bill: Pick<BillRow, 'invoiceDate' | 'dueDate' | 'amountOwed'>,
  today: string,
): number | null => countDaysPastDue({ ...bill, openCents: centsOf(bill.amountOwed) }, today);

/** Which is no status of a bill, and what people ask for as if it were. */
const pastDue = /^\s*(?:past[ -]?due|over[ -]?due)\s*$/i;

/** How far the bills are that are meant. */
interface Standing {
  readonly rule: Rule<'status' | 'owedCents'>;
  /** Statuses that were named one by one. */
  readonly statuses: readonly BillStatus[];
  /** Whether these are all on which money is owed. */
  readonly isOpen: boolean;
  /** Else what is due first. */
  readonly isNewestFirst: boolean;
}

const kinds = {
  field: 'status',
  known: billStatuses,
  groups: { OPEN: openBill, UNPAID: openBill, ALL: everyRecord },
} as const;

const open: Standing = { rule: openBill, statuses: [], isOpen: true, isNewestFirst: false };

function standingOf({ status, verdict }: BillsWanted): Standing {
  const typed = status === undefined ? undefined : parseStatuses(status, kinds);
  if (verdict !== undefined && (typed === undefined || typed.groups.length > 0 || !typed.statuses.every(isChecked))) {
    if (typed?.groups.length === 0 && !typed.statuses.some(isChecked)) {
      throw fieldError('BAD_REQUEST', 'status', 'verdicts are on bills IN_REVIEW or APPROVED_TO_PAY; leave status out');
    }
    // Who asks for the clean ones wants to approve them.
    return verdict === 'clean' ? { ...open, rule: billInReview, statuses: ['IN_REVIEW'], isOpen: false } : open;
  }
  if (typed === undefined) return open;
  const { rule, statuses, groups } = typed;
  if (groups.includes('ALL') || statuses.length === billStatuses.length)
    return { rule: everyRecord, statuses: [], isOpen: false, isNewestFirst: true };
  return {
    rule,
    statuses,
    isOpen: groups.length > 0 && statuses.length === 0,
    // What is paid is due no more.
    isNewestFirst: !statuses.every((named) => isMet(openBill, { status: named, owedCents: 1 })),
  };
}

const isChecked = (status: BillStatus): boolean => isMet(checkableBill, { status, owedCents: 1 });

const standingText = ({ statuses, isOpen }: Standing): string =>
  isOpen || statuses.length === 0 ? '' : ` ${statuses.map((status) => describeBillStatus(status)).join(' or ')}`;

interface Party {
  readonly column: 'carrier_id' | 'vendor_id' | 'customer_id' | 'shipment_id';
  readonly id: string;
  readonly text: string;
}

interface Found {
  readonly id: string;
  readonly friendlyId: string;
  readonly name?: string;
}

async function partiesOf(ctx: ToolContext, wanted: BillsWanted): Promise<readonly Party[]> {
  const read = async <Row extends Found>(column: Party['column'], finder: Finder<Row>, text: string | undefined) => {
    if (text === undefined) return [];
    const { record } = await resolve(ctx, finder, text);
    const { id, friendlyId, name } = record;
    return [{ column, id, text: name === undefined ? friendlyId : `${recordText(name, 'list')} (${friendlyId})` }];
  };
  const found = await readTogether({
    carrier: () => read('carrier_id', carrierFinder, wanted.carrier),
    vendor: () => read('vendor_id', vendorFinder, wanted.vendor),
    customer: () => read('customer_id', customerFinder, wanted.customer),
    shipment: () => read('shipment_id', shipmentFinder, wanted.shipment),
  });
  return Object.values(found).flat();
}

const words = (name: string, text: string | undefined) =>
  text === undefined ? undefined : ({ name, text, lean: 'future' } as const);

async function amountsOf({ minAmount, maxAmount }: BillsWanted) {
  const { min, max } = await readTogether({
    min: () => (minAmount === undefined ? undefined : typedCents(minAmount, 'minAmount')),
    max: () => (maxAmount === undefined ? undefined : typedCents(maxAmount, 'maxAmount')),
  });
  if (min === undefined && max === undefined) return undefined;
  return {
    has: (cents: number) => cents >= (min ?? 0) && cents <= (max ?? Number.MAX_SAFE_INTEGER),
  };
}

type Order = (left: BillRow, right: BillRow) => number;

const byDue: Order = (...bills) => {
  const [left, right] = bills.map(getDueDate);
  if (left === right) return 0;
  return (left ?? '9999') < (right ?? '9999') ? -1 : 1;
};

function limitsOf(parties: readonly Party[], due: DateRange | undefined): string {
  const whose = parties.map(({ column, text }) => ` ${column === 'customer_id' ? 'for customer' : 'of'} ${text}`);
  return `${whose.join('')}${due ? ` due ${rangeText(due)}` : ''}`;
}
