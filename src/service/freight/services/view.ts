import { fromCents } from '../../../domain/money/money.ts';
import { findRecords } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { readCharges, showCharge, totalCents } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { readShipmentNumbers } from '../orders/view.ts';
import {
  requireShown,
  showReference,
  showStamps,
  type showVendorReference,
  userReferences,
  vendorReferences,
} from '../../identifiers/references.ts';
import type { Service } from '../../../contract/types.ts';

/** Shows the fields of a service that its shipment shows as well. */
export function showServiceHead(row: Row<'service'>, vendor: ReturnType<typeof showVendorReference>) {
  return {
    id: row.id,
    key: row.key,
    friendlyId: row.friendly_id,
    vendor,
    serviceType: row.service_type,
    status: row.status,
  };
}

/** Shows services in the order of the rows. It makes one query per kind of related record. */
export async function showServices(ctx: ServiceContext, rows: readonly Row<'service'>[]): Promise<Service[]> {
  const listIds = (column: keyof Row<'service'> & (`${string}_id` | 'id')) => rows.map((row) => row[column]);
  const charges = await readCharges(
    ctx,
    rows.map(({ id }) => id),
  );
  const vendors = await vendorReferences(ctx, listIds('vendor_id'));
  const contacts = await findRecords(ctx, 'vendor_contact', listIds('vendor_contact_id'));
  const shipmentKeys = await readShipmentNumbers(ctx, listIds('shipment_id'));
  const users = await userReferences(ctx, listIds('deleted_by_id'));
  return rows.map((row) => {
    const lines = charges.get(row.id) ?? [];
    return {
      ...showStamps(row),
      ...showServiceHead(row, requireShown(vendors, row.vendor_id)),
      shipmentId: row.shipment_id,
      shipmentKey: requireShown(shipmentKeys, row.shipment_id),
      vendorContact: showContact(showReference(contacts, row.vendor_contact_id)),
      description: row.description,
      charges: lines.map(showCharge),
      totalCost: fromCents(totalCents(lines)),
      currency: row.currency,
      scheduledDate: row.scheduled_date,
      completedDate: row.completed_date,
      referenceNumber: row.reference_number,
      deletedBy: showReference(users, row.deleted_by_id),
    };
  });
}

/** Shows the contact of a vendor, which has no name. */
const showContact = (row: Row<'vendor_contact'> | null): Service['vendorContact'] =>
  row && { id: row.id, name: row.email ?? row.role ?? 'Contact', phone: row.phone, email: row.email };
