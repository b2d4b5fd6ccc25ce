import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import {
  customerReferences,
  requireShown,
  showReference,
  showStamps,
  userReferences,
} from '../identifiers/references.ts';
import type { Payment } from '../../contract/types.ts';

export type ShownPayment = Payment;

/** Shows customer payments with their applications. It makes one query per table. */
export async function showPayments(ctx: ServiceContext, rows: readonly Row<'payment'>[]): Promise<ShownPayment[]> {
  const ids = rows.map(({ id }) => id);
  const customers = await customerReferences(
    ctx,
    rows.map((row) => row.customer_id),
  );
  const users = await userReferences(
    ctx,
    rows.map((row) => row.deleted_by_id),
  );
  const applied = await readApplications(ctx, ids);
  const credits = await readCreditApplications(ctx, ids);
  const overpaid = await readOverpayments(ctx, ids);
  return rows.map((row) => {
    const { applications = [], shipments = [] } = applied.get(row.id) ?? {};
    const memo = overpaid.get(row.id);
    return {
      ...showStamps(row),
      friendlyId: row.friendly_id,
      customer: requireShown(customers, row.customer_id),
      paymentDate: row.payment_date,
      paymentMethodType: row.payment_method_type,
      reference: row.reference,
      notes: row.notes,
      currency: row.currency,
      totalAmount: fromCents(row.total_cents),
      applications,
      creditApplications: credits.get(row.id) ?? [],
      overpaymentAmount: memo ? fromCents(memo.amount_cents) : null,
      overpaymentCreditMemoId: memo?.id ?? null,
      shipmentIds: shipments.map(({ id }) => id),
      shipmentKeys: shipments.map((shipment) => shipment.friendly_id),
      qboId: row.qbo_id,
      deletedBy: showReference(users, row.deleted_by_id),
    };
  });
}

interface AppliedMoney {
  readonly applications: ShownPayment['applications'];
  /** Each shipment once. */
  readonly shipments: readonly Row<'shipment'>[];
}

async function readApplications(
  ctx: ServiceContext,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, AppliedMoney>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('payment_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('payment_id', 'in', [...paymentIds])
    .orderBy('id')
    .execute();
  const invoices = await findRecords(
    ctx,
    'invoice',
    rows.map((row) => row.invoice_id),
  );
  const shipments = await findRecords(
    ctx,
    'shipment',
    [...invoices.values()].map((invoice) => invoice.shipment_id),
  );
  const byPayment = Map.groupBy(rows, (row) => row.payment_id);
  return new Map(
    [...byPayment].map(([id, applications]) => {
      const shipmentIds = new Set(applications.map((row) => invoices.get(row.invoice_id)?.shipment_id ?? ''));
      return [
        id,
        {
          applications: applications.map((row) => showApplication(row, invoices.get(row.invoice_id))),
          shipments: [...shipmentIds].flatMap((shipmentId) => shipments.get(shipmentId) ?? []),
        },
      ];
    }),
  );
}

function showApplication(row: Row<'payment_application'>, invoice: Row<'invoice'> | undefined) {
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    invoiceFriendlyId: invoice?.friendly_id ?? null,
    invoiceAmount: invoice ? fromCents(invoice.amount_cents) : null,
    invoiceOpenBalance: fromCents(row.balance_before_cents),
    amount: fromCents(row.amount_cents),
  };
}

async function readCreditApplications(ctx: ServiceContext, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return new Map<string, never[]>();
  const rows = await ctx.db
    .selectFrom('credit_application as a')
    .innerJoin('credit_memo as m', 'm.id', 'a.credit_memo_id')
    .select(['a.id', 'a.payment_id', 'a.credit_memo_id', 'a.amount_cents', 'm.reference', 'm.friendly_id'])
    .where('a.organization_id', '=', ctx.organizationId)
    .where('a.payment_id', 'in', [...paymentIds])
    .orderBy('a.id')
    .execute();
  const applications = rows.map((row) => ({
    paymentId: row.payment_id ?? '',
    shown: {
      id: row.id,
      creditMemoId: row.credit_memo_id,
      creditMemoReference: row.reference ?? row.friendly_id,
      amount: fromCents(row.amount_cents),
    },
  }));
  const byPayment = Map.groupBy(applications, ({ paymentId }) => paymentId);
  return new Map([...byPayment].map(([id, group]) => [id, group.map(({ shown: application }) => application)]));
}

/** Reads the credit memos of overpayments. */
async function readOverpayments(ctx: ServiceContext, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return new Map<string, Row<'credit_memo'>>();
  const memos = await ctx.db
    .selectFrom('credit_memo')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('source_payment_id', 'in', [...paymentIds])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(memos.map((memo) => [memo.source_payment_id ?? '', memo]));
}
