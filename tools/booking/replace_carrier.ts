import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { resolveChargeCode } from '../arguments/charge-codes.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import type { EarlierSteps } from '../plans/kit/earlier-steps.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { toCarrierLane } from '../shipments/shipment-steps.ts';
import { findBookedLoad, formatCarrier } from './booked-load.ts';
import { markAllAbout, planBooking, planRemoval, readBooking } from './booking-call.ts';
import { requireOnlyOrder, planOrderCharge } from './order-charge.ts';
import { loadTexts, loadView, readAfter, type AfterBooking } from './booking-result.ts';

const Input = z.strictObject({
  shipment: RecordText.optional(),
  load: RecordText.optional(),
  reason: z.string().min(1).max(1000).optional().describe('"fell off"'),
  tonu: MoneyText.optional().describe('owed to the carrier'),
  chargeCustomer: MoneyText.optional().describe('TONU'),
  with: RecordText.optional().describe('next carrier'),
  rate: MoneyText.optional(),
});
type ReplaceInput = z.output<typeof Input>;
type BookedCarrier = Awaited<ReturnType<typeof findBookedLoad>>;

export const replaceCarrier = tool({
  name: 'replace_carrier',
  title: 'Take a carrier off a load',
  description: `Takes the carrier off a load that it does not run, so that the load is open again: it fell off and is owed nothing, or tonu says what it is owed.
with and rate book the next one in the same plan; chargeCustomer passes TONU on. A person confirms.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: false, openWorld: false },
  operations: listPlannedOperations('loads.bounce', 'loads.tonu', 'loads.addCarrier', 'orders.update'),
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft> {
    const booking = await findBookedLoad(ctx, input);
    const { load, booked, currency } = booking;
    const tonuCents = input.tonu === undefined ? 0 : parseCents(input.tonu, 'tonu', currency);
    const leaves = await planRemoval(ctx, { ...booking, reason: input.reason, tonuCents });
    const leaving = [{ loadCarrierId: booked.id, owedCents: tonuCents }];
    const tonu =
      input.chargeCustomer === undefined ? undefined : await readCustomerTonu(ctx, booking, input.chargeCustomer);
    const charged = tonu ? [await planCustomerTonu(ctx, tonu, { leaving })] : [];
    const earlier = { leaving, charged: tonu ? [{ orderId: tonu.order.id, cents: tonu.cents }] : [] };
    const next =
      input.with === undefined ? [] : [await planNext(ctx, booking, { ...input, with: input.with }, earlier)];
    const drafts = [leaves, ...charged, ...next].map((draft) => markAllAbout(draft, load));
    return joinPlans(drafts, {
      title: drafts.map(({ title }) => title).join('; '),
    });
  },
  async finish(ctx, plan, outcomes) {
    const after = await readAfter(ctx, String(plan.steps[0]?.about?.id));
    const wasBooked = outcomes.some(({ operation }) => operation === 'loads.addCarrier');
    return writeResult({
      status: 'done',
      summary: `${describeLoad(after, wasBooked)}; ${after.margin}.`,
      lines: describeRemovedCarrier(after),
      record: loadView(after),
      undo: formatUndo(plan),
      untrusted: loadTexts,
      nextActions: suggestActions(after, wasBooked),
    });
  },
});

type CustomerTonuCharge = Awaited<ReturnType<typeof readCustomerTonu>>;

/** Reads the customer's charge for a truck that was not used, with the order that it goes to. */
async function readCustomerTonu(ctx: ToolContext, { shipment }: BookedCarrier, typed: MoneyText) {
  const order = requireOnlyOrder(shipment);
  const { code, cents } = await readTogether({
    code: () => resolveChargeCode(ctx, 'chargeCustomer', 'TONU'),
    cents: () => parseCents(typed, 'chargeCustomer', order.currency),
  });
  return { order, code, cents };
}

async function planCustomerTonu(ctx: ToolContext, { order, code, cents }: CustomerTonuCharge, earlier: EarlierSteps) {
  const line = { chargeCodeId: code.id, amount: fromCents(cents), description: code.name };
  const draft = await planOrderCharge(ctx, order, line, earlier);
  return { ...draft, title: `Charge the customer ${formatMoney(cents, order.currency)} TONU on ${order.friendlyId}` };
}

async function planNext(
  ctx: ToolContext,
  booking: BookedCarrier,
  { with: carrier, rate }: ReplaceInput & { readonly with: string },
  earlier: EarlierSteps,
) {
  if (rate === undefined)
    throw createFieldError('BAD_REQUEST', 'rate', 'is needed for the carrier that is booked next');
  return planBooking(ctx, booking, await readBooking(ctx, booking.shipment, { carrier, rate }), earlier);
}

function describeLoad({ shipment, load }: AfterBooking, wasBooked: boolean): string {
  const carrier = load?.carriers.findLast((assignment) => isMet(activeAssignment, assignment));
  const name = `${load?.friendlyId ?? 'The load'} of ${shipment.friendlyId}`;
  if (wasBooked && carrier)
    return `${name} is booked with ${formatCarrier(carrier)} at ${formatWireAmount(carrier.totalCost, carrier.currency)}`;
  return load?.status === 'SOURCING'
    ? `${name} is open again`
    : `${name} is ${load ? formatCode(load.status) : 'changed'}`;
}

function describeRemovedCarrier({ load }: AfterBooking): readonly string[] {
  const removed = load?.carriers.findLast((assignment) => !isMet(activeAssignment, assignment));
  if (!removed) return [];
  const owed = removed.status === 'TONU' ? formatWireAmount(removed.totalCost, removed.currency) : 'nothing';
  return [`${formatCarrier(removed)} is off the load and is owed ${owed}.`];
}

function suggestActions({ shipment, load }: AfterBooking, wasBooked: boolean): readonly NextAction[] {
  const story = { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'shows it as it is now' };
  if (wasBooked || load === undefined) return [story];
  return [
    {
      tool: 'find_carriers',
      arguments: toCarrierLane(shipment),
      why: 'who ran this lane; book_carrier then books one on the open load',
    },
    story,
  ];
}
