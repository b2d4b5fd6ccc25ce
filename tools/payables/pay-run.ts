import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { describeBillStatus, payableBill } from '../../src/domain/bills/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { computeQuickPayNetCents } from '../../src/domain/bills/bill-variance.ts';
import { computeFraction, formatPercent } from '../../src/domain/money/money.ts';
import { findMethodOfRecord } from '../../src/domain/payments/payment-recipient.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { checkBillsAgain, type CheckedBill, formatPayee } from '../bills/bill-checks.ts';
import { getPayeeFactor } from '../bills/payee-pay-to.ts';
import { toAmountCents, centsText } from '../records/amounts.ts';
import type { BillRecord, FactorRecord, PayeeRecord } from '../records/record-types.ts';
import { formatFactor, type OtherPayee } from './named-factor.ts';
import { requireParty } from '../records/parties.ts';
import { formatStatus } from '../records/record-names.ts';

/** The payment of one bill, and the discount that the payee gives for early payment. */
export interface BillPaid {
  readonly checked: CheckedBill;
  readonly payCents: number;
  readonly feeCents: number;
  /** In words: `2 % quick pay $24.00`, or why there is none. */
  readonly feeText: string | undefined;
}

/** The receiver of a payment. */
interface PaymentReceiver {
  /** Id of the factor or the payee. */
  readonly payeeId: string;
  readonly factorId: string | null;
  readonly title: string;
  /** Payment method on record, with the last digits of the account. */
  readonly account: string;
  /** True where the money goes to the payee of record, and not to another one that the request names. */
  readonly isOfRecord: boolean;
}

/** The bills of one payee of record in one currency. */
interface PayeeBills<Bill> extends PaymentReceiver {
  readonly currency: string;
  readonly bills: readonly Bill[];
}

/** One payment. */
export type PayeeRun = PayeeBills<BillPaid>;

/** Groups payable bills by their payee of record. */
export async function planPayeeRuns(
  ctx: ToolContext,
  payable: readonly BillRecord[],
  { isQuick, other }: { readonly isQuick: boolean; readonly other?: OtherPayee | undefined },
): Promise<readonly PayeeRun[]> {
  const checked = await checkBillsAgain(ctx, payable);
  return groupByPayee(checked, other).map((run) => ({
    ...run,
    bills: run.bills.map((bill) => computeBillPaid(bill, isQuick)),
  }));
}

/** Describes why bills are not paid, one line for each that is not approved or has nothing open. */
export async function describeHeldBills(ctx: ToolContext, bills: readonly BillRecord[]): Promise<readonly string[]> {
  const heldBills = bills.filter((bill) => !isPayable(bill));
  return heldBills.length === 0 ? [] : (await checkBillsAgain(ctx, heldBills)).map(formatHeldBill);
}

type PayableBill = Pick<CheckedBill, 'bill' | 'payee'> & Partial<Pick<CheckedBill, 'factor'>>;

/** Groups bills by payee of record and currency. */
export function groupByPayee<Bill extends PayableBill>(
  payable: readonly Bill[],
  other: OtherPayee | undefined,
): readonly PayeeBills<Bill>[] {
  const receivers = payable.map((payableBill) => ({ payableBill, way: getReceiver(payableBill, other) }));
  const groups = Map.groupBy(receivers, ({ payableBill: { bill }, way }) => `${way.payeeId} ${bill.currency}`);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first
      ? [
          {
            ...first.way,
            currency: first.payableBill.bill.currency,
            bills: members.map(({ payableBill }) => payableBill),
          },
        ]
      : [];
  });
}

export const isPayable = ({ status, amountOwed }: BillRecord) =>
  isMet(payableBill, { status, owedCents: toAmountCents(amountOwed) });
const requirePayeeId = ({ carrier, vendor, entityType, friendlyId }: BillRecord): string =>
  requireParty(carrier ?? vendor, entityType === 'CARRIER' ? 'carrier' : 'vendor', friendlyId).id;

/** Returns the receiver of a bill's payment. Another payee applies to carriers only: a vendor has no factor. */
function getReceiver(
  { bill, payee, factor: factorRecord }: PayableBill,
  other: OtherPayee | undefined,
): PaymentReceiver {
  const ofRecord = payee ? getPayeeFactor(payee) : bill.carrierFactor;
  const factor = other && bill.carrier ? other.factor : ofRecord;
  const name = formatPayee(bill);
  const isOfRecord = factor?.id === ofRecord?.id;
  return {
    payeeId: factor?.id ?? requirePayeeId(bill),
    factorId: factor?.id ?? null,
    title: factor ? formatFactor(factor) : name,
    account: isOfRecord ? formatAccount(payee, factorRecord) : 'NOT who is paid on record',
    isOfRecord,
  };
}

type PaymentMethod = PayeeRecord['paymentMethods'][number];

/** Account that money of a payee goes to: that of its payment method in force, or of the factor that it names. */
interface Account {
  readonly method: PaymentMethod;
  readonly number: string | null;
  readonly bankName: string | null;
}

function findAccount(payee: PayeeRecord | undefined, factor: FactorRecord | undefined): Account | undefined {
  const method = payee && findMethodOfRecord<PaymentMethod>(payee.paymentMethods);
  if (!method) return undefined;
  return {
    method,
    number: method.accountNumber ?? factor?.accountNumber ?? null,
    bankName: method.bankName ?? factor?.bankName ?? null,
  };
}

/** Formats the payee's payment method on record, with the last digits of the account that the money goes to. */
export function formatAccount(payee: PayeeRecord | undefined, factor?: FactorRecord): string {
  const account = findAccount(payee, factor);
  if (!account) return 'no payment method in force on record';
  const { method, number, bankName } = account;
  return [
    `by ${formatCode(method.paymentMethodType)} on record`,
    number === null ? '' : `to account ${number}`,
    bankName === null ? '' : `at ${recordText(bankName, 'list')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Formats another account that the payee's record has and that no money goes to now, such as the one before. */
export function formatOtherAccount(
  { payee, factor }: Pick<CheckedBill, 'payee' | 'factor'>,
  timeZone: string,
): string | undefined {
  const account = findAccount(payee, factor);
  const methods: readonly PaymentMethod[] = payee?.paymentMethods ?? [];
  const getLastChange = ({ deletedAt, updatedAt, createdAt }: PaymentMethod) =>
    Date.parse(deletedAt ?? updatedAt ?? createdAt);
  const [other] = methods
    .filter((method) => method.deletedAt !== null || method.status !== 'ACTIVE')
    .filter(({ accountNumber }) => accountNumber !== null && accountNumber !== account?.number)
    .toSorted((a, b) => getLastChange(b) - getLastChange(a));
  if (!other) return undefined;
  const formatDay = (instant: string) => formatDate(getToday(timeZone, instant));
  // Of a method that is switched off the API doesn't say since when.
  const end =
    other.deletedAt === null
      ? `${formatStatus(other.status ?? 'no status')} now`
      : `until ${formatDay(other.deletedAt)}`;
  return `other account on record: ${other.accountNumber}, ${end}`;
}

const transferMethods: ReadonlySet<string> = new Set(['ACH_WIRE', 'ACH', 'WIRE', 'CAD_EFT']);

/** Tests if money would be transferred to an account of which no record shows a number. */
export function isAccountMissing({ payee, factor }: Pick<CheckedBill, 'payee' | 'factor'>): boolean {
  const account = findAccount(payee, factor);
  return account?.number === null && transferMethods.has(account.method.paymentMethodType);
}

/** The reason why a bill with this status is not paid. */
const heldFor: Readonly<Record<string, string>> = {
  AWAITING_INVOICE: '',
  IN_REVIEW: ', not approved',
  APPROVED_TO_PAY: ', nothing open',
};

function formatHeldBill({ bill, check, reasons }: CheckedBill): string {
  const { friendlyId, amountOwed, currency, status } = bill;
  if (status === 'PAID') return `Left out: ${friendlyId} ${formatPayee(bill)}, paid already`;
  const why = status === 'IN_REVIEW' && check.verdict !== 'clean' ? `; ${reasons.join(' ')}` : '';
  return `Left out: ${friendlyId} ${formatPayee(bill)}, ${centsText(toAmountCents(amountOwed), currency)} open: ${describeBillStatus(status)}${heldFor[status] ?? ', so not paid'}${why}`;
}

/**
 * Computes the payment of a bill. A bill that is already net of the quick pay fee is paid in full, because the fee is
 * taken once.
 */
function computeBillPaid(checked: CheckedBill, isQuick: boolean): BillPaid {
  const { bill } = checked;
  const { agreedCents } = checked.check.variance;
  const openCents = toAmountCents(bill.amountOwed);
  const payInFull = (feeText?: string) => ({ checked, payCents: openCents, feeCents: 0, feeText });
  if (!isQuick) return payInFull();
  const fee = bill.paymentTerm?.quickPayFee ?? 0;
  if (fee === 0) return payInFull('no quick pay fee in its terms');
  const amountCents = toAmountCents(bill.amount);
  const feeCents = computeFraction(amountCents, fee, bill.currency);
  const percent = `${formatPercent(fee)} quick pay`;
  if (bill.amountPaid > 0) return payInFull('part paid: its amount stays, no quick pay fee is taken');
  if (agreedCents !== null && isNet(amountCents, agreedCents, fee))
    return payInFull(`${percent} fee taken off by the payee already`);
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
