import { type BillCheck, type BillCheckFacts, checkBill } from '../../src/domain/money/bill-check.ts';
import { type BillFacts, type DuplicatePair, findDuplicateBills } from '../../src/domain/money/duplicate-bill.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import type { PayTo } from '../../src/domain/money/pay-to.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import { billHistory } from './bill-history.ts';
import { distinct } from '../records/distinct.ts';
import type { BillRecord, CarrierRecord, ShipmentRecord } from '../records/record-types.ts';
import type { VendorRecord } from '../arguments/vendor-finder.ts';
import { chunks, podsOf } from '../shipments/pods.ts';
import type { PodStatuses } from '../../src/domain/freight/pod.ts';

/** Ids in one condition of a filter. */
const idsMax = 250;

export interface CheckedBill {
  readonly bill: BillRecord;
  readonly check: BillCheck;
  /** What was agreed for the load carrier or service; null when unknown. */
  readonly agreedCents: number | null;
  readonly payTo: PayTo | null;
  /** Every reason in a sentence; the other bill of a duplicate is named by its number. */
  readonly reasons: readonly string[];
}

export interface CheckedBills {
  /** In the order asked. */
  readonly checked: readonly CheckedBill[];
  /** What could not be looked at in full; undefined when everything was. */
  readonly coverage: string | undefined;
}

/** The verdict on each bill, from a number of calls that grows with their hundreds and not with the bills. */
export async function checkBills(ctx: ToolContext, bills: readonly BillRecord[]): Promise<CheckedBills> {
  if (bills.length === 0) return { checked: [], coverage: undefined };
  const [shipments, payees, history] = await Promise.all([
    shipmentsOf(ctx, bills),
    payeesOf(ctx, bills),
    billHistory(ctx, bills),
  ]);
  const proofs = await podsOf(ctx, [...shipments.values()]);
  const factsOf = (bill: BillRecord) => billFacts(bill, shipments.get(bill.shipmentId ?? ''));
  const pairs = pairsByBill(history.bills.map(factsOf));
  const today = todayIn(ctx.timeZone, ctx.askedAt);
  const checked = bills.map((bill): CheckedBill => {
    const shipment = shipments.get(bill.shipmentId ?? '');
    const agreedCents = agreedFor(bill, shipment);
    const payTo = payToOf(payees.get(payeeIdOf(bill)), ctx.timeZone);
    const check = checkBill({
      bill: factsOf(bill),
      agreedCents,
      quickPayFee: bill.paymentTerm?.quickPayFee,
      booked: bookedFor(bill, shipment),
      payTo,
      ...papersOf(bill, shipment, shipment && proofs(shipment)),
      pairs: pairs.get(bill.id) ?? [],
      today,
    });
    const reasons = check.reasons.map(({ sentence, billIds }) => sentence + seeAlso(history.bills, billIds));
    return { bill, check, agreedCents, payTo, reasons };
  });
  return { checked, coverage: history.coverage };
}

/** The pairs of each bill, those with the bills that come first in the history first. */
function pairsByBill(bills: readonly BillFacts[]): ReadonlyMap<string, readonly DuplicatePair[]> {
  const places = new Map(bills.map(({ id }, place) => [id, place]));
  const ends = findDuplicateBills(bills).flatMap((pair) => {
    const [first, second] = pair.bills;
    return [
      { id: first, pair, place: places.get(second) ?? 0 },
      { id: second, pair, place: places.get(first) ?? 0 },
    ];
  });
  const byBill = Map.groupBy(
    ends.sort((a, b) => a.place - b.place),
    ({ id }) => id,
  );
  return new Map([...byBill].map(([id, of]) => [id, of.map(({ pair }) => pair)]));
}

const namedMax = 3;

/** The other bills by number, with what became of them. */
function seeAlso(bills: readonly BillRecord[], billIds: readonly string[] = []): string {
  if (billIds.length === 0) return '';
  const wanted = new Set(billIds);
  const others = bills.filter(({ id }) => wanted.has(id));
  const named = others.slice(0, namedMax).map(({ friendlyId, status }) => `${friendlyId} (${status})`);
  const rest = others.length > namedMax ? ` and ${others.length - namedMax} more` : '';
  return ` See ${named.join(', ')}${rest}.`;
}

/** The payee as sentences may name it: cleaned and quoted, which changes nothing about whose name it is. */
export const payeeText = ({ carrier, vendor }: BillRecord): string =>
  recordText((carrier ?? vendor)?.name ?? 'unknown payee', 'list');

const payeeIdOf = ({ id, carrier, vendor }: BillRecord): string => (carrier ?? vendor)?.id ?? `payee of ${id}`;

function billFacts(bill: BillRecord, shipment: ShipmentRecord | undefined): BillFacts {
  return {
    id: bill.id,
    payeeId: payeeIdOf(bill),
    payeeName: payeeText(bill),
    factorId: bill.carrierFactor?.id ?? null,
    entityId: bill.loadCarrierId ?? bill.vendedServiceId,
    loadId: bill.loadId,
    shipmentId: bill.shipmentId,
    reference: bill.reference,
    amountCents: centsOf(bill.amount),
    currency: bill.currency,
    isTonu: loadCarrierOf(bill, shipment)?.status === 'TONU',
  };
}

function loadCarrierOf({ loadCarrierId }: BillRecord, shipment: ShipmentRecord | undefined) {
  if (loadCarrierId === null) return undefined;
  return shipment?.loads.flatMap(({ carriers }) => carriers).find(({ id }) => id === loadCarrierId);
}

function serviceOf({ vendedServiceId }: BillRecord, shipment: ShipmentRecord | undefined) {
  if (vendedServiceId === null) return undefined;
  return shipment?.services.find(({ id }) => id === vendedServiceId);
}

/** A carrier that was taken off the load was promised nothing that still counts; other currencies do not compare. */
function agreedFor(bill: BillRecord, shipment: ShipmentRecord | undefined): number | null {
  if (!shipment || shipment.currency !== bill.currency) return null;
  const onLoad = loadCarrierOf(bill, shipment);
  const isBounced = onLoad?.status === 'BOUNCED';
  const cents = centsOf(onLoad ? onLoad.totalCost : serviceOf(bill, shipment)?.cost);
  // No charges on record add up to nothing, which nobody agreed to.
  return isBounced || cents === 0 ? null : cents;
}

/** No service says when it was ordered: not before its shipment was made. */
function bookedFor(bill: BillRecord, shipment: ShipmentRecord | undefined): BillCheckFacts['booked'] {
  const onLoad = loadCarrierOf(bill, shipment);
  const party = onLoad?.carrier ?? serviceOf(bill, shipment)?.vendor;
  if (!party) return null;
  return { id: party.id, name: recordText(party.name, 'list'), at: onLoad?.bookedAt ?? shipment?.createdAt ?? null };
}

type Payee = CarrierRecord | VendorRecord;

function payToOf(payee: Payee | undefined, timeZone: string): PayTo | null {
  const methods: readonly Payee['paymentMethods'][number][] = payee?.paymentMethods ?? [];
  const method = methods
    .filter(({ isPreferred, status, deletedAt }) => isPreferred === true && status === 'ACTIVE' && deletedAt === null)
    // The newest counts where several are preferred.
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (!method) return null;
  const isFactored = 'carrierFactor' in method && method.paymentRecipientType === 'FACTOR';
  const factorId = isFactored ? (method.carrierFactor?.id ?? null) : null;
  const changedAt = lastChangeOf(methods, method.createdAt);
  return { factorId, changedAt, changedOn: todayIn(timeZone, changedAt) };
}

/** A change of any of them may be what makes another the one that is paid. */
const lastChangeOf = (methods: readonly Payee['paymentMethods'][number][], first: string): string =>
  methods
    .flatMap(({ createdAt, updatedAt, deletedAt }) => [createdAt, updatedAt, deletedAt])
    .reduce<string>((last, at) => (at && Date.parse(at) > Date.parse(last) ? at : last), first);

function papersOf(
  bill: BillRecord,
  shipment: ShipmentRecord | undefined,
  podStatuses: PodStatuses = null,
): Pick<BillCheckFacts, 'needsPod' | 'delivered' | 'podPresent'> {
  const needsPod = bill.entityType === 'CARRIER' && loadCarrierOf(bill, shipment)?.status !== 'TONU';
  const load = shipment?.loads.find(({ id }) => id === bill.loadId);
  const delivered = shipment?.status === 'DELIVERED' || load?.status === 'DELIVERED';
  const state = podState({ delivered, podStatuses, billingStatus: shipment?.billingStatus ?? null });
  return { needsPod, delivered, podPresent: state === 'unknown' ? null : state === 'present' };
}

async function shipmentsOf(ctx: ToolContext, bills: readonly BillRecord[]) {
  const ids = distinct(bills.map(({ shipmentId }) => shipmentId));
  const found = await Promise.all(
    chunks(ids, idsMax).map((chunk) => scan(ctx, ctx.api.shipments.filter, byId<ShipmentRecord>(chunk))),
  );
  return new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
}

async function payeesOf(ctx: ToolContext, bills: readonly BillRecord[]): Promise<ReadonlyMap<string, Payee>> {
  const carrierIds = distinct(bills.map(({ carrier }) => carrier?.id));
  const vendorIds = distinct(bills.map(({ vendor }) => vendor?.id));
  const found = await Promise.all([
    ...chunks(carrierIds, idsMax).map((chunk) => scan(ctx, ctx.api.carriers.filter, byId<CarrierRecord>(chunk))),
    ...chunks(vendorIds, idsMax).map((chunk) => scan(ctx, ctx.api.vendors.filter, byId<VendorRecord>(chunk))),
  ]);
  return new Map(found.flatMap(({ rows }) => rows.map((row): [string, Payee] => [row.id, row])));
}

function byId<Row extends { readonly id: string }>(ids: readonly string[]) {
  const wanted = new Set(ids);
  return { filter: { id: { in: ids } }, local: { id: ({ id }: Row) => wanted.has(id) } };
}
