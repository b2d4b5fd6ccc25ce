import type { PlanDraft, PlanMove } from '../../src/mcp/tool/plan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NamedRecord } from '../records/record-names.ts';
import { getResource } from '../calls/current-record.ts';
import { describeInitialStatus } from './beginnings.ts';
import { findCallConcerns } from './call-concerns.ts';
import { planBooking } from './freight/booking-plan.ts';
import { sumBindingCost, readCreatedCharges } from './freight/created-charges.ts';
import { checkCustomerCredit } from './freight/customer-credit.ts';
import { planFreight } from './freight/freight-plan.ts';
import type { Call } from './kit/call.ts';
import type { PlanPart } from './kit/plan-part.ts';
import { moneyOf } from './kit/raw-plan.ts';
import { applicationsPlan } from './money/applications.ts';
import { appliedMoney } from './money/applied-money.ts';
import { billFindings } from './money/bill-findings.ts';
import { invoicingPlan } from './money/invoicing-plan.ts';
import { mailPlan } from './money/mail-plan.ts';
import { movesOf } from './money/moves.ts';
import { readinessPlan } from './money/readiness-plan.ts';
import { receivablesPlan } from './money/receivables-plan.ts';
import { recordedBill } from './money/recorded-bill.ts';
import { reversedBill } from './money/reversed-bill.ts';
import { reviseBill } from './money/revised-bill.ts';
import { applySteps } from './money/stepped-bill.ts';
import { twinPlan } from './parties/twins.ts';
import { recordsAround } from './records-around.ts';

/** What is known of a call before a person decides. */
export interface Gathered {
  readonly parts: readonly PlanPart[];
  readonly own: readonly NamedRecord[];
  readonly relatedRecords: readonly NamedRecord[];
  readonly isGated: boolean;
  readonly money: PlanDraft['money'];
  readonly moves: readonly PlanMove[];
  readonly binds: PlanDraft['money'];
  readonly emails: readonly string[];
  readonly told: readonly string[];
}

export async function gatherParts(ctx: ToolContext, call: Call): Promise<Gathered> {
  const { entry, input, usual, taken, earlier, beside } = call;
  const current = applySteps(entry.name, call.current, beside);
  const called = await findCallConcerns(ctx, entry, input, current);
  const charged = await readCreatedCharges(ctx, entry.name, input);
  const credit = await checkCustomerCredit(ctx, { operation: entry.name, input, current }, charged.revenue);
  const isGated = [usual, called.gate, charged.gate, credit.gate].some((one) => one === 'confirm' || one === 'approve');
  const relatedRecords = isGated ? await recordsAround(ctx, entry, input, current) : [];
  const subject = { current, relatedRecords };
  const write = { name: entry.name, input, subject };
  const own = current ? [{ resource: getResource(entry.name), record: current }] : [];
  const around = [...own, ...relatedRecords];
  const booking = await planBooking(ctx, entry.name, input, earlier);
  const freight = await planFreight(ctx, entry.name, input, { ...subject, earlier });
  const moved = appliedMoney(entry.name, input, current);
  const revised = reviseBill(entry.name, input, subject);
  const findings = await billFindings(ctx, { name: entry.name, around, moved, revised: revised.bill });
  const applied = applicationsPlan(ctx, { ...write, moved });
  const invoicing = await invoicingPlan(ctx, entry.name, input, around);
  const mailed = relatedRecords.filter(({ record }) => !invoicing.leftOut.has(String(record['id'])));
  const mail = await mailPlan(ctx, entry, input, { current, relatedRecords: mailed });
  const receivables = await receivablesPlan(ctx, { ...write, moved, beside });
  const readiness = readinessPlan(entry.name, current);
  const { lines: twins, ...twinConcerns } = await twinPlan(ctx, entry.name, input);
  // A deduction makes no room for what somebody else is promised.
  const promised = [...booking.promised, ...charged.cost].filter(({ amountCents }) => amountCents > 0);
  const binds = sumBindingCost(ctx.policy, promised);
  const money =
    [binds.total, charged.revenue, freight.money ?? [], receivables.money ?? [], revised.money ?? []].find(isMoney) ??
    moneyOf(input, subject, entry, invoicing.totals);
  return {
    parts: [
      freight,
      booking,
      ...(await gatherBillParts(ctx, { ...call, current })),
      revised,
      called,
      charged,
      credit,
      binds,
      readiness,
      invoicing,
      applied,
      receivables,
      findings,
      mail,
      twinConcerns,
    ],
    own,
    relatedRecords,
    isGated,
    money,
    moves: movesOf({ ...write, ...moved, promised, invoiced: invoicing.totals, approved: revised.approved, money }),
    binds: binds.total,
    emails: mail.emails,
    told: [...taken, ...twins, ...describeInitialStatus(entry.name)],
  };
}

/** Gathers what is said of a bill or payment that is recorded or taken back. */
const gatherBillParts = async (
  ctx: ToolContext,
  { entry, input, current, paper }: Call,
): Promise<readonly PlanPart[]> => [
  await recordedBill(ctx, entry.name, input, paper),
  await reversedBill(ctx, entry.name, input, current),
];

const isMoney = (amounts: PlanDraft['money']) => amounts.length > 0;
