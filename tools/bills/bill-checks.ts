import { describeBillStatus } from '../../src/domain/bills/bill.ts';
import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import { isLoading } from '../../src/domain/kit/completeness.ts';
import { type BillCheck, checkBill, formatVerdicts } from '../../src/domain/bills/bill-check.ts';
import { type BillSnapshot, type DuplicatePair, findDuplicateBills } from '../../src/domain/bills/duplicate-bill.ts';
import { findSentName } from '../../src/contract/kit/sent-fields.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { PayTo } from '../../src/domain/payments/pay-to.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { type ContextWarning, toJudgmentWarnings } from '../../src/mcp/tool/plan.ts';
import { toAmountCents } from '../records/amounts.ts';
import { listDistinct } from '../records/distinct.ts';
import { sortGravestFirst, pickAlikeBills, selectAlikeBills } from './bill-history.ts';
import type { BillRecord, FactorRecord, PayeeRecord } from '../records/record-types.ts';
import type { BillRow } from './bill-row.ts';
import { selectBilledShipments, toBilledShipments } from './billed-shipments.ts';
import {
  findAgreedCost,
  listUnsentInputs,
  findBookedParty,
  getBookingKind,
  type BilledShipment,
  listClaims,
  getInsurance,
  getPaperDetails,
} from './billed-work.ts';
import { type Payees, readPayees } from './bill-payees.ts';
import { getPayTo } from './payee-pay-to.ts';

export interface CheckedBill<Bill extends BillRow = BillRecord> {
  readonly bill: Bill;
  readonly check: BillCheck;
  readonly payTo: PayTo | null;
  /** Carrier or vendor of the bill; undefined where the API does not show it. */
  readonly payee: PayeeRecord | undefined;
  /** The factor that the payee's money goes to; undefined where it goes to the payee, or the API does not show it. */
  readonly factor: FactorRecord | undefined;
  /** Every reason in a sentence; the other bill of a duplicate is named by its number. */
  readonly reasons: readonly string[];
}

/**
 * Judges bills by the copy, in lists and in plans alike: only where their payees are paid is read from the API, because the
 * copy doesn't hold it. The number of calls doesn't grow with the bills.
 */
export async function checkBills<Bill extends BillRow>(
  ctx: ToolContext,
  bills: readonly Bill[],
): Promise<readonly CheckedBill<Bill>[]> {
  const checks = await judgeRead(ctx, bills);
  // While records are still being read, papers and other bills may be missing from the copy.
  return checks({ isLoading: isLoading(ctx.completeness()) });
}

/** Reads what bills are judged by. */
async function judgeRead<Bill extends BillRow>(
  ctx: ToolContext,
  bills: readonly Bill[],
): Promise<(reading: Pick<BillSources, 'isLoading'>) => readonly CheckedBill<Bill>[]> {
  if (bills.length === 0) return () => [];
  const records = await ctx.records();
  const [{ alike, ...rows }, payees] = await Promise.all([
    // At one moment, and brought up to date once for all of them.
    records.readTogether({
      ...selectBilledShipments(records, listDistinct(bills.map(({ shipmentId }) => shipmentId))),
      alike: selectAlikeBills(records, bills),
    }),
    readPayees(ctx, bills),
  ]);
  const shipments = toBilledShipments(rows, ctx.timeZone);
  const history = sortGravestFirst<BillRow>([...bills, ...pickAlikeBills(alike, bills)]);
  const sources = { shipments, payees, history, unsentFields: records.unsentFields() };
  return (reading) => judgeBills(ctx, bills, { ...sources, ...reading });
}

/** Judges the bills of a plan: they and the work that they charge are read again before. */
export async function checkBillsAgain<Bill extends BillRow>(
  ctx: ToolContext,
  bills: readonly Bill[],
): Promise<readonly CheckedBill<Bill>[]> {
  const records = await ctx.records();
  const isVendor = ({ vendor }: BillRow) => vendor !== null;
  const shipment = listDistinct(bills.map(({ shipmentId }) => shipmentId));
  const reader = await records.fresh(
    {
      bill: listDistinct(bills.map(({ id }) => id)),
      shipment,
      service: listDistinct(bills.filter(isVendor).map(({ vendedServiceId }) => vendedServiceId)),
    },
    { freight_order: { shipment }, load: { shipment } },
  );
  const { orders, loads } = await reader.readTogether({
    orders: reader.db.selectFrom('freight_order as o').select('o.id').where(isAmongValues('o.shipment_id', shipment)),
    loads: reader.db.selectFrom('load as l').select('l.id').where(isAmongValues('l.shipment_id', shipment)),
  });
  const toIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  await records.fresh({}, { document: { shipment, freight_order: toIds(orders), load: toIds(loads) } });
  const checks = await judgeRead(ctx, bills);
  return checks({ isLoading: false });
}

/** Records that bills are judged by. */
interface BillSources {
  readonly shipments: ReadonlyMap<string, BilledShipment>;
  readonly payees: Payees;
  /** The bills themselves and those that may repeat them, the gravest first. */
  readonly history: readonly BillRow[];
  /** Fields that the API never sends, such as `bill.carrierFactor`. */
  readonly unsentFields: ReadonlySet<string>;
  /** True while some of these are still being read: nothing is checked yet. */
  readonly isLoading: boolean;
}

function judgeBills<Bill extends BillRow>(
  { timeZone, askedAt, policy }: Pick<ToolContext, 'timeZone' | 'askedAt' | 'policy'>,
  bills: readonly Bill[],
  { shipments, payees, history, unsentFields, isLoading }: BillSources,
): readonly CheckedBill<Bill>[] {
  const inputs = history.map((bill) => toBillSnapshot(bill, shipments.get(bill.shipmentId ?? '')));
  const inputsById = new Map(inputs.map((bill) => [bill.id, bill]));
  const byLoad = Map.groupBy(inputs, ({ loadId }) => loadId);
  const byId = new Map(history.map((bill, place) => [bill.id, { bill, place }]));
  const pairs = groupPairs(inputs);
  const payTos = new Map(
    [...payees.payees].map(([id, payee]) => [id, getPayTo(payee, payees.factors, timeZone)] as const),
  );
  const today = getToday(timeZone, askedAt);
  return bills.map((bill): CheckedBill<Bill> => {
    const shipment = shipments.get(bill.shipmentId ?? '');
    const payeeId = getPayeeId(bill) ?? '';
    const payee = payees.payees.get(payeeId);
    const payTo = payTos.get(payeeId) ?? null;
    const check = checkBill({
      bill: inputsById.get(bill.id) ?? toBillSnapshot(bill, shipment),
      agreed: findAgreedCost(bill, shipment),
      quickPayFee: bill.paymentTerm?.quickPayFee,
      booked: findBookedParty(bill, shipment),
      claims: listClaims(bill, shipment, byLoad.get(bill.loadId) ?? []),
      insurance: getInsurance(bill, shipment, { payee, timeZone }),
      payTo,
      ...getPaperDetails(bill, shipment),
      pairs: pairs.get(bill.id) ?? [],
      today,
      rules: policy.rules,
      unsent: listUnsentInputs(bill, shipment, unsentFields),
      isLoading,
    });
    const reasons = check.reasons.map(({ sentence, billIds }) => sentence + formatOtherBills(byId, billIds));
    const factor = payees.factors.get(payTo?.factorId ?? '');
    return { bill, check, payTo, payee, factor, reasons };
  });
}

/** Groups the pairs by bill, those with the bills that come first in the history first. */
function groupPairs(bills: readonly BillSnapshot[]): ReadonlyMap<string, readonly DuplicatePair[]> {
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
  return new Map([...byBill].map(([id, billPairs]) => [id, billPairs.map(({ pair }) => pair)]));
}

const namedMax = 3;

/** Formats the other bills by number and status, in the order of the history. */
function formatOtherBills(
  byId: ReadonlyMap<string, { readonly bill: BillRow; readonly place: number }>,
  billIds: readonly string[] = [],
): string {
  if (billIds.length === 0) return '';
  const otherBills = listDistinct(billIds)
    .flatMap((id) => byId.get(id) ?? [])
    .toSorted((a, b) => a.place - b.place);
  const namedBills = otherBills
    .slice(0, namedMax)
    .map(({ bill: { friendlyId, status } }) => `${friendlyId} (${describeBillStatus(status)})`);
  const rest = otherBills.length > namedMax ? ` and ${otherBills.length - namedMax} more` : '';
  return ` See ${namedBills.join(', ')}${rest}.`;
}

/**
 * Lists the warnings that a person at a gate reads first: of one bill each reason in its sentence, of several each verdict
 * with the bills that it holds back.
 */
export function listUncleanHits(checked: readonly CheckedBill[]): readonly string[] {
  const [unclean, ...otherUnclean] = checked.filter(({ check }) => check.verdict !== 'clean');
  if (unclean === undefined) return [];
  if (otherUnclean.length === 0) return listReasonHits(unclean);
  const verdictBills = checked.flatMap(({ bill, check }) => check.verdicts.map((verdict) => ({ verdict, bill })));
  const byVerdict = Map.groupBy(verdictBills, ({ verdict }) => verdict);
  byVerdict.delete('clean');
  return [...byVerdict].map(
    ([verdict, entries]) =>
      `Not clean, ${formatVerdicts([verdict])}: ${entries.map(({ bill }) => bill.friendlyId).join(', ')}`,
  );
}

const listReasonHits = ({ bill: { friendlyId }, check, reasons }: CheckedBill): readonly string[] =>
  reasons.map((reason, index) => {
    const verdict = check.reasons[index]?.verdict;
    return `${friendlyId}, ${verdict === undefined ? 'not clean' : formatVerdicts([verdict])}: ${reason}`;
  });

/** Lists the verdicts on the bills of a plan that no warning says already. */
export function listBillJudgments(checked: readonly CheckedBill[]): readonly string[] {
  const hits = new Set(listUncleanHits(checked));
  return checked
    .filter((bill) => bill.check.verdict === 'clean' || !listReasonHits(bill).every((hit) => hits.has(hit)))
    .map(({ bill, check, reasons }) => {
      const verdict = check.verdict === 'clean' ? 'clean' : `not clean (${formatVerdicts(check.verdicts)})`;
      return `${bill.friendlyId}: ${[verdict, reasons.join(' ')].filter(Boolean).join(': ')}`;
    });
}

/** Lists the reasons of a plan's verdicts, each of which is a warning of its own once it is new. */
export const listReasonWarnings = (checked: readonly CheckedBill[]): readonly ContextWarning[] =>
  toJudgmentWarnings(checked.flatMap(({ bill, reasons }) => reasons.map((reason) => `${bill.friendlyId}: ${reason}`)));

/** Formats the payee as sentences may name it: cleaned and quoted, which changes nothing about whose name it is. */
export const formatPayee = ({ carrier, vendor }: Pick<BillRow, 'carrier' | 'vendor'>): string =>
  recordText((carrier ?? vendor)?.name ?? 'unknown payee', 'list');

const getPayeeId = ({ carrier, vendor }: BillRow): string | null => (carrier ?? vendor)?.id ?? null;

function toBillSnapshot(bill: BillRow, shipment: BilledShipment | undefined): BillSnapshot {
  return {
    id: bill.id,
    payeeId: getPayeeId(bill),
    payeeName: formatPayee(bill),
    isPayeeNamed: findSentName(bill.carrier ?? bill.vendor) !== undefined,
    factorId: bill.carrierFactor?.id ?? null,
    entityId: bill.loadCarrierId ?? bill.vendedServiceId,
    loadId: bill.loadId,
    shipmentId: bill.shipmentId,
    reference: bill.reference,
    amountCents: toAmountCents(bill.amount),
    currency: bill.currency,
    bookedFor: getBookingKind(bill, shipment),
  };
}
