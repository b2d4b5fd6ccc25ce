import { advance } from '../../../domain/kit/transitions.ts';
import { serviceLifecycle } from '../../../domain/freight/service.ts';
import { canGetWork } from '../../../domain/parties/work-status.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { insertCharges } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { buildNewRecord, requireReference } from '../../shared/records.ts';
import { requirePartyToUse } from '../../parties/party-use.ts';
import type { ReferenceInput, ServiceInput } from '../../../contract/types.ts';

interface NewService {
  readonly shipment: Row<'shipment'>;
  readonly input: ServiceInput;
  /** Path of the service in the request, for refusals: `services.0`. */
  readonly field: string;
}

/** Writes a vendor's work on a shipment; on delivered freight it counts as done. */
export async function insertService(
  ctx: ServiceContext,
  { shipment, input, field }: NewService,
): Promise<Row<'service'>> {
  const vendor = await requirePartyToUse(ctx, 'vendor', `${field}.vendor`, input.vendor);
  if (!canGetWork(vendor.status))
    throw createFieldError('VALIDATION_ERROR', `${field}.vendor`, `names a vendor that is ${vendor.status}`);
  const row: Row<'service'> = {
    ...buildNewRecord(ctx, input.key),
    friendly_id: await createFriendlyId(ctx, 'service'),
    shipment_id: shipment.id,
    vendor_id: vendor.id,
    vendor_contact_id: input.vendorContact
      ? await requireVendorContact(ctx, vendor.id, input.vendorContact, `${field}.vendorContact`)
      : null,
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
    currency: row.currency,
    field: `${field}.charges`,
  });
  return row;
}

/** Resolves the contact that a request names; 422 unless it is a contact of this vendor. */
export async function requireVendorContact(
  ctx: ServiceContext,
  vendorId: string,
  contact: ReferenceInput,
  field: string,
): Promise<string> {
  const { id, vendor_id: owner } = await requireReference(ctx, 'vendor_contact', field, contact);
  if (owner === vendorId) return id;
  throw createFieldError('VALIDATION_ERROR', field, 'is not a contact of this vendor');
}
