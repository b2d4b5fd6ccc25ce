import { convertToCents } from '../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { refuseRepeated } from '../ledger/payment-lines.ts';

export interface PaidBillLine {
  readonly bill: Row<'bill'>;
  readonly cents: number;
  /** The entry of the request. */
  readonly field: string;
}

/** Builds the lines of a new payment with their locked bills. */
export function billLines(
  applications: readonly { readonly billId: string; readonly amount: number }[],
  bills: ReadonlyMap<string, Row<'bill'>>,
): PaidBillLine[] {
  const lines = applications.map(({ billId, amount }, index) => {
    const field = `applications.${index}`;
    const bill = requireBill(bills, billId, field);
    return { bill, cents: convertToCents(amount, bill.currency, `${field}.amount`), field };
  });
  refuseRepeated(lines, ({ bill }) => bill.id, 'applications', 'billId');
  return lines;
}

export function requireBill(bills: ReadonlyMap<string, Row<'bill'>>, id: string, field: string): Row<'bill'> {
  const bill = bills.get(id.toLowerCase());
  if (!bill) throw createFieldError('VALIDATION_ERROR', `${field}.billId`, 'names a record that does not exist');
  return bill;
}

/** Refuses (409) bills that were not approved or are already paid. */
export function requireApproved(lines: readonly PaidBillLine[]): void {
  for (const { bill } of lines) {
    if (bill.status === 'APPROVED_TO_PAY' && bill.owed_cents > 0) continue;
    const remedy = bill.status === 'PAID' ? 'it is paid already' : 'only a bill that is APPROVED_TO_PAY is paid';
    throw new WaybillError('CONFLICT', `${bill.friendly_id} is ${bill.status}: ${remedy}.`);
  }
}

/** The payee of a payment, in its columns. If several carriers share a factor, none of them is the payee. */
export type PayeeColumns = Pick<
  Row<'bill_payment'>,
  'recipient_type' | 'carrier_id' | 'vendor_id' | 'carrier_factor_id'
>;

/** Returns the payee of the first bill, or the factor in its place. */
export function getPayeeColumns([first]: readonly PaidBillLine[], carrierFactorId: string | null): PayeeColumns {
  if (!first) throw new Error('a payment without bills');
  const { entity_type: type, carrier_id: carrierId, vendor_id: vendorId } = first.bill;
  return {
    recipient_type: type,
    carrier_id: carrierId,
    vendor_id: vendorId,
    carrier_factor_id: carrierFactorId,
  };
}

/** Refuses (422) bills that are not the payee's or payable to its factor, or not in the payment's currency. */
export async function requireSamePayee(
  ctx: ServiceContext,
  lines: readonly PaidBillLine[],
  payment: PayeeColumns & { readonly currency: string },
): Promise<void> {
  const served = await readFactorCarriers(ctx, lines, payment.carrier_factor_id);
  for (const { bill, field } of lines) {
    const refuse = (message: string) =>
      createFieldError('VALIDATION_ERROR', `${field}.billId`, `${bill.friendly_id} ${message}`);
    if (payment.carrier_factor_id !== null) {
      const isServed = bill.carrier_factor_id === payment.carrier_factor_id || served.has(bill.carrier_id ?? '');
      if (!isServed) throw refuse('is not payable to this factor');
    } else if (bill.carrier_id !== payment.carrier_id || bill.vendor_id !== payment.vendor_id) {
      throw refuse('is of another payee; make a payment for each payee');
    }
    if (bill.currency !== payment.currency) throw refuse(`is in ${bill.currency}, not ${payment.currency}`);
  }
}

/** Reads the carriers that are paid through the factor now, whatever their bills said when they came. */
async function readFactorCarriers(
  ctx: ServiceContext,
  lines: readonly PaidBillLine[],
  factorId: string | null,
): Promise<ReadonlySet<string | null>> {
  const carrierIds = [...new Set(lines.flatMap(({ bill }) => bill.carrier_id ?? []))];
  if (factorId === null || carrierIds.length === 0) return new Set();
  const methods = await ctx.db
    .selectFrom('carrier_payment_method')
    .select('carrier_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('carrier_id', 'in', carrierIds)
    .where('carrier_factor_id', '=', factorId)
    .where('payment_recipient_type', '=', 'FACTOR')
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(methods.map((method) => method.carrier_id));
}

/** Returns the carrier of the bills, or null if there are several. Only a factor's payment covers several carriers. */
export function getOnlyCarrier(bills: readonly Row<'bill'>[]): string | null {
  const carriers = new Set(bills.map((bill) => bill.carrier_id));
  const [only] = carriers;
  return carriers.size === 1 ? (only ?? null) : null;
}
