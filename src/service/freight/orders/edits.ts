import { formatMoney } from '../../../domain/money/money.ts';
import { orderBillingLifecycle } from '../../../domain/money/order-billing.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { requireCatalogIds } from '../../shared/catalogs.ts';
import { readCharges, replaceCharges, totalCents } from './charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, readJson } from '../../shared/fields.ts';
import { lockOrderShipments, refreshOrderShipments } from './routes.ts';
import { insertReferences, requireReferenceTypes } from './orders.ts';
import { changeRecord } from '../../shared/records.ts';
import { listStatusesAllowing } from '../shipment-status.ts';
import type { OrderPatch } from '../../../contract/types.ts';

type OrderRow = Row<'freight_order'>;

const uninvoiced: readonly string[] = listStatusesAllowing(orderBillingLifecycle, 'invoice');

/** Changes what a patch names; 409 for the charges of an order that is invoiced. The shipment follows. */
export async function changeOrder(ctx: ServiceContext, order: OrderRow, patch: OrderPatch): Promise<OrderRow> {
  const expected = {
    ...(patch.charges ? { billing_status: order.billing_status } : {}),
    // What the freight was merged into must still be there.
    ...(patch.freight ? { freight: order.freight } : {}),
  };
  if (patch.charges) requireUninvoiced(order);
  await lockOrderShipments(ctx, [order]);
  // The order is held by this, so that of two lists one replaces the other whole.
  const changed = await changeRecord(ctx, 'freight_order', order, buildColumns(order, patch), expected);
  requireReferenceTypes(patch.references, 'references');
  if (patch.references) await replaceReferences(ctx, order.id, patch.references);
  if (patch.charges) await recharge(ctx, changed, patch.charges);
  await refreshOrderShipments(ctx, [changed]);
  return changed;
}

function buildColumns(order: OrderRow, patch: OrderPatch): Partial<OrderRow> {
  const { equipment, specialRequirements: requirements } = patch;
  return dropUndefined({
    key: patch.key,
    mileage: patch.mileage,
    freight: mergeFreight(order, patch.freight),
    equipment_ids: equipment && JSON.stringify(requireCatalogIds('equipment', equipment, 'equipment')),
    special_requirement_ids:
      requirements && JSON.stringify(requireCatalogIds('specialRequirements', requirements, 'specialRequirements')),
  });
}

function mergeFreight(order: OrderRow, patch: OrderPatch['freight']): string | null | undefined {
  if (patch === null || patch === undefined) return patch;
  return JSON.stringify({ ...readJson<object>(order.freight), ...dropUndefined(patch) });
}

async function replaceReferences(
  ctx: ServiceContext,
  orderId: string,
  references: OrderPatch['references'],
): Promise<void> {
  await ctx.db
    .deleteFrom('order_reference')
    .where('organization_id', '=', ctx.organizationId)
    .where('order_id', '=', orderId)
    .execute();
  await insertReferences(ctx, orderId, references);
}

function requireUninvoiced(order: OrderRow): void {
  if (uninvoiced.includes(order.billing_status)) return;
  throw new WaybillError(
    'CONFLICT',
    `${order.friendly_id} is invoiced already; void the invoice to change its charges.`,
  );
}

async function recharge(
  ctx: ServiceContext,
  order: OrderRow,
  charges: NonNullable<OrderPatch['charges']>,
): Promise<void> {
  const before = totalCents((await readCharges(ctx, [order.id])).get(order.id));
  await replaceCharges(ctx, {
    ownerType: 'ORDER',
    ownerId: order.id,
    charges,
    currency: order.currency,
    field: 'charges',
  });
  const after = totalCents((await readCharges(ctx, [order.id])).get(order.id));
  const [was, is] = [before, after].map((cents) => formatMoney(cents, order.currency));
  await recordActivity(ctx, {
    recordType: 'freight_order',
    recordId: order.id,
    text: `Charges changed from ${was} to ${is}.`,
  });
}
