import type { ServiceInput } from '../contract/services.ts';
import { advance } from '../domain/lifecycle.ts';
import { serviceLifecycle } from '../domain/service.ts';
import { fieldError } from '../errors.ts';
import type { Row } from '../store/schema.ts';
import { insertCharges } from './charges.ts';
import type { ServiceContext } from './context.ts';
import { nextFriendlyId } from './friendly-ids.ts';
import { newRecord, requireReference } from './records.ts';

interface NewService {
  readonly shipment: Row<'shipment'>;
  readonly input: ServiceInput;
  /** Where the service stands in the request, for refusals: `services.0`. */
  readonly field: string;
}

/** Writes a vendor's work on a shipment; on delivered freight it counts as done. */
export async function insertService(
  ctx: ServiceContext,
  { shipment, input, field }: NewService,
): Promise<Row<'service'>> {
  const vendor = await requireReference(ctx, 'vendor', `${field}.vendor`, input.vendor);
  const row: Row<'service'> = {
    ...newRecord(ctx, input.key),
    friendly_id: await nextFriendlyId(ctx, 'service'),
    shipment_id: shipment.id,
    vendor_id: vendor.id,
    vendor_contact_id: await contactOf(ctx, vendor, input.vendorContact, `${field}.vendorContact`),
    service_type: input.serviceType,
    status: shipment.status === 'DELIVERED' ? advance(serviceLifecycle, 'ACTIVE', 'complete') : 'ACTIVE',
    status_before_cancel: null,
    description: input.description ?? null,
    currency: vendor.currency ?? shipment.currency,
    scheduled_date: input.scheduledDate ?? null,
    completed_date: null,
    reference_number: input.referenceNumber ?? null,
  };
  await ctx.db.insertInto('service').values(row).execute();
  await insertCharges(ctx, {
    ownerType: 'SERVICE',
    ownerId: row.id,
    charges: input.charges,
    field: `${field}.charges`,
  });
  return row;
}

async function contactOf(
  ctx: ServiceContext,
  vendor: Row<'vendor'>,
  contact: ServiceInput['vendorContact'],
  field: string,
): Promise<string | null> {
  if (!contact) return null;
  const { id, vendor_id: vendorId } = await requireReference(ctx, 'vendor_contact', field, contact);
  if (vendorId === vendor.id) return id;
  throw fieldError('VALIDATION_ERROR', field, 'is not a contact of this vendor');
}
