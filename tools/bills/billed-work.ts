import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { unknownCurrency } from '../../src/contract/kit/absent.ts';
import { findSentName } from '../../src/contract/kit/sent-fields.ts';
import { type BillCheckFacts, type UnsentBillInput, unsentBillInputs } from '../../src/domain/money/bill-check.ts';
import type { BillInsurance } from '../../src/domain/money/bill-insurance.ts';
import type { BillFacts } from '../../src/domain/money/duplicate-bill.ts';
import type { Claimant } from '../../src/domain/money/load-claims.ts';
import { civilDay, todayIn } from '../../src/domain/kit/dates.ts';
import { podState, type PodStatuses } from '../../src/domain/freight/pod.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import type { PayeeRecord, ShipmentRecord } from '../records/record-types.ts';
import { stopsOf } from '../shipments/shipment-progress.ts';
import { zoneOfStop } from '../../src/domain/freight/judged-stop.ts';
import type { StopRecord } from '../shipments/stop-text.ts';
import type { BillRow } from './bill-row.ts';

/** What the shipment says of the work that a bill charges: who was booked, at what cost, whether it is done. */

interface Party {
  readonly id: string;
  readonly name: string;
}

interface OnLoad {
  readonly id: string;
  readonly status: string;
  readonly totalCost: number | null;
  readonly bookedAt: string | null;
  readonly carrier: Party | null;
}

/** A shipment as far as its bills are judged by it: of the copy, or the record itself. */
export interface BilledShipment extends Pick<
  ShipmentRecord,
  'createdAt' | 'status' | 'billingStatus' | 'currency' | 'deliveryDate'
> {
  readonly loads: readonly { readonly id: string; readonly status: string; readonly carriers: readonly OnLoad[] }[];
  readonly services: readonly { readonly id: string; readonly cost: number | null; readonly vendor: Party | null }[];
  /** Of its proofs of delivery. */
  readonly podStatuses: PodStatuses;
  /** Days of the drops of one of its loads, each as it happened, else as it was asked for. */
  readonly dropDays: (loadId: string) => readonly string[];
}

export const billedShipment = (
  shipment: ShipmentRecord,
  podStatuses: PodStatuses,
  timeZone: string,
): BilledShipment => ({
  ...shipment,
  podStatuses,
  dropDays: (loadId) =>
    stopsOf(shipment)
      .filter(({ type, loadIds }) => type === 'DROP' && loadIds.includes(loadId))
      .flatMap((stop) => dayOf(stop, timeZone) ?? []),
});

const loadOf = ({ loadId }: BillRow, shipment: BilledShipment | undefined) =>
  shipment?.loads.find(({ id }) => id === loadId);

function loadCarrierOf({ loadCarrierId }: BillRow, shipment: BilledShipment | undefined) {
  if (loadCarrierId === null) return undefined;
  for (const { carriers } of shipment?.loads ?? []) {
    const onLoad = carriers.find(({ id }) => id === loadCarrierId);
    if (onLoad) return onLoad;
  }
  return undefined;
}

function serviceOf({ vendedServiceId }: BillRow, shipment: BilledShipment | undefined) {
  if (vendedServiceId === null) return undefined;
  return shipment?.services.find(({ id }) => id === vendedServiceId);
}

/** A carrier that was taken off the load was promised nothing that still counts; other currencies do not compare. */
export function agreedFor(bill: BillRow, shipment: BilledShipment | undefined): number | null {
  if (!shipment || shipment.currency !== bill.currency) return null;
  const onLoad = loadCarrierOf(bill, shipment);
  const isBounced = onLoad?.status === 'BOUNCED';
  const cents = centsOf(onLoad ? onLoad.totalCost : serviceOf(bill, shipment)?.cost);
  // No charges on record add up to nothing, which nobody agreed to.
  return isBounced || cents === 0 ? null : cents;
}

/** No service says when it was ordered: not before its shipment was made. */
export function bookedFor(bill: BillRow, shipment: BilledShipment | undefined): BillCheckFacts['booked'] {
  const onLoad = loadCarrierOf(bill, shipment);
  const party = onLoad?.carrier ?? serviceOf(bill, shipment)?.vendor;
  if (!party) return null;
  return { ...claimantOf(party), at: onLoad?.bookedAt ?? shipment?.createdAt ?? null };
}

/** What a carrier is owed for on a load by itself, whoever else is on it. */
export function bookingOf(bill: BillRow, shipment: BilledShipment | undefined): BillFacts['bookedFor'] {
  const payeeId = (bill.carrier ?? bill.vendor)?.id;
  const onLoad = loadCarrierOf(bill, shipment);
  if (onLoad?.status === 'TONU') return 'tonu';
  const onSame =
    loadOf(bill, shipment)?.carriers.filter(({ carrier }) => carrier !== null && carrier.id === payeeId) ?? [];
  return onSame.some(isBooked) ? 'trip' : undefined;
}

function isBooked({ status, totalCost }: OnLoad): boolean {
  if (status === 'TONU') return true;
  return isMet(activeAssignment, { status }) && (totalCost ?? 0) > 0;
}

const claimantOf = (party: Party): Claimant => ({
  id: party.id,
  name: recordText(party.name, 'list'),
  isNamed: findSentName(party) !== undefined,
});

/** Lists what the API doesn't send of what a bill is judged by. */
export function listUnsentInputs(
  bill: BillRow,
  shipment: BilledShipment | undefined,
  unsentFields: ReadonlySet<string> = new Set(),
): ReadonlySet<UnsentBillInput> {
  const onLoad = loadCarrierOf(bill, shipment);
  const service = serviceOf(bill, shipment);
  const isPayeeUnsent = bill.carrier === null && bill.vendor === null;
  const isUnsent: Readonly<Record<UnsentBillInput, boolean>> = {
    payee: isPayeeUnsent,
    booked: onLoad?.carrier === null || service?.vendor === null,
    factor: !isPayeeUnsent && unsentFields.has('bill.carrierFactor'),
    currency: shipment?.currency === unknownCurrency,
    fee: unsentFields.has('bill.paymentTerm') || unsentFields.has('bill.paymentTerm.quickPayFee'),
  };
  return new Set(unsentBillInputs.filter((input) => isUnsent[input]));
}

/** Whom the load of a bill was given to, and which other bills it has. */
export function claimsOn(
  bill: BillRow,
  shipment: BilledShipment | undefined,
  bills: readonly BillFacts[],
): BillCheckFacts['claims'] {
  const load = loadOf(bill, shipment);
  if (!load || bill.loadCarrierId === null) return null;
  const assigned = load.carriers.flatMap((onLoad) =>
    onLoad.carrier ? [{ isBooked: isBooked(onLoad), ...claimantOf(onLoad.carrier) }] : [],
  );
  return {
    booked: assigned.filter((one) => one.isBooked),
    assigned,
    bills: bills
      .filter(({ loadId }) => loadId === load.id)
      .flatMap(({ id, payeeId, payeeName, isPayeeNamed }) =>
        payeeId === null ? [] : [{ id: payeeId, name: payeeName, isNamed: isPayeeNamed, billId: id }],
      ),
  };
}

export function papersOf(
  bill: BillRow,
  shipment: BilledShipment | undefined,
): Pick<BillCheckFacts, 'needsPod' | 'delivered' | 'podPresent'> {
  const delivered = shipment?.status === 'DELIVERED' || loadOf(bill, shipment)?.status === 'DELIVERED';
  const { podStatuses = null, billingStatus = null } = shipment ?? {};
  const state = podState({ delivered, podStatuses, billingStatus });
  return {
    needsPod: isTrip(bill, shipment),
    delivered,
    podPresent: state === 'unknown' ? null : state === 'present',
  };
}

/** A truck that came in vain carried nothing. */
const isTrip = (bill: BillRow, shipment: BilledShipment | undefined) =>
  bill.entityType === 'CARRIER' && loadCarrierOf(bill, shipment)?.status !== 'TONU';

/** Only truckload carriers have insurance on record. */
export function insuranceOf(
  bill: BillRow,
  shipment: BilledShipment | undefined,
  { payee, timeZone }: { readonly payee: PayeeRecord | undefined; readonly timeZone: string },
): BillInsurance | null {
  if (!isTrip(bill, shipment) || !payee || !('type' in payee) || payee.type !== 'TRUCKLOAD') return null;
  const {
    insuranceExpirationDate: end,
    insuranceAutoLiabilityLimit: auto,
    insuranceCargoLiabilityLimit: cargo,
  } = payee;
  return {
    endsOn: end ? civilDay(end, timeZone) : null,
    autoCents: centsOf(auto),
    cargoCents: centsOf(cargo),
    deliveryOn: deliveryOf(bill, shipment),
  };
}

/** The day of the load's last drop, as it happened, else as it was asked for. */
function deliveryOf(bill: BillRow, shipment: BilledShipment | undefined): string | null {
  if (!shipment) return null;
  return (
    shipment
      .dropDays(bill.loadId ?? '')
      .toSorted()
      .at(-1) ?? shipment.deliveryDate
  );
}

function dayOf(stop: StopRecord, timeZone: string): string | null {
  const { actualArrival, requestedEndDate, requestedStartDate } = stop;
  return actualArrival
    ? todayIn(zoneOfStop(stop) ?? timeZone, actualArrival)
    : (requestedEndDate ?? requestedStartDate);
}
