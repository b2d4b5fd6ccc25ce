import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { readOrder } from '../records/order-by-id.ts';
import { formatMoney, fromCents, roundToCents } from '../../src/domain/money/money.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { resolveChargeCode } from '../arguments/charge-codes.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MeasureText, parseMinutes } from '../arguments/measure-input.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { findBookedLoad, formatCarrier } from './booked-load.ts';
import { computeClockedDetention } from './detention-clock.ts';
import { requireOnlyOrder, planOrderCharge } from './order-charge.ts';
import type { ChargeCode } from '../../src/contract/types.ts';

const Input = z.strictObject({
  shipment: RecordText,
  side: z.enum(['customer', 'carrier']),
  code: z.string().min(1).max(64).describe('"detention"'),
  amount: MoneyText.optional(),
  hours: MeasureText.optional(),
  rate: MoneyText.optional().describe('per hour'),
  stop: z.string().max(200).optional().describe('where it waited'),
});
type AccessorialInput = z.output<typeof Input>;

export const addAccessorial = tool({
  name: 'add_accessorial',
  title: 'Add an accessorial',
  description: `Adds detention, lumper, layover, TONU or another charge to what the customer pays, beside the charges there are; a person confirms revenue and margin.
Detention without an amount takes its hours from the clock, and the desk's rate. side carrier: says how it is paid, for what was agreed stays. A carrier's TONU: replace_carrier.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: false, idempotent: false, openWorld: false },
  operations: listPlannedOperations('orders.update'),
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft> {
    const { record: shipment } = await resolve(ctx, shipmentFinder, input.shipment);
    if (input.side === 'carrier') throw await buildCarrierSideError(ctx, shipment, input);
    const order = requireOnlyOrder(shipment);
    const charge = await readCharge(ctx, { shipment, currency: order.currency }, input);
    const draft = await planOrderCharge(ctx, order, charge.line);
    const sum = formatMoney(charge.cents, order.currency);
    return {
      ...draft,
      title: `Add ${charge.code.name.toLowerCase()} ${sum} to ${order.friendlyId}. ${draft.title}`,
      lines: [...charge.calculationLines, ...draft.lines],
    };
  },
  async finish(ctx, plan, [outcome]) {
    const order = await readOrder(ctx, String(outcome?.input['id']));
    const shipment = order.shipmentId === null ? null : await ctx.api.shipments.get({ id: order.shipmentId, by: 'id' });
    const margin = shipment?.margin ?? null;
    const now = `${order.friendlyId} charges ${formatWireAmount(order.totalRevenue, order.currency)} now`;
    const marginText = margin === null ? '' : `; margin ${formatWireAmount(margin, order.currency)}`;
    return writeResult({
      status: 'done',
      summary: `${now}${marginText}.`,
      lines: order.charges.map(
        ({ chargeCode, total }) => `- ${chargeCode.name}: ${formatWireAmount(total, order.currency)}`,
      ),
      record: {
        friendlyId: order.friendlyId,
        shipment: order.shipmentKey,
        totalRevenue: order.totalRevenue,
        currency: order.currency,
        charges: order.charges.map(({ chargeCode, total }) => ({ code: chargeCode.code, total })),
      },
      undo: formatUndo(plan),
      // Not every API sends the number of an order's shipment.
      nextActions:
        order.shipmentKey === null
          ? []
          : [
              {
                tool: 'get_shipment',
                arguments: { shipment: order.shipmentKey },
                why: 'shows charges, papers and margin',
              },
            ],
    });
  },
});

interface AccessorialCharge {
  readonly code: ChargeCode;
  readonly cents: number;
  readonly line: Readonly<Record<string, unknown>>;
  /** The steps by which the amount was computed. */
  readonly calculationLines: readonly string[];
}

/** The shipment that is charged, and the currency of the side that pays. */
interface Payer {
  readonly shipment: ShipmentRecord;
  readonly currency: string;
}

async function readCharge(ctx: ToolContext, payer: Payer, input: AccessorialInput): Promise<AccessorialCharge> {
  const { currency } = payer;
  const read = await readTogether({
    code: () => resolveChargeCode(ctx, 'code', input.code),
    amount: () => (input.amount === undefined ? undefined : parseCents(input.amount, 'amount', currency)),
    rate: () => (input.rate === undefined ? undefined : parseCents(input.rate, 'rate', currency)),
    hours: () => (input.hours === undefined ? undefined : parseMinutes(input.hours, 'hours') / 60),
  });
  const { code, amount } = read;
  if (amount === undefined) return priceHours(ctx, payer, { ...read, side: input.side, stop: input.stop });
  if (read.rate !== undefined || read.hours !== undefined)
    throw createFieldError('BAD_REQUEST', 'amount', 'takes the place of hours and rate; give one or the other');
  return { code, cents: amount, line: { ...toChargeLine(code), amount: fromCents(amount) }, calculationLines: [] };
}

const toChargeLine = ({ id, name }: ChargeCode) => ({ chargeCodeId: id, description: name });

interface HourlyCharge extends Pick<AccessorialInput, 'side' | 'stop'> {
  readonly code: ChargeCode;
  readonly rate: number | undefined;
  readonly hours: number | undefined;
}

/** Prices an hourly charge. Detention takes missing hours from the clock and a missing rate from the desk's rules. */
function priceHours(ctx: ToolContext, { shipment, currency }: Payer, charge: HourlyCharge): AccessorialCharge {
  const { code, hours, side } = charge;
  const isDetention = code.code === 'DET';
  const clock = hours === undefined && isDetention ? computeClockedDetention(ctx, shipment, charge.stop) : undefined;
  const quantity = hours ?? clock?.hours;
  const rate = charge.rate ?? (isDetention ? getDeskRate(ctx, currency, side) : undefined);
  if (rate === undefined || quantity === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      rate === undefined && quantity !== undefined ? 'rate' : 'amount',
      `is needed: an amount, or hours and their rate${clock ? `; ${clock.line}` : ''}`,
    );
  const cents = roundToCents(quantity * fromCents(rate), currency);
  const rateSource = charge.rate === undefined ? ' (the rate of the desk)' : '';
  const sum = `${quantity} h at ${formatMoney(rate, currency)}${rateSource} = ${formatMoney(cents, currency)}`;
  return {
    code,
    cents,
    line: { ...toChargeLine(code), quantity, rate: fromCents(rate) },
    calculationLines: [...(clock ? [clock.line] : []), sum],
  };
}

/**
 * Returns the desk's detention rate per hour in cents. The desk's rules are in US dollars, so other currencies have
 * none.
 */
const getDeskRate = ({ policy }: ToolContext, currency: string, side: AccessorialInput['side']): number | undefined =>
  currency === 'USD' ? policy.rules.detentionPerHourCents[side] : undefined;

/**
 * Builds the error for an accessorial on the carrier's side. The API doesn't change what a booked carrier agreed to:
 * the carrier's bill pays an accessorial.
 */
async function buildCarrierSideError(
  ctx: ToolContext,
  shipment: ShipmentRecord,
  input: AccessorialInput,
): Promise<WaybillError> {
  const { load, booked, currency } = await findBookedLoad(ctx, { shipment: shipment.friendlyId });
  const { code, cents } = await readCharge(ctx, { shipment, currency }, input);
  const formatAmount = (amount: number) => formatMoney(amount, currency);
  const agreed = toAmountCents(booked.totalCost) ?? 0;
  const name = code.name.toLowerCase();
  const error = new WaybillError(
    'CONFLICT',
    `What ${formatCarrier(booked)} agreed to on ${load.friendlyId} (${formatAmount(agreed)}) cannot be changed after booking. Pay the ${name} by its bill: record_bill with ${formatAmount(agreed + cents)}, which is ${formatAmount(agreed)} agreed and ${formatAmount(cents)} ${name}; with the receipt or the times attached, approve_bills shows the ${formatAmount(cents)} as variance and a person approves it. ${code.code === 'TONU' ? 'For a truck that was not used, use replace_carrier with tonu. ' : ''}Nothing was done.`,
  );
  const customer = { shipment: shipment.friendlyId, side: 'customer', code: code.code, amount: fromCents(cents) };
  // In another currency the same number is another sum.
  if (currency !== shipment.currency) return error;
  return withNextActions(error, [
    { tool: 'add_accessorial', arguments: customer, why: 'passes it on to the customer' },
  ]);
}
