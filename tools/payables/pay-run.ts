import { describeBillStatus, payableBill } from '../../src/domain/money/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { computeQuickPayNetCents } from '../../src/domain/money/bill-variance.ts';
import { computeFraction, formatPercent } from '../../src/domain/money/money.ts';
import { findMethodOfRecord } from '../../src/domain/money/payment-recipient.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { checkBillsAgain, type CheckedBill, payeeText } from '../bills/bill-checks.ts';
import { factorOfPayee } from '../bills/payee-pay-to.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { BillRecord, PayeeRecord } from '../records/record-types.ts';
import { factorText, type OtherPayee } from './named-factor.ts';
import { requireParty } from '../records/parties.ts';

/** What one bill is paid with, and what the payee leaves us for being paid early. */
export interface BillPaid {
  readonly checked: CheckedBill;
  readonly payCents: number;
  readonly feeCents: number;
  /** In words: `2 % quick pay $24.00`, or why there is none. */
  readonly feeText: string | undefined;
}

/** Whom money goes to. */
interface Way {
  /** Of the factor or the payee. */
  readonly payeeId: string;
  readonly factorId: string | null;
  readonly title: string;
  /** How it is paid by the record, its account by the last digits. */
  readonly account: string;
}

/** What goes to one payee of record in one currency. */
interface OfPayee<Bill> extends Way {
  readonly currency: string;
  readonly bills: readonly Bill[];
}

/** One payment. */
export type PayeeRun = OfPayee<BillPaid>;

/** Groups payable bills by their payee of record. */
export async function planPayeeRuns(
  ctx: ToolContext,
  payable: readonly BillRecord[],
  { isQuick, other }: { readonly isQuick: boolean; readonly other?: OtherPayee | undefined },
): Promise<readonly PayeeRun[]> {
  const checked = await checkBillsAgain(ctx, payable);
  return byPayee(checked, other).map((run) => ({ ...run, bills: run.bills.map((one) => billPaid(one, isQuick)) }));
}

/** Says of bills that are not approved or have nothing open why they are not paid, a line each. */
export async function describeHeldBills(ctx: ToolContext, bills: readonly BillRecord[]): Promise<readonly string[]> {
  const held = bills.filter((bill) => !isPayable(bill));
  return held.length === 0 ? [] : (await checkBillsAgain(ctx, held)).map(heldLine);
}

type Payable = Pick<CheckedBill, 'bill' | 'payee'>;

/** What goes to each payee of record, in each currency by itself. */
export function byPayee<Bill extends Payable>(
  payable: readonly Bill[],
  other: OtherPayee | undefined,
): readonly OfPayee<Bill>[] {
  const ways = payable.map((one) => ({ one, way: wayOf(one, other) }));
  const groups = Map.groupBy(ways, ({ one: { bill }, way }) => `${way.payeeId} ${bill.currency}`);
  return [...groups.values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ ...first.way, currency: first.one.bill.currency, bills: of.map(({ one }) => one) }] : [];
  });
}

export const isPayable = ({ status, amountOwed }: BillRecord) =>
  isMet(payableBill, { status, owedCents: centsOf(amountOwed) });
const requirePayeeId = ({ carrier, vendor, entityType, friendlyId }: BillRecord): string =>
  requireParty(carrier ?? vendor, entityType === 'CARRIER' ? 'carrier' : 'vendor', friendlyId).id;

/** A vendor has no factor that another could stand for. */
function wayOf({ bill, payee }: Payable, other: OtherPayee | undefined): Way {
  const ofRecord = payee ? factorOfPayee(payee) : bill.carrierFactor;
  const factor = other && bill.carrier ? other.factor : ofRecord;
  const name = payeeText(bill);
  return {
    payeeId: factor?.id ?? requirePayeeId(bill),
    factorId: factor?.id ?? null,
    title: factor ? factorText(factor) : name,
    account: factor?.id === ofRecord?.id ? accountText(payee) : 'NOT in the way that is on record',
  };
}

/** How the payee is paid by the record, its account by the last digits. */
export function accountText(payee: PayeeRecord | undefined): string {
  const method = payee && findMethodOfRecord<PayeeRecord['paymentMethods'][number]>(payee.paymentMethods);
  if (!method) return 'no payment method in force on record';
  const { paymentMethodType, accountNumber, bankName } = method;
  return [
    `by ${paymentMethodType.replaceAll('_', ' ')} on record`,
    accountNumber === null ? '' : `to account ${accountNumber}`,
    bankName === null ? '' : `at ${recordText(bankName, 'list')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What of a standing keeps a bill from being paid. */
const heldFor: Readonly<Record<string, string>> = {
  AWAITING_INVOICE: '',
  IN_REVIEW: ', not approved',
  APPROVED_TO_PAY: ', nothing open',
  PAID: ' already',
};

function heldLine({ bill, check, reasons }: CheckedBill): string {
  const { friendlyId, amountOwed, currency, status } = bill;
  const why = status === 'IN_REVIEW' && check.verdict !== 'clean' ? `; ${reasons.join(' ')}` : '';
  return `Held: ${friendlyId} ${payeeText(bill)}, ${centsText(centsOf(amountOwed), currency)} open: ${describeBillStatus(status)}${heldFor[status] ?? ', so not paid'}${why}`;
}

/** A bill that comes net of the fee is paid as it is: the fee is taken once. */
function billPaid(checked: CheckedBill, isQuick: boolean): BillPaid {
  const { bill } = checked;
  const { agreedCents } = checked.check.variance;
  const openCents = centsOf(bill.amountOwed);
  const whole = (feeText?: string) => ({ checked, payCents: openCents, feeCents: 0, feeText });
  if (!isQuick) return whole();
  const fee = bill.paymentTerm?.quickPayFee ?? 0;
  if (fee === 0) return whole('no quick pay fee in its terms');
  const amountCents = centsOf(bill.amount);
  const feeCents = computeFraction(amountCents, fee, bill.currency);
  const percent = `${formatPercent(fee)} quick pay`;
  if (bill.amountPaid > 0) return whole('part paid: its amount stays, no quick pay fee is taken');
  if (agreedCents !== null && isNet(amountCents, agreedCents, fee))
    return whole(`${percent} fee taken off by the payee already`);
  return {
    checked,
    payCents: openCents - feeCents,
    feeCents,
    feeText: `${percent} fee ${centsText(feeCents, bill.currency)}`,
  };
}

function isNet(amountCents: number, agreedCents: number, fee: number): boolean {
  const netCents = computeQuickPayNetCents(agreedCents, fee);
  return Math.abs(amountCents - netCents) < Math.abs(amountCents - agreedCents);
}
