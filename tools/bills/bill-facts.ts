import { type BillCheck, billVerdictWords, checkBill } from '../../src/domain/money/bill-check.ts';
import { type BillFacts, type DuplicatePair, findDuplicateBills } from '../../src/domain/money/duplicate-bill.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import type { PayTo } from '../../src/domain/money/pay-to.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import { billHistory } from './bill-history.ts';
import type { BillRecord, PayeeRecord, ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { podsOf } from '../shipments/pods.ts';
import { agreedFor, bookedFor, bookingOf, claimsOn, insuranceOf, papersOf } from './billed-work.ts';
import { payeeOperations, payeesOf } from './bill-payees.ts';
import { payToOf } from './payee-pay-to.ts';

/** Operations that the verdicts use. */
export const billCheckOperations = [
  'bills.filter',
  'shipments.filter',
  'documents.filter',
  ...payeeOperations,
] as const;

export interface CheckedBill {
  readonly bill: BillRecord;
  readonly check: BillCheck;
  /** What was agreed for the load carrier or service; null when unknown. */
  readonly agreedCents: number | null;
  readonly payTo: PayTo | null;
  /** Whose bill it is; undefined where the API does not show it. */
  readonly payee: PayeeRecord | undefined;
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
  const { timeZone } = ctx;
  const facts = history.bills.map((bill) => billFacts(bill, shipments.get(bill.shipmentId ?? '')));
  const byLoad = Map.groupBy(facts, ({ loadId }) => loadId);
  const pairs = pairsByBill(facts);
  const today = todayIn(timeZone, ctx.askedAt);
  const checked = bills.map((bill): CheckedBill => {
    const shipment = shipments.get(bill.shipmentId ?? '');
    const agreedCents = agreedFor(bill, shipment);
    const payee = payees.payees.get(payeeIdOf(bill));
    const payTo = payToOf(payee, payees.factors, timeZone);
    const check = checkBill({
      bill: billFacts(bill, shipment),
      agreedCents,
      quickPayFee: bill.paymentTerm?.quickPayFee,
      booked: bookedFor(bill, shipment),
      claims: claimsOn(bill, shipment, byLoad.get(bill.loadId) ?? []),
      insurance: insuranceOf(bill, shipment, { payee, timeZone }),
      payTo,
      ...papersOf(bill, shipment, shipment && proofs(shipment)),
      pairs: pairs.get(bill.id) ?? [],
      today,
      rules: ctx.policy.rules,
    });
    const reasons = check.reasons.map(({ sentence, billIds }) => sentence + seeAlso(history.bills, billIds));
    return { bill, check, agreedCents, payTo, payee, reasons };
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
    bookedFor: bookingOf(bill, shipment),
  };
}

const shipmentsOf = (ctx: ToolContext, bills: readonly BillRecord[]) =>
  recordsById<ShipmentRecord>(
    bills.map(({ shipmentId }) => shipmentId),
    (question) => scan(ctx, ctx.api.shipments.filter, question),
  );
