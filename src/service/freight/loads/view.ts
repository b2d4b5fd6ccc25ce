import { unbouncedAssignment } from '../../../domain/freight/load.ts';
import { isMet } from '../../../domain/rules/rule.ts';
import { fromCents, toCents } from '../../../domain/money/money.ts';
import { findRecords } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { listEntries } from '../../shared/catalogs.ts';
import { readCharges, showCharge, totalCents } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { loadStopViewer } from './stops.ts';
import {
  carrierReferences,
  requireShown,
  showReference,
  showStamps,
  type showCarrierReference,
  userReferences,
} from '../../identifiers/references.ts';
import { type AmountLine, sumIn } from '../shipment-money.ts';
import type { Load, LoadCarrier } from '../../../contract/types.ts';

/** Shows the fields of a load that its shipment shows as well. */
export function showLoadHead(row: Row<'load'>, owed: readonly AmountLine[]) {
  const cents = sumIn(findCurrency(owed) ?? '', owed);
  return {
    id: row.id,
    key: row.key,
    friendlyId: row.friendly_id,
    status: row.status,
    mode: row.mode,
    totalCost: cents === null ? null : fromCents(cents),
  };
}

const findCurrency = (owed: readonly AmountLine[]) => owed.find(({ amountCents }) => amountCents !== 0)?.currency;

/** Shows the fields of a load carrier that its shipment shows as well. */
export function showLoadCarrierHead(
  row: Row<'load_carrier'>,
  carrier: ReturnType<typeof showCarrierReference>,
  { amountCents }: AmountLine,
) {
  return {
    id: row.id,
    carrier,
    status: row.status,
    bookedAt: row.booked_at,
    dispatchedAt: row.dispatched_at,
    totalCost: fromCents(amountCents),
  };
}

/**
 * Returns true if a carrier is owed money. A bounced carrier isn't, but one whose truck was ordered and not used is.
 */
export const isOwed = (carrier: { readonly status: string }) => isMet(unbouncedAssignment, carrier);

/** Shows loads in the order of the rows. It makes one query per child table. */
export async function showLoads(ctx: ServiceContext, rows: readonly Row<'load'>[]): Promise<Load[]> {
  if (rows.length === 0) return [];
  const carriers = Map.groupBy(await showLoadCarriers(ctx, await listCarrierRows(ctx, rows)), ({ loadId }) => loadId);
  const stopsOf = await loadStopViewer(ctx, rows);
  const shipments = await findRecords(
    ctx,
    'shipment',
    rows.map((row) => row.shipment_id),
  );
  const users = await userReferences(
    ctx,
    rows.map((row) => row.deleted_by_id),
  );
  return rows.map((row) => {
    const shipment = requireShown(shipments, row.shipment_id);
    const loadCarriers = carriers.get(row.id) ?? [];
    const owed = loadCarriers.filter(isOwed).map(toLine);
    return {
      ...showStamps(row),
      ...showLoadHead(row, owed),
      shipmentId: row.shipment_id,
      shipmentKey: shipment.friendly_id,
      equipment: listEntries('equipment', row.equipment_ids),
      stops: stopsOf(row),
      carriers: loadCarriers,
      currency: findCurrency(owed) ?? shipment.currency,
      pickedUpAt: row.picked_up_at,
      deliveredAt: row.delivered_at,
      deletedBy: showReference(users, row.deleted_by_id),
    };
  });
}

const toLine = ({ currency, totalCost }: LoadCarrier): AmountLine => ({
  currency,
  amountCents: toCents(totalCost ?? 0),
});

/** Lists the carriers of loads, oldest first. Deleted ones are left out unless they were deleted with their load. */
async function listCarrierRows(ctx: ServiceContext, loads: readonly Row<'load'>[]): Promise<Row<'load_carrier'>[]> {
  const deletedAt = new Map(loads.map((load) => [load.id, load.deleted_at]));
  const rows = await assignments(ctx, deletedAt.keys());
  return rows.filter((row) => row.deleted_at === null || row.deleted_at === deletedAt.get(row.load_id));
}

const assignments = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_carrier')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('load_id', 'in', ids)
    .orderBy('id'),
);

/** Shows assignments in the order of the rows. */
export async function showLoadCarriers(
  ctx: ServiceContext,
  rows: readonly Row<'load_carrier'>[],
): Promise<LoadCarrier[]> {
  const charges = await readCharges(
    ctx,
    rows.map(({ id }) => id),
  );
  const carriers = await carrierReferences(
    ctx,
    rows.map((row) => row.carrier_id),
  );
  const contacts = await findRecords(
    ctx,
    'carrier_contact',
    rows.map((row) => row.contact_id),
  );
  return rows.map((row) => {
    const lines = charges.get(row.id) ?? [];
    const cost = { currency: row.currency, amountCents: totalCents(lines) };
    return {
      ...showLoadCarrierHead(row, requireShown(carriers, row.carrier_id), cost),
      loadId: row.load_id,
      contact: showContact(showReference(contacts, row.contact_id)),
      billingStatus: row.billing_status,
      charges: lines.map(showCharge),
      currency: row.currency,
      driverName: row.driver_name,
      driverPhone: row.driver_phone,
      truckNumber: row.truck_number,
      trailerNumber: row.trailer_number,
      removalReason: row.removal_reason,
      removalReasonText: row.removal_text,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: row.deleted_at,
    };
  });
}

const showContact = (row: Row<'carrier_contact'> | null): LoadCarrier['contact'] =>
  row && { id: row.id, name: row.name, phone: row.phone_number, email: row.email };
