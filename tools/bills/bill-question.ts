import { formatCode } from '../../src/domain/text/code-words.ts';
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
} from '../../src/domain/bills/bill.ts';
import { dueFrom, dueUntil, getDueDate, toDueDays } from '../../src/domain/money/due-date.ts';
import { everyRecord, isMet, type Rule } from '../../src/domain/rules/rule.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { hasText } from '../../src/domain/text/folding.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { toAmountCents } from '../records/amounts.ts';
import { carrierFinder, customerFinder, shipmentFinder } from '../arguments/finders/finders.ts';
import type { BillRow } from './bill-row.ts';
import type { Finder } from '../arguments/finders/finder.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { parseCents, type MoneyText } from '../arguments/money-input.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';
import { getDeskClock, type DateRange, parseDateRange, formatRange } from '../arguments/date-words.ts';

/** Arguments of a list of bills that choose the bills. */
export interface BillSelection {
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
  /** Kind of the party that gets the money. */
  readonly kind?: PayeeKind | undefined;
}

export const payeeKinds = ['carrier', 'factor', 'vendor'] as const;
type PayeeKind = (typeof payeeKinds)[number];

function getPayeeKind({ vendor, carrierFactor }: BillRow): PayeeKind {
  if (carrierFactor !== null) return 'factor';
  return vendor === null ? 'carrier' : 'vendor';
}

export interface BillQuestion {
  /** Conditions on a bill `b` of the copy and its shipment `s`. */
  readonly conditions: readonly Expression<SqlBool>[];
  /** Tests the parts that no condition counts as the desk does. */
  readonly isMatch: (bill: BillRow) => boolean;
  readonly sort: (bills: readonly BillRow[]) => readonly BillRow[];
  /** Civil date of the person who asks. */
  readonly today: string;
  readonly rules: DeskRules;
  /** "open", "clean" and the like, before the word bills. */
  readonly words: string;
  /** Their status, party and due days, behind the word bills. */
  readonly limits: string;
}

export async function readBillQuestion(ctx: ToolContext, filter: BillSelection): Promise<BillQuestion> {
  const request = pastDue.test(filter.status ?? '') ? { ...filter, status: 'open', overdue: true } : filter;
  const { statuses, parties, due, amounts } = await readTogether({
    statuses: () => readStatusSelection(request),
    parties: () => readParties(ctx, request),
    due: () => parseDateRange(getDeskClock(ctx), toDateWords('from', request.from), toDateWords('to', request.to)),
    amounts: () => readAmounts(request),
  });
  const { rule, isNewestFirst } = statuses;
  const today = getToday(ctx.timeZone, ctx.askedAt);
  const reference = request.reference?.trim();
  return {
    conditions: [matchRule(rule, 'b'), ...parties.map(matchParty), ...(due ? isDueWithin(due) : [])],
    isMatch: (bill) =>
      (amounts?.has(toAmountCents(bill.amount)) ?? true) &&
      (reference === undefined || hasText(bill.reference, reference)) &&
      (request.overdue === undefined || (countDaysOverdue(bill, today) !== null) === request.overdue) &&
      (request.kind === undefined || getPayeeKind(bill) === request.kind),
    // Ties keep the order of the API, newest first.
    sort: (bills) => (isNewestFirst ? bills : bills.toSorted(compareDue)),
    today,
    rules: ctx.policy.rules,
    words: [
      request.overdue === true ? 'overdue' : '',
      request.verdict === 'clean' ? 'clean' : '',
      statuses.isOpen ? 'open' : '',
      request.kind,
    ]
      .filter(Boolean)
      .join(' '),
    limits: `${formatStatuses(statuses)}${formatLimits(parties, due)}${formatVerdict(request.verdict)}`,
  };
}

/** Formats a verdict behind the word bills; "clean" goes before it. */
const formatVerdict = (verdict: string | undefined): string =>
  verdict === undefined || verdict === 'clean' ? '' : `, verdict ${formatCode(verdict)}`;

const ofBill = expressionBuilder<CopyRows & { readonly b: CopyRows['bill'] }, 'b'>();

/** Builds the condition that a bill is of the party; a customer's bills are those of its shipments. */
const matchParty = ({ column, id }: BillParty): Expression<SqlBool> =>
  column === 'customer_id'
    ? ofBill('b.shipment_id', 'in', ofBill.selectFrom('shipment as s').select('s.id').where('s.customer_id', '=', id))
    : ofBill(`b.${column}`, '=', id);

const isDueWithin = ({ from, to }: DateRange): readonly Expression<SqlBool>[] => [
  ...(from === null ? [] : [matchRule(dueFrom, 'b', toDueDays(from))]),
  ...(to === null ? [] : [matchRule(dueUntil, 'b', toDueDays(to))]),
];

/** Counts days past the due date while something is open; null when the bill is not overdue. */
export const countDaysOverdue = (
  bill: Pick<BillRow, 'invoiceDate' | 'dueDate' | 'amountOwed'>,
  today: string,
): number | null => countDaysPastDue({ ...bill, openCents: toAmountCents(bill.amountOwed) }, today);

/** Words that people ask for as if they were a status of a bill. */
const pastDue = /^\s*(?:past[ -]?due|over[ -]?due)\s*$/i;

/** Statuses of the requested bills. */
interface StatusSelection {
  readonly rule: Rule<'status' | 'owedCents'>;
  /** Statuses that were named one by one. */
  readonly statuses: readonly BillStatus[];
  /** True if these are all on which money is owed. */
  readonly isOpen: boolean;
  /** Else what is due first. */
  readonly isNewestFirst: boolean;
}

const kinds = {
  field: 'status',
  allStatuses: billStatuses,
  groups: { OPEN: openBill, UNPAID: openBill, ALL: everyRecord },
} as const;

const open: StatusSelection = { rule: openBill, statuses: [], isOpen: true, isNewestFirst: false };

function readStatusSelection({ status, verdict }: BillSelection): StatusSelection {
  const typed = status === undefined ? undefined : parseStatuses(status, kinds);
  if (verdict !== undefined && (typed === undefined || typed.groups.length > 0 || !typed.statuses.every(isChecked))) {
    if (typed?.groups.length === 0 && !typed.statuses.some(isChecked)) {
      throw createFieldError(
        'BAD_REQUEST',
        'status',
        'only bills in review or approved to pay have a verdict; leave status out',
      );
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
    isNewestFirst: !statuses.every((status) => isMet(openBill, { status, owedCents: 1 })),
  };
}

const isChecked = (status: BillStatus): boolean => isMet(checkableBill, { status, owedCents: 1 });

const formatStatuses = ({ statuses, isOpen }: StatusSelection): string =>
  isOpen || statuses.length === 0 ? '' : ` ${statuses.map((status) => describeBillStatus(status)).join(' or ')}`;

interface BillParty {
  readonly column: 'carrier_id' | 'vendor_id' | 'customer_id' | 'shipment_id';
  readonly id: string;
  readonly text: string;
}

interface PartyRecord {
  readonly id: string;
  readonly friendlyId: string;
  readonly name?: string;
}

async function readParties(ctx: ToolContext, filter: BillSelection): Promise<readonly BillParty[]> {
  const read = async <Row extends PartyRecord>(
    column: BillParty['column'],
    finder: Finder<Row>,
    text: string | undefined,
  ) => {
    if (text === undefined) return [];
    const { record } = await resolve(ctx, finder, text);
    const { id, friendlyId, name } = record;
    return [{ column, id, text: name === undefined ? friendlyId : `${recordText(name, 'list')} (${friendlyId})` }];
  };
  const parties = await readTogether({
    carrier: () => read('carrier_id', carrierFinder, filter.carrier),
    vendor: () => read('vendor_id', vendorFinder, filter.vendor),
    customer: () => read('customer_id', customerFinder, filter.customer),
    shipment: () => read('shipment_id', shipmentFinder, filter.shipment),
  });
  return Object.values(parties).flat();
}

const toDateWords = (name: string, text: string | undefined) =>
  text === undefined ? undefined : ({ name, text, lean: 'future' } as const);

async function readAmounts({ minAmount, maxAmount }: BillSelection) {
  const { min, max } = await readTogether({
    min: () => (minAmount === undefined ? undefined : parseCents(minAmount, 'minAmount')),
    max: () => (maxAmount === undefined ? undefined : parseCents(maxAmount, 'maxAmount')),
  });
  if (min === undefined && max === undefined) return undefined;
  return {
    has: (cents: number) => cents >= (min ?? 0) && cents <= (max ?? Number.MAX_SAFE_INTEGER),
  };
}

type CompareBills = (left: BillRow, right: BillRow) => number;

const compareDue: CompareBills = (...bills) => {
  const [leftDue, rightDue] = bills.map(getDueDate);
  if (leftDue === rightDue) return 0;
  return (leftDue ?? '9999') < (rightDue ?? '9999') ? -1 : 1;
};

function formatLimits(parties: readonly BillParty[], due: DateRange | undefined): string {
  const partyTexts = parties.map(({ column, text }) => ` ${column === 'customer_id' ? 'for customer' : 'of'} ${text}`);
  return `${partyTexts.join('')}${due ? ` due ${formatRange(due)}` : ''}`;
}
