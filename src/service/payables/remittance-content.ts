import type { Operations } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { formatStoredAddress, readLetterhead, formatAddressLines } from '../papers/letterhead.ts';
import type { PaperParty } from '../papers/pdf/blocks.ts';
import type { PaidBill, RemittancePaper } from '../papers/pdf/remittance.ts';

/** The payee that got the money: the factor in a carrier's place, or the payee of the bills. */
export interface PaymentPayee {
  readonly factor: Row<'carrier_factor'> | undefined;
  readonly carrier: Row<'carrier'> | undefined;
  readonly vendor: Row<'vendor'> | undefined;
}

export async function readPaymentPayee(ctx: ServiceContext, payment: Row<'bill_payment'>): Promise<PaymentPayee> {
  const { carrier_factor_id: factorId, carrier_id: carrierId, vendor_id: vendorId } = payment;
  return {
    factor: (await findRecords(ctx, 'carrier_factor', [factorId])).get(factorId ?? ''),
    carrier: (await findRecords(ctx, 'carrier', [carrierId])).get(carrierId ?? ''),
    vendor: (await findRecords(ctx, 'vendor', [vendorId])).get(vendorId ?? ''),
  };
}

/** Builds the remittance advice of a payment from its current records. */
export async function buildRemittancePaper(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
): Promise<RemittancePaper> {
  const { issuer } = await readLetterhead(ctx);
  const payee = await readPaymentPayee(ctx, payment);
  return {
    number: payment.friendly_id,
    issuer,
    payee: toParty(payee),
    onBehalfOf: payee.factor ? (payee.carrier?.name ?? null) : null,
    paymentDate: payment.payment_date,
    method: payment.payment_method_type,
    reference: payment.reference,
    currency: payment.currency,
    bills: await listPaidBills(ctx, payment),
    totalCents: payment.total_cents,
    at: payment.created_at,
  };
}

/** Shows a remittance advice as the API does. */
export function showRemittance(paper: RemittancePaper): Operations['billPayments']['remittanceAdvice']['output'] {
  return {
    paymentDate: paper.paymentDate,
    paymentMethod: paper.method,
    reference: paper.reference,
    payee: { name: paper.payee.name, address: paper.payee.lines.length === 0 ? null : paper.payee.lines.join('\n') },
    applications: paper.bills.map(({ bill, shipment, invoiceDate, paidCents }) => ({
      billFriendlyId: bill,
      shipmentFriendlyId: shipment,
      invoiceDate,
      amount: fromCents(paidCents),
    })),
    currency: paper.currency,
    totalAmount: fromCents(paper.totalCents),
  };
}

function toParty({ factor, carrier, vendor }: PaymentPayee): PaperParty {
  if (factor) {
    const { address_line1: line1, address_line2: line2, city, state, country, zip_code: zipCode } = factor;
    const lines = formatAddressLines({
      line1: line1 ?? '',
      line2,
      city: city ?? '',
      state,
      zipCode,
      country: country ?? '',
    });
    return { name: factor.company_name, lines };
  }
  const payee = carrier ?? vendor;
  if (!payee) throw new Error('a bill payment without a payee');
  return { name: payee.name, lines: formatStoredAddress(payee.billing_address ?? payee.corporate_address) };
}

async function listPaidBills(ctx: ServiceContext, { id }: Row<'bill_payment'>): Promise<PaidBill[]> {
  const applied = await ctx.db
    .selectFrom('bill_payment_application')
    .select(['bill_id', 'amount_cents'])
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_payment_id', '=', id)
    .orderBy('id')
    .execute();
  const bills = await findRecords(
    ctx,
    'bill',
    applied.map((row) => row.bill_id),
  );
  const shipments = await findRecords(
    ctx,
    'shipment',
    [...bills.values()].map((bill) => bill.shipment_id),
  );
  return applied.map(({ bill_id: billId, amount_cents: paidCents }) => {
    const bill = bills.get(billId);
    return {
      bill: bill?.friendly_id ?? '',
      invoiceNumber: bill?.reference ?? null,
      invoiceDate: bill?.invoice_date ?? null,
      shipment: shipments.get(bill?.shipment_id ?? '')?.friendly_id ?? null,
      billedCents: bill?.amount_cents ?? null,
      paidCents,
    };
  });
}
