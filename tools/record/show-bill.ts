import { formatVerdicts } from '../../src/domain/bills/bill-check.ts';
import { describeAgreedCost } from '../../src/domain/bills/bill-variance.ts';
import { countDaysPastDue } from '../../src/domain/money/aging.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { checkBills } from '../bills/bill-checks.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import type { BillRecord } from '../records/record-types.ts';
import { formatPapers, readPapers, paperUntrusted } from './papers.ts';
import { describeOverdue, formatSection, type RecordView, quoteText } from './shown-record.ts';

/** Shows a bill: the agreed and the billed amount, its warnings, papers and payments. */
export async function showBill(ctx: ToolContext, id: string): Promise<RecordView> {
  const details = await readBill(ctx, id);
  const { bill, payee, days } = details;
  const formatAmount = (amount: number) => formatWireAmount(amount, bill.currency);
  return {
    summary: `${bill.friendlyId} of ${quoteText(payee)}: ${formatCode(bill.status)}, ${formatAmount(bill.amount)} billed, ${formatAmount(bill.amountOwed)} open${describeOverdue(days)}.`,
    lines: billLines(details),
    record: billRecord(details),
    untrusted: [
      ...['payee', 'paidTo', 'reference', 'agreed/*/name', 'reasons/*', 'payments/*/reference'].map((at) => `/${at}`),
      ...paperUntrusted,
    ],
    nextActions: bill.status === 'IN_REVIEW' ? [suggestApproval(bill)] : [],
  };
}

const suggestApproval = ({ friendlyId }: BillRecord): NextAction => ({
  tool: 'approve_bills',
  arguments: { bills: [friendlyId] },
  why: 'approves it; a person has to agree first',
});

type BillDetails = Awaited<ReturnType<typeof readBill>>;

async function readBill(ctx: ToolContext, id: string) {
  const bill = await ctx.api.bills.get({ id, by: 'id' });
  const { shipmentId, loadId } = bill;
  const [[check], agreed, filed] = await Promise.all([
    checkBills(ctx, [bill]),
    readAgreedLines(ctx, bill),
    readPapers(ctx, { billId: bill.id, shipmentId, loadId }),
  ]);
  const variance = check?.check.variance;
  const agreedCents = variance?.agreedCents ?? null;
  return {
    bill,
    agreed,
    filed,
    payee: (bill.carrier ?? bill.vendor)?.name ?? 'unknown payee',
    days: countDaysPastDue({ ...bill, openCents: toAmountCents(bill.amountOwed) }, getToday(ctx.timeZone, ctx.now())),
    agreedText: variance ? describeAgreedCost(variance) : 'unknown',
    agreedCents,
    difference: agreedCents === null ? null : toAmountCents(bill.amount) - agreedCents,
    verdicts: check?.check.verdicts ?? [],
    reasons: check?.reasons ?? [],
  };
}

function billLines({ bill, agreed, filed, payee, agreedText, difference, verdicts, reasons }: BillDetails) {
  const formatAmount = (amount: number) => formatWireAmount(amount, bill.currency);
  const payments = bill.payments.map(
    ({ amount, paymentDate, reference }) =>
      `${formatAmount(amount)} on ${formatDate(paymentDate)}${reference === null ? '' : ` ${quoteText(reference)}`}`,
  );
  return [
    `For: ${[bill.loadKey, bill.shipmentKey].filter(Boolean).join(' of ') || 'no shipment'}; dated ${formatDate(bill.invoiceDate ?? 'unknown')}, due ${formatDate(getDueDate(bill) ?? 'unknown')}${bill.reference === null ? '' : `; payee's number ${quoteText(bill.reference)}`}`,
    `Paid to: ${bill.carrierFactor ? `factor ${quoteText(bill.carrierFactor.companyName)}` : quoteText(payee)}`,
    ...agreed.map(({ name, total }) => `Agreed: ${quoteText(name)} ${formatAmount(total)}`),
    `Agreed ${agreedText}, billed ${formatAmount(bill.amount)}${difference === null ? '' : `, ${describeDifference(difference, bill.currency)}`}`,
    `Verdict: ${formatVerdicts(verdicts)}${bill.status === 'PAID' ? ' (it is paid)' : ''}`,
    ...reasons.map((reason) => `- ${reason}`),
    ...formatPapers(filed),
    ...formatSection('Payments', payments),
  ];
}

function billRecord({ bill, agreed, filed, days, agreedCents, difference, verdicts, reasons }: BillDetails) {
  const payee = (bill.carrier ?? bill.vendor)?.name ?? null;
  return {
    id: bill.id,
    friendlyId: bill.friendlyId,
    status: bill.status,
    payee,
    paidTo: bill.carrierFactor?.companyName ?? payee,
    reference: bill.reference,
    load: bill.loadKey,
    shipment: bill.shipmentKey,
    amount: bill.amount,
    open: bill.amountOwed,
    currency: bill.currency,
    invoiceDate: bill.invoiceDate,
    dueDate: getDueDate(bill),
    daysOverdue: days,
    agreed,
    agreedTotal: agreedCents === null ? null : fromCents(agreedCents),
    difference: difference === null ? null : fromCents(difference),
    verdicts,
    reasons,
    papers: filed.papers,
    payments: bill.payments.map(({ amount, paymentDate, reference }) => ({ amount, paymentDate, reference })),
  };
}

function describeDifference(cents: number, currency: string): string {
  if (cents === 0) return 'as agreed';
  return `${formatMoney(Math.abs(cents), currency)} ${cents > 0 ? 'more' : 'less'} than agreed`;
}

interface AgreedLine {
  readonly name: string;
  readonly total: number;
}

/** Reads the charges of the booking or the service. The bill itself has only its sum. */
async function readAgreedLines(
  ctx: ToolContext,
  { loadId, loadCarrierId, vendedServiceId }: BillRecord,
): Promise<readonly AgreedLine[]> {
  const charges = await readOrUnknown(async () => {
    if (loadId !== null && loadCarrierId !== null)
      return (await ctx.api.loads.getCarrier({ loadId, carrierId: loadCarrierId })).charges;
    return vendedServiceId === null ? [] : (await ctx.api.services.get({ id: vendedServiceId, by: 'id' })).charges;
  });
  return (charges ?? []).map(({ chargeCode, description, total }) => ({
    name: description === null ? chargeCode.name : `${chargeCode.name}, ${description}`,
    total,
  }));
}
