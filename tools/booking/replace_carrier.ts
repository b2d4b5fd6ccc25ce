import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { fieldError } from '../../src/errors.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { resolveChargeCode } from '../arguments/charge-codes.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { readTogether } from '../arguments/together.ts';
import { MoneyText, typedCents } from '../arguments/typed-money.ts';
import { asInput } from '../plans/kit/charge-input.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { plannedOperations } from '../plans/planned-operations.ts';
import { amountText } from '../records/amounts.ts';
import { liveOrders } from '../shipments/shipment-progress.ts';
import { bookedLoad, nameOf } from './booked-load.ts';
import { allAbout, planBooking, planLeaving, readBooking } from './booking-call.ts';
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
type Meant = Awaited<ReturnType<typeof bookedLoad>>;

export const replaceCarrier = tool({
  name: 'replace_carrier',
  title: 'Take a carrier off a load',
  description: `Takes the carrier off a load that it does not run, so that the load is open again: it fell off and is owed nothing, or tonu says what it is owed.
with and rate book the next one in the same plan; chargeCustomer passes TONU on.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: false, openWorld: false },
  operations: plannedOperations('loads.bounce', 'loads.tonu', 'loads.addCarrier', 'orders.update'),
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft> {
    const meant = await bookedLoad(ctx, input);
    const { shipment, load, booked } = meant;
    const tonuCents = input.tonu === undefined ? 0 : typedCents(input.tonu, 'tonu', shipment.currency);
    const leaves = await planLeaving(ctx, { ...meant, reason: input.reason, tonuCents });
    const charged = input.chargeCustomer === undefined ? [] : [await planCustomerTonu(ctx, meant, input)];
    const leaving = [{ loadCarrierId: booked.id, owedCents: tonuCents }];
    const next = input.with === undefined ? [] : [await planNext(ctx, meant, { ...input, with: input.with }, leaving)];
    const drafts = [leaves, ...charged, ...next].map((draft) => allAbout(draft, load));
    return joinPlans(drafts, {
      title: drafts.map(({ title }) => title).join('; '),
      undo: drafts.map(({ undo }) => undo).join(' '),
    });
  },
  async finish(ctx, plan, outcomes) {
    const after = await readAfter(ctx, String(plan.steps[0]?.about?.id));
    const wasBooked = outcomes.some(({ operation }) => operation === 'loads.addCarrier');
    return writeResult({
      status: 'done',
      summary: `${stateOf(after, wasBooked)}; ${after.margin}.`,
      lines: leftLines(after),
      record: loadView(after),
      undo: plan.undo,
      untrusted: loadTexts,
      nextActions: nextOf(after, wasBooked),
    });
  },
});

/** The customer's side of a truck that was not used, beside what its order charges already. */
async function planCustomerTonu(ctx: ToolContext, { shipment }: Meant, { chargeCustomer = 0 }: ReplaceInput) {
  const [order] = liveOrders(shipment);
  if (!order) throw fieldError('BAD_REQUEST', 'chargeCustomer', `${shipment.friendlyId} has no live order to charge`);
  const { code, cents } = await readTogether({
    code: () => resolveChargeCode(ctx, 'chargeCustomer', 'TONU'),
    cents: () => typedCents(chargeCustomer, 'chargeCustomer', order.currency),
  });
  const line = { chargeCodeId: code.id, amount: fromCents(cents), description: code.name };
  const charges = [...order.charges.map(asInput), line];
  const draft = await planOperation(ctx, { operation: 'orders.update', input: { id: order.id, charges } });
  return { ...draft, title: `Charge the customer ${formatMoney(cents, order.currency)} TONU on ${order.friendlyId}` };
}

async function planNext(
  ctx: ToolContext,
  meant: Meant,
  { with: carrier, rate }: ReplaceInput & { readonly with: string },
  leaving: Parameters<typeof planBooking>[3],
) {
  if (rate === undefined) throw fieldError('BAD_REQUEST', 'rate', 'is needed for the carrier that is booked next');
  return planBooking(ctx, meant, await readBooking(ctx, meant.shipment, { carrier, rate }), leaving);
}

function stateOf({ shipment, load }: AfterBooking, wasBooked: boolean): string {
  const carrier = load?.carriers.findLast(({ status }) => status === 'ACTIVE');
  const name = `${load?.friendlyId ?? 'The load'} of ${shipment.friendlyId}`;
  if (wasBooked && carrier)
    return `${name} is booked with ${nameOf(carrier)} at ${amountText(carrier.totalCost, carrier.currency)}`;
  return load?.status === 'SOURCING' ? `${name} is open again` : `${name} is ${load?.status ?? 'changed'}`;
}

function leftLines({ load }: AfterBooking): readonly string[] {
  const left = load?.carriers.findLast(({ status }) => status !== 'ACTIVE');
  if (!left) return [];
  const owed = left.status === 'TONU' ? amountText(left.totalCost, left.currency) : 'nothing';
  return [`${nameOf(left)} is off the load and is owed ${owed}.`];
}

function nextOf({ shipment, load }: AfterBooking, wasBooked: boolean): readonly NextAction[] {
  const story = { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'shows it as it is now' };
  if (wasBooked || load === undefined) return [story];
  return [
    { tool: 'cover_load', arguments: { load: load.friendlyId }, why: 'ranks carriers for it' },
    { tool: 'find_carriers', arguments: {}, why: 'finds a carrier; book_carrier then books it on the open load' },
    story,
  ];
}
