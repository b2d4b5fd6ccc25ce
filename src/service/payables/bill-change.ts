import { getDueDate } from '../../domain/money/due-date.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { billLifecycle, type BillTermValues, findRevisionAction, listRevisedTerms } from '../../domain/bills/bill.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { settleBill } from './settlement.ts';

/** The columns of a bill that a change may name, with the words that the activity log has for them. */
const changeableColumns = {
  amount_cents: 'amount',
  reference: 'reference',
  invoice_date: 'invoice date',
  due_date: 'due date',
  payment_term_id: 'payment term',
  key: 'key',
} as const;

type ChangeableColumn = keyof typeof changeableColumns;
type BillChange = Partial<Pick<Row<'bill'>, ChangeableColumn>>;

/**
 * Changes what a bill says. One that was approved and has no payments goes back to review when a term that its approval
 * covers changes; what it is for goes back with it.
 */
export async function changeBill(ctx: ServiceContext, { id }: Row<'bill'>, change: BillChange): Promise<Row<'bill'>> {
  const bill = await lockBill(ctx, id);
  const revised: Row<'bill'> = { ...bill, ...change };
  const action = findRevisionAction(listRevisedTerms(getTerms(bill), getTerms(revised)), bill.paid_cents);
  const status = action === null ? bill.status : advance(billLifecycle, bill.status, action);
  const changed = await changeRecord(
    ctx,
    'bill',
    bill,
    { ...change, status, owed_cents: revised.amount_cents - bill.paid_cents },
    { status: bill.status, paid_cents: bill.paid_cents, amount_cents: bill.amount_cents },
  );
  const isUnapproved = status !== bill.status;
  if (isUnapproved) await settleBill(ctx, bill, 'unapprove');
  const text = `${await describeChange(ctx, bill, changed)}${isUnapproved ? ' The approval covered the former terms: back in review.' : ''}`;
  await recordActivity(ctx, { recordType: 'bill', recordId: bill.id, text });
  return changed;
}

/** Reads the bill as it is now and keeps others from changing it until the transaction ends. */
async function lockBill(ctx: ServiceContext, id: string): Promise<Row<'bill'>> {
  const bill = (await lockRecords(ctx, 'bill', [id])).get(id);
  if (!bill) throw new WaybillError('NOT_FOUND', `The bill ${id} was deleted at the same moment.`);
  return bill;
}

function getTerms(bill: Row<'bill'>): BillTermValues {
  return {
    amountCents: bill.amount_cents,
    payeeId: bill.carrier_factor_id ?? bill.carrier_id ?? bill.vendor_id,
    reference: bill.reference,
    dueDate: getDueDate({ dueDate: bill.due_date, invoiceDate: bill.invoice_date }),
    paymentTermId: bill.payment_term_id,
  };
}

/** Describes a change: `Changed amount from $597.54 to $880.25, reference from PH-1 to nothing.` */
async function describeChange(ctx: ServiceContext, before: Row<'bill'>, after: Row<'bill'>): Promise<string> {
  const terms = await findRecords(ctx, 'payment_term', [before.payment_term_id, after.payment_term_id]);
  const describeValue = (bill: Row<'bill'>, column: ChangeableColumn): string => {
    const value = bill[column];
    if (value === null) return 'nothing';
    if (typeof value === 'number') return formatMoney(value, bill.currency);
    return column === 'payment_term_id' ? (terms.get(value)?.name ?? value) : value;
  };
  // Keys of the table are columns.
  const columns = (Object.keys(changeableColumns) as ChangeableColumn[]).filter(
    (column) => before[column] !== after[column],
  );
  if (columns.length === 0) return 'Changed nothing.';
  const changes = columns.map(
    (column) => `${changeableColumns[column]} from ${describeValue(before, column)} to ${describeValue(after, column)}`,
  );
  return `Changed ${changes.join(', ')}.`;
}
