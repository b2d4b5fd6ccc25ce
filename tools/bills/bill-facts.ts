import { type BillCheck, billVerdictWords, checkBill } from '../../src/domain/money/bill-check.ts';
import { type BillFacts, type DuplicatePair, findDuplicateBills } from '../../src/domain/money/duplicate-bill.ts';
import { findSentName } from '../../src/contract/kit/sent-fields.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import type { PayTo } from '../../src/domain/money/pay-to.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import { distinct } from '../records/distinct.ts';
import { billHistory } from './bill-history.ts';
import type { BillRecord, PayeeRecord, ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { podsOf } from '../shipments/pods.ts';
import type { BillRow } from './bill-row.ts';
import {
  agreedFor,
  listUnsentInputs,
  bookedFor,
  bookingOf,
  type BilledShipment,
  billedShipment,
  claimsOn,
  insuranceOf,
  papersOf,
} from './billed-work.ts';
import { type Payees, payeeOperations, payeesOf } from './bill-payees.ts';
import { payToOf } from './payee-pay-to.ts';

/** Operations that the verdicts use. */
export const billCheckOperations = [
  'bills.filter',
  'shipments.filter',
  'documents.filter',
  ...payeeOperations,
] as const;

export interface CheckedBill<Bill extends BillRow = BillRecord> {
  readonly bill: Bill;
  readonly check: BillCheck;
  /** What was agreed for the load carrier or service; null when unknown. */
  readonly agreedCents: number | null;
  readonly payTo: PayTo | null;
  /** Whose bill it is; undefined where the API does not show it. */
  readonly payee: PayeeRecord | undefined;
  /** Every reason in a sentence; the other bill of a duplicate is named by its number. */
  readonly reasons: readonly string[];
}

export interface CheckedBills<Bill extends BillRow = BillRecord> {
  /** In the order asked. */
  readonly checked: readonly CheckedBill<Bill>[];
}

/** The verdict on each bill as the API shows it now, from a number of calls that grows with their hundreds and not with the bills. */
export async function checkBills(ctx: ToolContext, bills: readonly BillRecord[]): Promise<CheckedBills> {
  if (bills.length === 0) return { checked: [] };
  const [shipments, payees, history] = await Promise.all([
    shipmentsOf(ctx, bills),
    payeesOf(ctx, bills),
    billHistory(ctx, bills),
  ]);
  return { checked: judgeBills(ctx, bills, { shipments, payees, history: history.bills }) };
}

/** What bills are judged by. */
export interface BillSources {
  readonly shipments: ReadonlyMap<string, BilledShipment>;
  readonly payees: Payees;
  /** The bills themselves and those that may repeat them, the gravest first. */
  readonly history: readonly BillRow[];
  /** Fields that the API never sends, such as `bill.carrierFactor`; undefined where that isn't known. */
  readonly unsentFields?: ReadonlySet<string> | undefined;
}

export function judgeBills<Bill extends BillRow>(
  { timeZone, askedAt, policy }: Pick<ToolContext, 'timeZone' | 'askedAt' | 'policy'>,
  bills: readonly Bill[],
  { shipments, payees, history, unsentFields }: BillSources,
): readonly CheckedBill<Bill>[] {
  const facts = history.map((bill) => billFacts(bill, shipments.get(bill.shipmentId ?? '')));
  const factsById = new Map(facts.map((bill) => [bill.id, bill]));
  const byLoad = Map.groupBy(facts, ({ loadId }) => loadId);
  const byId = new Map(history.map((bill, place) => [bill.id, { bill, place }]));
  const pairs = pairsByBill(facts);
  const payTos = new Map(
    [...payees.payees].map(([id, payee]) => [id, payToOf(payee, payees.factors, timeZone)] as const),
  );
  const today = todayIn(timeZone, askedAt);
  return bills.map((bill): CheckedBill<Bill> => {
    const shipment = shipments.get(bill.shipmentId ?? '');
    const agreedCents = agreedFor(bill, shipment);
    const payeeId = payeeIdOf(bill) ?? '';
    const payee = payees.payees.get(payeeId);
    const payTo = payTos.get(payeeId) ?? null;
    const check = checkBill({
      bill: factsById.get(bill.id) ?? billFacts(bill, shipment),
      agreedCents,
      quickPayFee: bill.paymentTerm?.quickPayFee,
      booked: bookedFor(bill, shipment),
      claims: claimsOn(bill, shipment, byLoad.get(bill.loadId) ?? []),
      insurance: insuranceOf(bill, shipment, { payee, timeZone }),
      payTo,
      ...papersOf(bill, shipment),
      pairs: pairs.get(bill.id) ?? [],
      today,
      rules: policy.rules,
      unsent: listUnsentInputs(bill, shipment, unsentFields),
    });
    const reasons = check.reasons.map(({ sentence, billIds }) => sentence + seeAlso(byId, billIds));
    return { bill, check, agreedCents, payTo, payee, reasons };
  });
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

/** The other bills by number, with what became of them, in the order of the history. */
function seeAlso(
  byId: ReadonlyMap<string, { readonly bill: BillRow; readonly place: number }>,
  billIds: readonly string[] = [],
): string {
  if (billIds.length === 0) return '';
  const others = distinct(billIds)
    .flatMap((id) => byId.get(id) ?? [])
    .toSorted((one, other) => one.place - other.place);
  const named = others.slice(0, namedMax).map(({ bill: { friendlyId, status } }) => `${friendlyId} (${status})`);
  const rest = others.length > namedMax ? ` and ${others.length - namedMax} more` : '';
  return ` See ${named.join(', ')}${rest}.`;
}

/** What a person at a gate is told first: each verdict with the bills that it holds back. */
export function notCleanHits(checked: readonly CheckedBill[]): readonly string[] {
  const found = checked.flatMap(({ bill, check }) => check.verdicts.map((verdict) => ({ verdict, bill })));
  const byVerdict = Map.groupBy(found, ({ verdict }) => verdict);
  byVerdict.delete('clean');
  return [...byVerdict].map(
    ([verdict, of]) => `Not clean, ${billVerdictWords[verdict]}: ${of.map(({ bill }) => bill.friendlyId).join(', ')}`,
  );
}

/** The payee as sentences may name it: cleaned and quoted, which changes nothing about whose name it is. */
export const payeeText = ({ carrier, vendor }: Pick<BillRow, 'carrier' | 'vendor'>): string =>
  recordText((carrier ?? vendor)?.name ?? 'unknown payee', 'list');

const payeeIdOf = ({ carrier, vendor }: BillRow): string | null => (carrier ?? vendor)?.id ?? null;

export function billFacts(bill: BillRow, shipment: BilledShipment | undefined): BillFacts {
  return {
    id: bill.id,
    payeeId: payeeIdOf(bill),
    payeeName: payeeText(bill),
    isPayeeNamed: findSentName(bill.carrier ?? bill.vendor) !== undefined,
    factorId: bill.carrierFactor?.id ?? null,
    entityId: bill.loadCarrierId ?? bill.vendedServiceId,
    loadId: bill.loadId,
    shipmentId: bill.shipmentId,
    reference: bill.reference,
    amountCents: centsOf(bill.amount),
    currency: bill.currency,
    bookedFor: bookingOf(bill, shipment),
  };
}

async function shipmentsOf(
  ctx: ToolContext,
  bills: readonly BillRecord[],
): Promise<ReadonlyMap<string, BilledShipment>> {
  const shipments = await recordsById<ShipmentRecord>(
    bills.map(({ shipmentId }) => shipmentId),
    (question) => scan(ctx, ctx.api.shipments.filter, question),
  );
  const proofs = await podsOf(ctx, [...shipments.values()]);
  return new Map(
    [...shipments].map(([id, shipment]) => [id, billedShipment(shipment, proofs(shipment), ctx.timeZone)]),
  );
}
