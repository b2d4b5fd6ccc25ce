import { activeAssignment, bouncedAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { unknownCurrency } from '../../src/contract/kit/absent.ts';
import { findSentName } from '../../src/contract/kit/sent-fields.ts';
import { type BillCheckInputs, type UnsentBillInput, unsentBillInputs } from '../../src/domain/bills/bill-check.ts';
import type { AgreedCost } from '../../src/domain/bills/bill-variance.ts';
import type { BillInsurance } from '../../src/domain/bills/bill-insurance.ts';
import type { BillSnapshot } from '../../src/domain/bills/duplicate-bill.ts';
import type { Claimant } from '../../src/domain/bills/load-claims.ts';
import { toCivilDay } from '../../src/domain/kit/dates.ts';
import { computePodState, type PodStatuses } from '../../src/domain/freight/pod.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { PayeeRecord } from '../records/record-types.ts';
import type { BillRow } from './bill-row.ts';

interface WorkParty {
  readonly id: string;
  readonly name: string;
}

interface CarrierAssignment {
  readonly id: string;
  readonly status: string;
  readonly costCents: number | null;
  readonly currency: string;
  readonly bookedAt: string | null;
  readonly carrier: WorkParty | null;
}

interface OrderedService {
  readonly id: string;
  readonly costCents: number | null;
  readonly currency: string;
  readonly vendor: WorkParty | null;
}

/** Shipment of the copy as far as its bills are judged by it. */
export interface BilledShipment {
  readonly createdAt: string;
  readonly status: string;
  readonly billingStatus: string | null;
  readonly currency: string;
  readonly deliveryDate: string | null;
  readonly loads: readonly {
    readonly id: string;
    readonly status: string;
    readonly carriers: readonly CarrierAssignment[];
  }[];
  readonly services: readonly OrderedService[];
  /** Statuses of its proofs of delivery. */
  readonly podStatuses: PodStatuses;
  /** Days of the drops of one of its loads, each as it happened, else as it was asked for. */
  readonly dropDays: (loadId: string) => readonly string[];
}

const findLoad = ({ loadId }: BillRow, shipment: BilledShipment | undefined) =>
  shipment?.loads.find(({ id }) => id === loadId);

function findAssignment({ loadCarrierId }: BillRow, shipment: BilledShipment | undefined) {
  if (loadCarrierId === null) return undefined;
  for (const { carriers } of shipment?.loads ?? []) {
    const onLoad = carriers.find(({ id }) => id === loadCarrierId);
    if (onLoad) return onLoad;
  }
  return undefined;
}

function findService({ vendedServiceId }: BillRow, shipment: BilledShipment | undefined) {
  if (vendedServiceId === null) return undefined;
  return shipment?.services.find(({ id }) => id === vendedServiceId);
}

/**
 * Finds what was agreed for the work of a bill, in the currency of the carrier or vendor. A carrier that was taken off the
 * load was promised nothing that still counts.
 */
export function findAgreedCost(bill: BillRow, shipment: BilledShipment | undefined): AgreedCost | null {
  const onLoad = findAssignment(bill, shipment);
  const work = onLoad ?? findService(bill, shipment);
  // No charges on record add up to nothing, which nobody agreed to.
  if (!work?.costCents || (onLoad && isMet(bouncedAssignment, onLoad))) return null;
  return { cents: work.costCents, currency: work.currency };
}

/** Finds who was booked and when. No service says when it was ordered, but not before its shipment was made. */
export function findBookedParty(bill: BillRow, shipment: BilledShipment | undefined): BillCheckInputs['booked'] {
  const onLoad = findAssignment(bill, shipment);
  const party = onLoad?.carrier ?? findService(bill, shipment)?.vendor;
  if (!party) return null;
  return { ...toClaimant(party), at: onLoad?.bookedAt ?? shipment?.createdAt ?? null };
}

/** Returns what a carrier is owed for on a load by itself, no matter who else is on it. */
export function getBookingKind(bill: BillRow, shipment: BilledShipment | undefined): BillSnapshot['bookedFor'] {
  const payeeId = (bill.carrier ?? bill.vendor)?.id;
  const onLoad = findAssignment(bill, shipment);
  if (onLoad?.status === 'TONU') return 'tonu';
  const onSame =
    findLoad(bill, shipment)?.carriers.filter(({ carrier }) => carrier !== null && carrier.id === payeeId) ?? [];
  return onSame.some(isBooked) ? 'trip' : undefined;
}

function isBooked({ status, costCents }: CarrierAssignment): boolean {
  if (status === 'TONU') return true;
  return isMet(activeAssignment, { status }) && (costCents ?? 0) > 0;
}

const toClaimant = (party: WorkParty): Claimant => ({
  id: party.id,
  name: recordText(party.name, 'list'),
  isNamed: findSentName(party) !== undefined,
});

/** Lists what the API doesn't send, or the copy hasn't loaded yet, of what a bill is judged by. */
export function listUnsentInputs(
  bill: BillRow,
  shipment: BilledShipment | undefined,
  unsentFields: ReadonlySet<string>,
): ReadonlySet<UnsentBillInput> {
  const onLoad = findAssignment(bill, shipment);
  const service = findService(bill, shipment);
  const isPayeeUnsent = bill.carrier === null && bill.vendor === null;
  // Loads are read after their bills while the copy is being filled.
  const isWorkNamed = bill.shipmentId !== null && (bill.loadCarrierId ?? bill.vendedServiceId) !== null;
  const isUnsent: Readonly<Record<UnsentBillInput, boolean>> = {
    work: isWorkNamed && onLoad === undefined && service === undefined,
    payee: isPayeeUnsent,
    booked: onLoad?.carrier === null || service?.vendor === null,
    factor: !isPayeeUnsent && unsentFields.has('bill.carrierFactor'),
    currency: (onLoad ?? service ?? shipment)?.currency === unknownCurrency,
    fee: unsentFields.has('bill.paymentTerm') || unsentFields.has('bill.paymentTerm.quickPayFee'),
  };
  return new Set(unsentBillInputs.filter((input) => isUnsent[input]));
}

/** Lists the carriers that the load of a bill was given to, and its other bills. */
export function listClaims(
  bill: BillRow,
  shipment: BilledShipment | undefined,
  bills: readonly BillSnapshot[],
): BillCheckInputs['claims'] {
  const load = findLoad(bill, shipment);
  if (!load || bill.loadCarrierId === null) return null;
  const assigned = load.carriers.flatMap((onLoad) =>
    onLoad.carrier ? [{ isBooked: isBooked(onLoad), ...toClaimant(onLoad.carrier) }] : [],
  );
  return {
    booked: assigned.filter((claimant) => claimant.isBooked),
    assigned,
    bills: bills
      .filter(({ loadId }) => loadId === load.id)
      .flatMap(({ id, payeeId, payeeName, isPayeeNamed }) =>
        payeeId === null ? [] : [{ id: payeeId, name: payeeName, isNamed: isPayeeNamed, billId: id }],
      ),
  };
}

export function getPaperDetails(
  bill: BillRow,
  shipment: BilledShipment | undefined,
): Pick<BillCheckInputs, 'needsPod' | 'delivered' | 'podPresent'> {
  const delivered = shipment?.status === 'DELIVERED' || findLoad(bill, shipment)?.status === 'DELIVERED';
  const { podStatuses = null, billingStatus = null } = shipment ?? {};
  const state = computePodState({ delivered, podStatuses, billingStatus });
  return {
    needsPod: isTrip(bill, shipment),
    delivered,
    podPresent: state === 'unknown' ? null : state === 'present',
  };
}

/** Returns whether the truck carried the freight: a truck that came in vain carried nothing. */
const isTrip = (bill: BillRow, shipment: BilledShipment | undefined) =>
  bill.entityType === 'CARRIER' && findAssignment(bill, shipment)?.status !== 'TONU';

/** Returns the payee's insurance; only truckload carriers have one on record. */
export function getInsurance(
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
    endsOn: end ? toCivilDay(end, timeZone) : null,
    autoCents: toAmountCents(auto),
    cargoCents: toAmountCents(cargo),
    deliveryOn: getDeliveryDay(bill, shipment),
  };
}

/** Returns the day of the load's last drop, as it happened, else as it was requested. */
function getDeliveryDay(bill: BillRow, shipment: BilledShipment | undefined): string | null {
  if (!shipment) return null;
  return (
    shipment
      .dropDays(bill.loadId ?? '')
      .toSorted()
      .at(-1) ?? shipment.deliveryDate
  );
}
