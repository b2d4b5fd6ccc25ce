import type { OrderBillingStatus } from '../../../domain/money/order-billing.ts';
import type { OrderStatus } from '../../../domain/freight/order.ts';
import { referenceFields } from '../../../domain/freight/freight-codes.ts';
import { createFieldError } from '../../../errors.ts';
import { normalizeSearchText } from '../../../domain/identifiers/references.ts';
import { markDeleted } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { requireCatalogIds } from '../../shared/catalogs.ts';
import { insertCharges } from './charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { buildNewRecord } from '../../shared/records.ts';
import { buildStopRow } from './stop-rows.ts';
import type { OrderInput } from '../../../contract/types.ts';

export interface NewOrder {
  readonly input: OrderInput;
  readonly customerId: string | null;
  readonly currency: string;
  readonly shipmentId: string | null;
  readonly status: OrderStatus;
  /** DOCS_NEEDED when left out. */
  readonly billingStatus?: OrderBillingStatus;
  /** Place among the orders of its shipment, from 0. */
  readonly position: number;
  /** Path of the order in the request, for refusals: `orders.0`. */
  readonly field?: string;
}

/** Writes an order with its route, references and charges; 422 naming the field that breaks a rule. */
export async function insertOrder(ctx: ServiceContext, order: NewOrder): Promise<Row<'freight_order'>> {
  const { input, field = 'order' } = order;
  requireReferenceTypes(input.references, `${field}.references`);
  const row: Row<'freight_order'> = {
    ...buildNewRecord(ctx, input.key),
    friendly_id: await createFriendlyId(ctx, 'order'),
    shipment_id: order.shipmentId,
    customer_id: order.customerId,
    position: order.position,
    mode: input.mode,
    status: order.status,
    status_before_cancel: null,
    billing_status: order.billingStatus ?? 'DOCS_NEEDED',
    currency: order.currency,
    freight: input.freight ? JSON.stringify(input.freight) : null,
    equipment_ids: JSON.stringify(requireCatalogIds('equipment', input.equipment, `${field}.equipment`)),
    special_requirement_ids: JSON.stringify(
      requireCatalogIds('specialRequirements', input.specialRequirements, `${field}.specialRequirements`),
    ),
    mileage: input.mileage ?? null,
  };
  await ctx.db.insertInto('freight_order').values(row).execute();
  await insertStops(ctx, row.id, input.stops, field);
  await insertReferences(ctx, row.id, input.references);
  await insertCharges(ctx, {
    ownerType: 'ORDER',
    ownerId: row.id,
    charges: input.charges,
    currency: row.currency,
    field: `${field}.charges`,
  });
  return row;
}

/** Inserts the stops of an order. The route is the order of the array, whatever sequences the stops name. */
async function insertStops(
  ctx: ServiceContext,
  orderId: string,
  stops: OrderInput['stops'],
  field: string,
): Promise<void> {
  const rows: Row<'stop'>[] = [];
  for (const [index, input] of stops.entries()) {
    rows.push(await buildStopRow(ctx, { input, orderId, field: `${field}.stops.${index}` }));
  }
  await insertRoute(ctx, orderId, rows);
}

/** Writes new stops as the whole route of a new order. */
export async function insertRoute(ctx: ServiceContext, orderId: string, stops: readonly Row<'stop'>[]): Promise<void> {
  if (stops.length === 0) return;
  const visits = stops.map(({ id }, index) => ({
    organization_id: ctx.organizationId,
    order_id: orderId,
    stop_id: id,
    sequence: index + 1,
  }));
  await ctx.db
    .insertInto('stop')
    .values([...stops])
    .execute();
  await ctx.db.insertInto('order_stop').values(visits).execute();
}

const knownTypes: readonly string[] = referenceFields;

/** Refuses (422) a reference type that tracking never looks at, and lists the valid types. */
export function requireReferenceTypes(references: OrderInput['references'], field: string): void {
  for (const [index, { type }] of (references ?? []).entries()) {
    if (knownTypes.includes(type)) continue;
    throw createFieldError(
      'VALIDATION_ERROR',
      `${field}.${index}.type`,
      `must be one of ${referenceFields.join(', ')}`,
    );
  }
}

/** Writes the references of an order that has none (yet, or any more). */
export async function insertReferences(
  ctx: ServiceContext,
  orderId: string,
  references: OrderInput['references'],
): Promise<void> {
  if (!references || references.length === 0) return;
  const rows = references.map(({ type, value }, position) => ({
    id: ctx.newId(),
    organization_id: ctx.organizationId,
    order_id: orderId,
    type,
    value,
    search_value: normalizeSearchText(value),
    position,
  }));
  await ctx.db.insertInto('order_reference').values(rows).execute();
}

const unvisitedStops = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_stop')
    .select('stop_id')
    .where('organization_id', '=', organizationId)
    .where('order_id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('order_stop as other')
            .innerJoin('freight_order', 'freight_order.id', 'other.order_id')
            .select('other.order_id')
            .whereRef('other.stop_id', '=', 'order_stop.stop_id')
            .where('freight_order.deleted_at', 'is', null),
        ),
      ),
    ),
);

/** Marks orders deleted, with the stops that no other live order visits. */
export async function deleteOrders(ctx: ServiceContext, orderIds: readonly string[]): Promise<void> {
  await markDeleted(ctx, 'freight_order', orderIds, ctx.now);
  const orphans = await unvisitedStops(ctx, orderIds);
  await markDeleted(
    ctx,
    'stop',
    orphans.map((row) => row.stop_id),
    ctx.now,
  );
}
