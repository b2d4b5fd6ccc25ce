import { formatDate } from '../../src/domain/places/local-time.ts';
import type { Expression, SqlBool } from 'kysely';
import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { checkableBill } from '../../src/domain/bills/bill.ts';
import { dueUntil, getDueDate, toDueDays } from '../../src/domain/money/due-date.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, readByIds, scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { getDeskClock, parseDay } from '../arguments/date-words.ts';
import { carrierFinder } from '../arguments/finders/finders.ts';
import { findCandidates } from '../arguments/finders/resolve.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';
import { formatPayee } from '../bills/bill-checks.ts';
import { isCheckable } from '../bills/bill-row.ts';
import { getPayeeFactor } from '../bills/payee-pay-to.ts';
import { readBills, resolveBills } from '../bills/bill-targets.ts';
import type { BillRecord, FactorRecord } from '../records/record-types.ts';
import { findFactors, formatFactor } from './named-factor.ts';
import { describeHeldBills, isPayable } from './pay-run.ts';

interface BillsToPayInput {
  readonly bills?: readonly string[] | undefined;
  readonly payee?: string | undefined;
  readonly dueBy?: string | undefined;
}

interface WantedBills {
  readonly bills: readonly BillRecord[];
  /** Sentences that say what texts were resolved to. */
  readonly notes: readonly string[];
  /** Named bills that the other criteria leave out, one line each. */
  readonly leftOut: readonly string[];
}

/** A request to pay, settled: which bills it pays, and what is said of those that it does not pay. */
export interface SettledBills {
  readonly ids: readonly string[];
  /** Statuses of the bills that the request means, those included that cannot be paid yet. */
  readonly statuses: readonly string[];
  /** Bills that are not paid and why, a line each. */
  readonly unpaid: readonly string[];
  /** Sentences that say what texts were resolved to. */
  readonly notes: readonly string[];
}

/** Settles which bills are paid: one that becomes payable later is another request. `requireRoom` refuses too many. */
export const settleBillsToPay = (
  ctx: ToolContext,
  input: BillsToPayInput,
  requireRoom: (bills: readonly BillRecord[]) => Promise<void>,
): Promise<SettledBills> =>
  ctx.settle('bills', async (context) => {
    const { bills, notes, leftOut } = await findBillsToPay(context, input);
    const payable = bills.filter(isPayable);
    await requireRoom(payable);
    return {
      ids: payable.map(({ id }) => id),
      statuses: bills.map(({ status }) => status),
      unpaid: [...leftOut, ...(await describeHeldBills(context, bills))],
      notes,
    };
  });

/** Finds the requested bills, including those that cannot be paid yet. */
async function findBillsToPay(ctx: ToolContext, { bills: typed, payee, dueBy }: BillsToPayInput): Promise<WantedBills> {
  const until =
    dueBy === undefined ? undefined : parseDay(getDeskClock(ctx), { name: 'dueBy', text: dueBy, lean: 'future' });
  const isDue = (bill: BillRecord) => until === undefined || isMet(dueUntil, bill, toDueDays(until));
  const namedPayee = payee === undefined ? undefined : await findPayee(ctx, payee);
  const isOwn = (bill: BillRecord) => namedPayee === undefined || namedPayee.isOf(bill);
  if (typed !== undefined) {
    const { bills, notes } = await resolveBills(ctx, typed);
    const leftOut = bills.flatMap((bill) => {
      if (!isOwn(bill)) return `Left out: ${bill.friendlyId} ${formatPayee(bill)}, not a bill of ${namedPayee?.text}`;
      return isDue(bill) ? [] : `Left out: ${bill.friendlyId} ${formatPayee(bill)}, ${describeDue(bill)}`;
    });
    return { bills: bills.filter((bill) => isOwn(bill) && isDue(bill)), notes, leftOut };
  }
  if (namedPayee === undefined && until === undefined)
    throw createFieldError('BAD_REQUEST', 'bills', 'name bills, a payee or a day by which they are due');
  const bills = await readBillsToPay(ctx, [
    matchRule(checkableBill, 'b'),
    ...(namedPayee ? [namedPayee.condition] : []),
    ...(until === undefined ? [] : [matchRule(dueUntil, 'b', toDueDays(until))]),
  ]);
  const due = bills.filter((bill) => isCheckable(bill) && isOwn(bill) && isDue(bill));
  return {
    bills: due,
    notes: [
      ...(namedPayee ? [`${namedPayee.text} (from ${recordText(payee ?? '', 'list')})`] : []),
      ...(until === undefined || due.length === 0 ? [] : [`Bills due by ${formatDate(until)}`]),
    ],
    leftOut: [],
  };
}

function describeDue(bill: BillRecord): string {
  const dueDate = getDueDate(bill);
  return dueDate === null ? 'no due date' : `due ${formatDate(dueDate)}`;
}

/** Finds bills `b` in the copy; money is paid on what the API shows of them now. Newest first, as the API lists them. */
async function readBillsToPay(
  ctx: ToolContext,
  conditions: readonly Expression<SqlBool>[],
): Promise<readonly BillRecord[]> {
  const { db } = await ctx.records();
  const rows = await db
    .selectFrom('bill as b')
    .select('b.id')
    .where((eb) => eb.and([...conditions]))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .execute();
  return readBills(
    ctx,
    rows.map(({ id }) => id),
  );
}

interface NamedPayee {
  readonly text: string;
  /** On a bill `b` of the copy. */
  readonly condition: Expression<SqlBool>;
  readonly isOf: (bill: BillRecord) => boolean;
}

/** Finds a carrier, a vendor or a factor. The error for several lists all of them. */
async function findPayee(ctx: ToolContext, text: string): Promise<NamedPayee> {
  const [carriers, vendors, factors] = await Promise.all([
    findCandidates(ctx, carrierFinder, text),
    findCandidates(ctx, vendorFinder, text),
    findFactors(ctx, text),
  ]);
  const matches: readonly (NamedPayee | FactorRecord)[] = [
    ...carriers.records.map(({ id, friendlyId, name }) => ({
      text: `carrier ${friendlyId} ${recordText(name, 'list')}`,
      condition: isAmongValues('b.carrier_id', [id]),
      isOf: ({ carrier }: BillRecord) => carrier?.id === id,
    })),
    ...vendors.records.map(({ id, friendlyId, name }) => ({
      text: `vendor ${friendlyId} ${recordText(name, 'list')}`,
      condition: isAmongValues('b.vendor_id', [id]),
      isOf: ({ vendor }: BillRecord) => vendor?.id === id,
    })),
    ...factors,
  ];
  const [onlyMatch, ...otherMatches] = matches;
  if (onlyMatch && otherMatches.length === 0)
    return 'companyName' in onlyMatch ? loadFactorPayee(ctx, onlyMatch) : onlyMatch;
  const details = [{ field: 'payee', message: `matches ${matches.length} payees` }];
  if (!onlyMatch)
    throw new WaybillError('NOT_FOUND', `payee: no carrier, vendor or factor matches ${recordText(text, 'list')}.`, {
      details,
    });
  const names = matches.map((payee) => ('companyName' in payee ? formatFactor(payee) : payee.text)).join('; ');
  throw new WaybillError(
    'AMBIGUOUS',
    `payee: ${recordText(text, 'list')} matches ${names}. Name one by its number, a factor as "factor" with its whole name, or name the bills.`,
    { details },
  );
}

/**
 * Returns the factor as a payee. Its bills are those of the carriers that are paid through it now, whatever their
 * papers name.
 */
async function loadFactorPayee(ctx: ToolContext, factor: FactorRecord): Promise<NamedPayee> {
  const methods = await scan(ctx, ctx.api.carrierPaymentMethods.filter, {
    filter: { carrierFactorId: { equalTo: factor.id } },
    local: { carrierFactorId: ({ carrierFactor }) => carrierFactor?.id === factor.id },
  });
  noteUnread(ctx, methods);
  const carriers = await readByIds(
    ctx,
    ctx.api.carriers.filter,
    methods.rows.map(({ carrierId }) => carrierId),
  );
  const served = new Set(
    [...carriers.values()].filter((carrier) => getPayeeFactor(carrier)?.id === factor.id).map(({ id }) => id),
  );
  return {
    text: formatFactor(factor),
    condition: isAmongValues('b.carrier_id', [...served]),
    isOf: ({ carrier }) => served.has(carrier?.id ?? ''),
  };
}
