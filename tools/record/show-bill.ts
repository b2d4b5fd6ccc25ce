import { describeAgreedCost } from '../../src/domain/money/bill-variance.ts';
import { countDaysPastDue } from '../../src/domain/money/aging.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { checkBills } from '../bills/bill-checks.ts';
import { amountText, centsOf } from '../records/amounts.ts';
import { orUnknown } from '../records/or-unknown.ts';
import type { BillRecord } from '../records/record-types.ts';
import { paperLines, papersOf, paperUntrusted } from './papers.ts';
import { section, type ShownRecord, text } from './shown-record.ts';

/** A bill: agreed beside billed, what speaks against it, its papers and its payments. */
export async function showBill(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const facts = await readBill(ctx, id);
  const { bill, payee, days } = facts;
  const money = (amount: number) => amountText(amount, bill.currency);
  return {
    summary: `${bill.friendlyId} of ${text(payee)}: ${bill.status}, ${money(bill.amount)} billed, ${money(bill.amountOwed)} open${days === null ? '' : `, ${days} days overdue`}.`,
    lines: billLines(facts),
    record: billRecord(facts),
    untrusted: [
      ...['payee', 'paidTo', 'reference', 'agreed/*/name', 'reasons/*', 'payments/*/reference'].map((at) => `/${at}`),
      ...paperUntrusted,
    ],
    nextActions: bill.status === 'IN_REVIEW' ? [approving(bill)] : [],
  };
}

const approving = ({ friendlyId }: BillRecord): NextAction => ({
  tool: 'approve_bills',
  arguments: { bills: [friendlyId] },
  why: 'approves it; a person has to agree first',
});

type BillFacts = Awaited<ReturnType<typeof readBill>>;

async function readBill(ctx: ToolContext, id: string) {
  const bill = await ctx.api.bills.get({ id, by: 'id' });
  const { shipmentId, loadId } = bill;
  const [[check], agreed, filed] = await Promise.all([
    checkBills(ctx, [bill]),
    agreedLines(ctx, bill),
    papersOf(ctx, { billId: bill.id, shipmentId, loadId }),
  ]);
  const variance = check?.check.variance;
  const agreedCents = variance?.agreedCents ?? null;
  return {
    bill,
    agreed,
    filed,
    payee: (bill.carrier ?? bill.vendor)?.name ?? 'unknown payee',
    days: countDaysPastDue({ ...bill, openCents: centsOf(bill.amountOwed) }, getToday(ctx.timeZone, ctx.now())),
    agreedText: variance ? describeAgreedCost(variance) : 'unknown',
    agreedCents,
    difference: agreedCents === null ? null : centsOf(bill.amount) - agreedCents,
    verdicts: check?.check.verdicts ?? [],
    reasons: check?.reasons ?? [],
  };
}

function billLines({ bill, agreed, filed, payee, agreedText, difference, verdicts, reasons }: BillFacts) {
  const money = (amount: number) => amountText(amount, bill.currency);
  const payments = bill.payments.map(
    ({ amount, paymentDate, reference }) =>
      `${money(amount)} on ${paymentDate}${reference === null ? '' : ` ${text(reference)}`}`,
  );
  return [
    `For: ${[bill.loadKey, bill.shipmentKey].filter(Boolean).join(' of ') || 'no shipment'}; dated ${bill.invoiceDate ?? 'unknown'}, due ${getDueDate(bill) ?? 'unknown'}${bill.reference === null ? '' : `; payee's number ${text(bill.reference)}`}`,
    `Paid to: ${bill.carrierFactor ? `factor ${text(bill.carrierFactor.companyName)}` : text(payee)}`,
    ...agreed.map(({ name, total }) => `Agreed: ${text(name)} ${money(total)}`),
    `Agreed ${agreedText}, billed ${money(bill.amount)}${difference === null ? '' : `, ${differenceText(difference, bill.currency)}`}`,
    `Verdict: ${verdicts.join(', ')}${bill.status === 'PAID' ? ' (it is paid)' : ''}`,
    ...reasons.map((reason) => `- ${reason}`),
    ...paperLines(filed),
    ...section('Payments', payments),
  ];
}

function billRecord({ bill, agreed, filed, days, agreedCents, difference, verdicts, reasons }: BillFacts) {
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

function differenceText(cents: number, currency: string): string {
  if (cents === 0) return 'as agreed';
  return `${formatMoney(Math.abs(cents), currency)} ${cents > 0 ? 'more' : 'less'} than agreed`;
}

interface AgreedLine {
  readonly name: string;
  readonly total: number;
}

/** The charges of the booking or the service; the bill itself has only its sum. */
async function agreedLines(
  ctx: ToolContext,
  { loadId, loadCarrierId, vendedServiceId }: BillRecord,
): Promise<readonly AgreedLine[]> {
  const charges = await orUnknown(async () => {
    if (loadId !== null && loadCarrierId !== null)
      return (await ctx.api.loads.getCarrier({ loadId, carrierId: loadCarrierId })).charges;
    return vendedServiceId === null ? [] : (await ctx.api.services.get({ id: vendedServiceId, by: 'id' })).charges;
  });
  return (charges ?? []).map(({ chargeCode, description, total }) => ({
    name: description === null ? chargeCode.name : `${chargeCode.name}, ${description}`,
    total,
  }));
}
