import { lowerFirst } from '../../src/domain/text/code-words.ts';
import type { PlanDraft, PlanMove } from '../../src/mcp/tool/plan.ts';
import type { Gate } from '../../src/contract/kit/gate.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NamedRecord } from '../records/record-names.ts';
import { getResource } from '../calls/current-record.ts';
import { describeInitialStatus } from './initial-fields.ts';
import { findCallConcerns } from './call-concerns.ts';
import { type BookingPlan, planBooking } from './freight/booking-plan.ts';
import { sumBindingCost, readCreatedCharges } from './freight/created-charges.ts';
import { checkCustomerCredit } from './freight/customer-credit.ts';
import { planFreight } from './freight/freight-plan.ts';
import { planRoute } from './freight/route-plan.ts';
import type { ResolvedCall } from './kit/call.ts';
import type { PlanPart } from './kit/plan-part.ts';
import { sumMovedMoney } from './kit/raw-plan.ts';
import { planApplications } from './money/applications.ts';
import { getAppliedMoney } from './money/applied-money.ts';
import { checkWrittenBills } from './money/bill-findings.ts';
import { planInvoicing } from './money/invoicing-plan.ts';
import { planMail } from './money/mail-plan.ts';
import { listMoves } from './money/moves.ts';
import { planReadiness } from './money/readiness-plan.ts';
import { planReceivables } from './money/receivables-plan.ts';
import { planRecordedBill } from './money/recorded-bill.ts';
import { planReversal } from './money/reversed-bill.ts';
import { reviseBill } from './money/revised-bill.ts';
import { applySteps } from './money/stepped-bill.ts';
import { planCreditChange } from './parties/credit-change.ts';
import { planTwinCheck } from './parties/twins.ts';
import { readRelatedRecords } from './related-records.ts';

/** Findings about a call before a person decides. */
export interface GatheredParts {
  readonly parts: readonly PlanPart[];
  readonly subjectRecords: readonly NamedRecord[];
  readonly relatedRecords: readonly NamedRecord[];
  readonly isGated: boolean;
  readonly money: PlanDraft['money'];
  readonly moves: readonly PlanMove[];
  readonly binds: PlanDraft['money'];
  readonly emails: readonly string[];
  readonly notes: readonly string[];
}

export async function gatherParts(ctx: ToolContext, call: ResolvedCall): Promise<GatheredParts> {
  const { entry, input, usual, interpretations, earlier, relatedSteps, places } = call;
  const current = applySteps(entry.name, call.current, relatedSteps);
  const called = await findCallConcerns(ctx, entry, input, current);
  const charged = await readCreatedCharges(ctx, entry.name, input);
  const credit = await checkCustomerCredit(ctx, { operation: entry.name, input, current }, charged.revenue);
  const isGated = [usual, called.gate, charged.gate, credit.gate].some(isAsking);
  const relatedRecords = isGated ? await readRelatedRecords(ctx, entry, input, current) : [];
  const subject = { current, relatedRecords };
  const write = { name: entry.name, input, subject };
  const subjectRecords = current ? [{ resource: getResource(entry.name), record: current }] : [];
  const records = [...subjectRecords, ...relatedRecords];
  const booking = await planBooking(ctx, entry.name, input, earlier);
  const freight = await planFreight(ctx, entry.name, input, { ...subject, earlier, places });
  const route = addBookings(await planRoute(ctx, entry.name, input, { relatedRecords, places }), booking);
  const moved = getAppliedMoney(entry.name, input, current);
  const revised = reviseBill(entry.name, input, subject);
  const findings = await checkWrittenBills(ctx, { name: entry.name, records, moved, revised: revised.bill });
  const applied = planApplications(ctx, { ...write, moved });
  const invoicing = await planInvoicing(ctx, entry.name, input, records);
  const mailed = relatedRecords.filter(({ record }) => !invoicing.leftOut.has(String(record['id'])));
  const mail = await planMail(ctx, entry, input, { current, relatedRecords: mailed });
  const receivables = await planReceivables(ctx, { ...write, moved, relatedSteps });
  const readiness = planReadiness(entry.name, current);
  const { lines: twins, ...twinConcerns } = await planTwinCheck(ctx, entry.name, input);
  // A deduction makes no room for what somebody else is promised.
  const promised = [...booking.promised, ...charged.cost].filter(({ amountCents }) => amountCents > 0);
  const binds = sumBindingCost(ctx.policy, promised);
  const money =
    [binds.total, charged.revenue, freight.money ?? [], receivables.money ?? [], revised.money ?? []].find(isMoney) ??
    sumMovedMoney(input, subject, entry, invoicing.totals);
  return {
    parts: [
      freight,
      route,
      booking,
      ...(await gatherBillParts(ctx, { ...call, current })),
      revised,
      called,
      charged,
      credit,
      await planCreditChange(ctx, entry.name, input, current),
      binds,
      readiness,
      invoicing,
      applied,
      receivables,
      findings,
      mail,
      twinConcerns,
    ],
    subjectRecords,
    relatedRecords,
    isGated,
    money,
    moves: listMoves({ ...write, ...moved, promised, invoiced: invoicing.totals, approved: revised.approved, money }),
    binds: binds.total,
    emails: mail.emails,
    notes: [...interpretations, ...twins, ...describeInitialStatus(entry.name)],
  };
}

const isAsking = (gate: Gate | undefined): boolean => gate === 'confirm' || gate === 'approve';

/** Adds to the title of new freight who is booked on it. */
const addBookings = (route: PlanPart, { bookings }: BookingPlan): PlanPart =>
  route.title === undefined ? route : { ...route, title: [route.title, ...bookings.map(lowerFirst)].join('; ') };

/** Gathers the parts about a bill or payment that is recorded or taken back. */
const gatherBillParts = async (
  ctx: ToolContext,
  { entry, input, current, paper }: ResolvedCall,
): Promise<readonly PlanPart[]> => [
  await planRecordedBill(ctx, entry.name, input, paper),
  await planReversal(ctx, entry.name, input, current),
];

const isMoney = (amounts: PlanDraft['money']) => amounts.length > 0;
