import type { Operations } from '../../contract/types.ts';
import { toCents, convertToCents } from '../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { changeBillBalance } from './bill-balance.ts';
import {
  type PaidBillLine,
  getOnlyCarrier,
  requireApproved,
  requireBill,
  requireSamePayee,
} from './bill-payment-lines.ts';
import {
  deleteApplications,
  insertApplications,
  lockBillPayment,
  type LockedBillPayment,
} from './bill-payment-rows.ts';
import { sumPaidOnBills } from './bill-payment-rows.ts';
import { billPaymentFields } from './bill-payment-view.ts';
import { formatBills, note, requireUnsynced, buildTooMuchError } from './bill-payments.ts';
import { describeChange, hasChange } from '../shared/changed-text.ts';
import type { ServiceContext } from '../shared/context.ts';
import { withdrawCredit } from '../ledger/memo-balance.ts';
import { changeRecord } from '../shared/records.ts';

type Patch = Operations['billPayments']['update']['parsed'];
type ApplicationChanges = NonNullable<Patch['applications']>;
type ApplicationRow = Row<'bill_payment_application'>;

export async function changeBillPayment(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  input: Patch,
): Promise<Row<'bill_payment'>> {
  const { applications, ...fields } = input;
  const columns = {
    ...billPaymentFields.toRow(fields),
    ...(input.key === undefined ? {} : { key: input.key }),
  };
  if (applications === undefined || applications.length === 0) {
    await note(ctx, payment, describeChange(fields));
    return changeRecord(ctx, 'bill_payment', payment, columns);
  }
  const added = applications.flatMap(({ id, billId }) => (id === undefined ? (billId?.toLowerCase() ?? []) : []));
  const locked = await lockBillPayment(ctx, payment, added);
  requireUnsynced(locked.payment);
  const plan = planChanges(locked, applications);
  // A bill that is removed and added again may be paid by this very payment.
  requireApproved(plan.added.filter(({ bill }) => !locked.rows.some((row) => row.bill_id === bill.id)));
  await requireSamePayee(ctx, plan.added, locked.payment);
  if (hasChange(fields)) await note(ctx, payment, describeChange(fields));
  return writeChanges(ctx, locked, plan, columns);
}

interface ChangedRow {
  readonly row: ApplicationRow;
  readonly line: PaidBillLine;
}

interface ChangePlan {
  readonly removed: readonly ApplicationRow[];
  readonly changed: readonly ChangedRow[];
  readonly added: readonly PaidBillLine[];
}

/** Plans the changes that the request's entries make to the rows of the payment; 422 for an entry that fits no row. */
function planChanges({ rows, bills }: LockedBillPayment, changes: ApplicationChanges): ChangePlan {
  const removed: ApplicationRow[] = [];
  const changed: ChangedRow[] = [];
  const added: PaidBillLine[] = [];
  const namedIds = new Set<string>();
  for (const [index, { id, billId, amount, delete: isDeleted }] of changes.entries()) {
    const field = `applications.${index}`;
    if (id === undefined) {
      if (isDeleted === true)
        throw createFieldError('VALIDATION_ERROR', `${field}.id`, 'is needed to remove an application');
      const bill = requireBill(bills, billId ?? '', field);
      added.push({ bill, cents: convertToCents(amount ?? 0, bill.currency, `${field}.amount`), field });
      continue;
    }
    const row = requireOwn(rows, { id, billId, field }, namedIds);
    if (isDeleted === true) removed.push(row);
    else if (amount !== undefined && toCents(amount) !== row.amount_cents) {
      const bill = requireBill(bills, row.bill_id, field);
      changed.push({ row, line: { bill, cents: convertToCents(amount, bill.currency, `${field}.amount`), field } });
    }
  }
  const stay = rows.filter((row) => !removed.includes(row));
  requireNewBills(stay, added);
  if (stay.length + added.length > 0) return { removed, changed, added };
  throw createFieldError(
    'VALIDATION_ERROR',
    'applications',
    'a payment covers at least one bill; delete the payment instead',
  );
}

function requireOwn(
  rows: readonly ApplicationRow[],
  { id, billId, field }: { readonly id: string; readonly billId: string | undefined; readonly field: string },
  namedIds: Set<string>,
): ApplicationRow {
  const row = rows.find((candidate) => candidate.id === id.toLowerCase());
  if (!row) throw createFieldError('VALIDATION_ERROR', `${field}.id`, 'is not an application of this payment');
  if (namedIds.has(row.id)) throw createFieldError('VALIDATION_ERROR', `${field}.id`, 'is named twice');
  namedIds.add(row.id);
  if (billId === undefined || billId.toLowerCase() === row.bill_id) return row;
  throw createFieldError(
    'VALIDATION_ERROR',
    `${field}.billId`,
    'cannot change; remove the application and add another',
  );
}

function requireNewBills(stay: readonly ApplicationRow[], added: readonly PaidBillLine[]): void {
  const covered = new Set(stay.map((row) => row.bill_id));
  for (const { bill, field } of added) {
    if (covered.has(bill.id)) {
      throw createFieldError(
        'VALIDATION_ERROR',
        `${field}.billId`,
        `${bill.friendly_id} is in this payment; change that entry`,
      );
    }
    covered.add(bill.id);
  }
}

async function writeChanges(
  ctx: ServiceContext,
  locked: LockedBillPayment,
  plan: ChangePlan,
  columns: Partial<Row<'bill_payment'>>,
): Promise<Row<'bill_payment'>> {
  const { payment, rows, bills } = locked;
  const excess = await withdrawTouchedExcess(ctx, locked, plan);
  const before = sumPaidOnBills(rows, payment.overpayment_cents);
  requireOpen(plan, before);
  await deleteApplications(ctx, plan.removed);
  for (const { row, line } of plan.changed) await changeApplication(ctx, row, line.cents);
  const lines = plan.added.map(({ bill, cents }) => ({ billId: bill.id, cents }));
  await insertApplications(ctx, payment.id, lines);
  const after = listRowsAfter(rows, plan);
  const paid = sumPaidOnBills(after, excess.overpayment_cents ?? payment.overpayment_cents);
  for (const { bill, cents } of plan.added) paid.set(bill.id, (paid.get(bill.id) ?? 0) + cents);
  for (const [id, bill] of bills) {
    await changeBillBalance(ctx, bill, (paid.get(id) ?? 0) - (before.get(id) ?? 0), payment.friendly_id);
  }
  const covered = [...bills.values()].filter(({ id }) => paid.has(id));
  const changed = await changeRecord(ctx, 'bill_payment', payment, {
    ...columns,
    ...excess,
    ...(payment.carrier_factor_id === null ? {} : { carrier_id: getOnlyCarrier(covered) }),
    total_cents: [...after.map((row) => row.amount_cents), ...lines.map(({ cents }) => cents)].reduce(
      (a, b) => a + b,
      0,
    ),
  });
  await note(ctx, changed, `Applied anew: ${formatBills(changed, after.length + lines.length)}.`);
  return changed;
}

const listRowsAfter = (rows: readonly ApplicationRow[], { removed, changed }: ChangePlan): ApplicationRow[] =>
  rows
    .filter((row) => !removed.includes(row))
    .map((row) => ({
      ...row,
      amount_cents: changed.find((change) => change.row === row)?.line.cents ?? row.amount_cents,
    }));

/**
 * Computes the overpayment after a change. It is removed with the entry that carries it; while it stays, that entry
 * stays the last.
 */
async function withdrawTouchedExcess(
  ctx: ServiceContext,
  { payment, rows }: LockedBillPayment,
  plan: ChangePlan,
): Promise<Partial<Row<'bill_payment'>>> {
  if (payment.overpayment_cents === 0) return {};
  const carrying = rows.at(-1);
  const isTouched = [...plan.removed, ...plan.changed.map(({ row }) => row)].some((row) => row === carrying);
  if (isTouched) {
    await withdrawCredit(ctx, [payment.overpayment_credit_memo_id], `${payment.friendly_id} was changed`);
    return { overpayment_cents: 0, overpayment_credit_memo_id: null };
  }
  if (plan.added.length === 0) return {};
  throw new WaybillError(
    'CONFLICT',
    `${payment.friendly_id} pays more than its last bill: correct that entry first, or record another payment.`,
  );
}

function requireOpen({ changed, added }: ChangePlan, before: ReadonlyMap<string, number>): void {
  for (const line of [...changed.map((change) => change.line), ...added]) {
    const openCents = line.bill.owed_cents + (before.get(line.bill.id) ?? 0);
    if (line.cents > openCents) throw buildTooMuchError(line, openCents, 'record another payment to overpay');
  }
}

async function changeApplication(ctx: ServiceContext, { id }: ApplicationRow, cents: number): Promise<void> {
  await ctx.db
    .updateTable('bill_payment_application')
    .set({ amount_cents: cents })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute();
}
