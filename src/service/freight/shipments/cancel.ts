import { sql } from 'kysely';
import { advance } from '../../../domain/kit/transitions.ts';
import type { LoadStatus } from '../../../domain/freight/load.ts';
import { notCanceled, shipmentLifecycle } from '../../../domain/freight/shipment.ts';
import { printRule } from '../../../domain/rules/rule-sql.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { changeRecord } from '../../shared/records.ts';
import { requireParty } from '../../parties/party-use.ts';
import { cancelable } from '../shipment-status.ts';

const children = ['freight_order', 'load', 'service'] as const;

/** Cancels a shipment with its orders, loads and services, and keeps what each of them was. */
export async function cancelShipment(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
  reason: string | undefined,
): Promise<Row<'shipment'>> {
  const status = advance(shipmentLifecycle, shipment.status, 'cancel');
  const change = { status, status_before_cancel: shipment.status, cancel_reason: reason ?? null, canceled_at: ctx.now };
  const canceled = await changeRecord(ctx, 'shipment', shipment, change, { status: shipment.status });
  for (const table of children) {
    await updateChildren(ctx, table, shipment.id)
      // What was canceled before remembers that, so that it stays canceled when the shipment comes back.
      .set({
        status_before_cancel: sql.ref<LoadStatus>('status'),
        status: sql<LoadStatus>`case when status in (${sql.join(cancelable[table])}) then 'CANCELED' else status end`,
        updated_at: ctx.now,
      })
      .execute();
  }
  await recordActivity(ctx, {
    recordType: 'shipment',
    recordId: shipment.id,
    text: await cancelText(ctx, shipment.id, reason),
  });
  return canceled;
}

/** Brings a canceled shipment back with the statuses that its orders, loads and services had. */
export async function uncancelShipment(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<Row<'shipment'>> {
  // The move goes back to what was stored, so only whether it is allowed matters here.
  advance(shipmentLifecycle, shipment.status, 'uncancel');
  const status = shipment.status_before_cancel ?? 'PLANNING';
  const change = { status, status_before_cancel: null, cancel_reason: null, canceled_at: null };
  await requireParties(ctx, shipment);
  const restored = await changeRecord(ctx, 'shipment', shipment, change, { status: shipment.status });
  for (const table of children) {
    await updateChildren(ctx, table, shipment.id)
      .set({
        status: sql<LoadStatus>`case when ${sql.raw(printRule(notCanceled))} then status else status_before_cancel end`,
        status_before_cancel: null,
        updated_at: ctx.now,
      })
      .where('status_before_cancel', 'is not', null)
      .execute();
  }
  await recordActivity(ctx, { recordType: 'shipment', recordId: shipment.id, text: `Brought back: ${status} again.` });
  return restored;
}

/** Refuses (409) if the customer, a carrier or a vendor was deleted while the shipment was canceled. */
async function requireParties(ctx: ServiceContext, { id, customer_id: customerId }: Row<'shipment'>): Promise<void> {
  await requireParty(ctx, 'customer', customerId);
  const carriers = await ctx.db
    .selectFrom('load_carrier')
    .select('carrier_id')
    .distinct()
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .execute();
  for (const { carrier_id: carrierId } of carriers) await requireParty(ctx, 'carrier', carrierId);
  const vendors = await ctx.db
    .selectFrom('service')
    .select('vendor_id')
    .distinct()
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { vendor_id: vendorId } of vendors) await requireParty(ctx, 'vendor', vendorId);
}

function updateChildren(ctx: ServiceContext, table: (typeof children)[number], shipmentId: string) {
  return (
    ctx.db
      // The three tables share the columns used here; the union of their types is too much for the query builder.
      .updateTable(table as 'load')
      .where('organization_id', '=', ctx.organizationId)
      .where('shipment_id', '=', shipmentId)
      .where('deleted_at', 'is', null)
  );
}

/**
 * Describes a cancellation with the money that was agreed or moved. Such money doesn't prevent the cancellation, but a
 * person must review it.
 */
async function cancelText(ctx: ServiceContext, shipmentId: string, reason: string | undefined): Promise<string> {
  const bills = await ctx.db
    .selectFrom('bill')
    .select(['friendly_id', 'status'])
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('status', 'in', ['APPROVED_TO_PAY', 'PAID'])
    .where('deleted_at', 'is', null)
    .execute();
  const invoices = await ctx.db
    .selectFrom('invoice')
    .select(['friendly_id', 'status'])
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .execute();
  const open = [...invoices, ...bills].map((row) => `${row.friendly_id} (${row.status})`);
  const why = reason ? ` Reason: ${reason}` : '';
  const money = open.length > 0 ? ` Invoices and bills that stay as they are: ${open.join(', ')}.` : '';
  return `Canceled.${money}${why}`;
}
