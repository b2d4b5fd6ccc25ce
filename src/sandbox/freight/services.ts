import type { ServiceStatus } from '../../domain/freight/service.ts';
import { formatDate, toDayNumber, hour, formatInstant } from '../kit/clock.ts';
import type { Extra } from '../kit/script.ts';
import { writeBill } from '../money/payables.ts';
import { writeCharges } from './orders.ts';
import type { ServicePlan, ShipmentPlan } from './plan.ts';
import { buildFlatLine } from './pricing.ts';
import type { ShipmentState } from './shipment-state.ts';

/** Lists the customer's charge for the vendor's work: the vendor's cost plus a tenth. */
export function listServiceExtras({ service }: ShipmentPlan): Extra[] {
  if (service === null) return [];
  const billCents = Math.round((service.costCents * 1.1) / 100) * 100;
  return [{ code: service.vendor.chargeCode, payCents: 0, billCents }];
}

/** Computes the instant at which the vendor's work is ordered, which changes the cost of its shipment. */
export const computeServiceTime = ({ service, createdAt }: ShipmentPlan): number | null =>
  service === null ? null : createdAt + hour;

/** Writes the vendor's work on a shipment, as far as it is done and billed. */
export function writeService(state: ShipmentState): void {
  const { world, plan, shipmentId } = state;
  const { service } = plan;
  const at = computeServiceTime(plan);
  if (service === null || at === null || !world.isPast(at)) return;
  const id = world.idOf('service', at);
  const isDone = world.isPast(service.doneAt);
  const bill = writeServiceBill(state, service, id);
  world.write('service', at, {
    id,
    shipment_id: shipmentId,
    vendor_id: service.vendor.id,
    vendor_contact_id: service.vendor.contactId,
    service_type: service.vendor.serviceType,
    status: isDone ? bill.status : 'ACTIVE',
    currency: 'USD',
    scheduled_date: formatDate(toDayNumber(service.doneAt)),
    completed_date: isDone ? formatDate(toDayNumber(service.doneAt)) : null,
    reference_number: bill.reference,
    updated_at: isDone ? formatInstant(bill.lastAt ?? service.doneAt) : null,
  });
  writeCharges(world, at, { type: 'SERVICE', id, from: 0 }, [
    buildFlatLine(service.vendor.chargeCode, service.costCents),
  ]);
}

interface ServiceBill {
  readonly status: ServiceStatus;
  readonly reference: string | null;
  readonly lastAt: number | null;
}

function writeServiceBill(
  { world, random: root, plan, shipmentId }: ShipmentState,
  service: ServicePlan,
  serviceId: string,
): ServiceBill {
  const { vendor, costCents, doneAt, isBilled } = service;
  const random = root.fork('service');
  return writeBill({
    world: world.for(`payee ${serviceId}`),
    random,
    script: plan.script,
    shipmentId,
    loadId: null,
    loadCarrierId: null,
    serviceId,
    payee: { carrierId: null, vendorId: vendor.id, factorId: null },
    invoices: vendor.invoices,
    serial: plan.serial,
    term: vendor.term,
    agreedCents: costCents,
    billAt: isBilled ? doneAt + random.drawInt(30, 150) * hour : null,
    doneAt,
  });
}
