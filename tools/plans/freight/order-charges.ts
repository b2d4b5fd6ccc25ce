import { ChargesInput } from '../../../src/contract/freight/charges.ts';
import type { ChargeInput } from '../../../src/contract/types.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { orderBillingLifecycle } from '../../../src/domain/money/order-billing.ts';
import { checkFloor, type Margin } from '../../../src/domain/money/margin.ts';
import { fromCents } from '../../../src/domain/money/money.ts';
import { listAllowedActions } from '../../../src/domain/kit/lifecycle.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { chargeNames } from '../../arguments/charge-codes.ts';
import { centsOf, centsText } from '../../records/amounts.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { loadsOf } from '../../shipments/shipment-facts.ts';
import { describeMargins, marginsOf } from '../../shipments/shipment-margin.ts';
import { afterSteps, type EarlierSteps } from '../kit/earlier-steps.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { chargesCents } from './bookings.ts';

type OrderRecord = ShipmentRecord['orders'][number];

/** The API replaces the list: what an order charges before and after, and which of its lines go. */
export async function orderChargesPlan(
  ctx: ToolContext,
  input: JsonObject,
  current: JsonObject,
  earlier: EarlierSteps,
): Promise<PlanPart> {
  if (input['charges'] === undefined) return {};
  // The API's own reading of an order has the shape that the contract declares.
  const order = current as unknown as OrderRecord;
  refuseInvoiced(order);
  const charges = ChargesInput.parse(input['charges']);
  const { kept, added } = compare(order, charges);
  const gone = order.charges.filter(({ id }) => !kept.has(id));
  const [before, after] = [centsOf(order.totalRevenue) ?? 0, chargesCents(charges)];
  const on = order.shipmentKey ? `${order.friendlyId} of ${order.shipmentKey}` : order.friendlyId;
  const money = (cents: number) => centsText(cents, order.currency);
  const nameOf = await inputNames(ctx, added);
  const margins = await marginsAround(ctx, order, charges, earlier);
  return {
    title: `Change the charges of ${on}: revenue ${money(before)} -> ${money(after)}`,
    lines: [
      ...order.charges.filter(({ id }) => kept.has(id)).map((line) => `Stays: ${lineText(line, order.currency)}`),
      ...gone.map((line) => `GOES: ${lineText(line, order.currency)}`),
      ...added.map((line) => `New: ${recordText(nameOf(line), 'list')} ${money(chargesCents([line]))}`),
      `Revenue of ${order.friendlyId}: ${money(before)} -> ${money(after)}`,
      ...marginLines(margins),
    ],
    hits: [
      ...gone.map((line) => `A line goes: ${lineText(line, order.currency)}.`),
      ...(after < before ? thinMargins(ctx, margins) : []),
    ],
    members: new Set(['charges']),
    undo: 'undo puts the former charges back, until the order is invoiced.',
  };
}

function refuseInvoiced({ friendlyId, billingStatus, shipmentKey }: OrderRecord): void {
  if (listAllowedActions(orderBillingLifecycle, billingStatus).includes('invoice')) return;
  const error = new WaybillError(
    'CONFLICT',
    `${friendlyId} is ${billingStatus}: its charges are on an invoice and do not change. Void the invoice, add the charge and invoice again; or invoice the charge apart with api_write invoices.create.`,
  );
  throw withNextActions(
    error,
    shipmentKey ? [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'names the invoice' }] : [],
  );
}

/** Lines are told apart by what they charge and how much. */
function compare(order: OrderRecord, charges: readonly ChargeInput[]) {
  const left = [...order.charges];
  const kept = new Set<string>();
  const added = charges.filter((line) => {
    const at = left.findIndex((known) => hasSameCode(line, known) && totalOf(line) === centsOf(known.total));
    const [known] = at === -1 ? [] : left.splice(at, 1);
    if (known) kept.add(known.id);
    return !known;
  });
  return { kept, added };
}

const hasSameCode = (line: ChargeInput, { chargeCodeId, chargeCode }: OrderRecord['charges'][number]): boolean =>
  line.chargeCode && 'key' in line.chargeCode
    ? line.chargeCode.key === chargeCode.code
    : codeOf(line) === (chargeCodeId ?? undefined);

const codeOf = ({ chargeCodeId, chargeCode }: ChargeInput) =>
  chargeCodeId ?? (chargeCode && 'id' in chargeCode ? chargeCode.id : undefined);
const totalOf = (line: ChargeInput) => chargesCents([line]);

/** What new lines charge, by the catalog where they have no words of their own. */
async function inputNames(ctx: ToolContext, added: readonly ChargeInput[]): Promise<(line: ChargeInput) => string> {
  const nameOf = added.length > 0 ? await chargeNames(ctx) : undefined;
  return (line) =>
    line.description ??
    nameOf?.(codeOf(line)) ??
    (line.chargeCode && 'key' in line.chargeCode ? line.chargeCode.key : `charge ${codeOf(line)}`);
}

const lineText = ({ chargeCode, description, total }: OrderRecord['charges'][number], currency: string): string =>
  `${recordText(description ?? chargeCode.name, 'list')} ${centsText(centsOf(total), currency)}`;

interface MarginsAround {
  readonly before: readonly Margin[];
  readonly after: readonly Margin[];
}

async function marginsAround(
  ctx: ToolContext,
  { id, shipmentId, currency }: OrderRecord,
  charges: readonly ChargeInput[],
  earlier: EarlierSteps,
): Promise<MarginsAround> {
  const shipment = shipmentId === null ? undefined : await orUnknown(() => ctx.api.shipments.get({ id: shipmentId }));
  if (!shipment) return { before: [], after: [] };
  const loads = await loadsOf(ctx, shipment.id);
  const facts = afterSteps({ shipment, loads, bills: [], invoices: [] }, earlier);
  const totalRevenue = fromCents(chargesCents(charges));
  const orders = facts.shipment.orders.map((order) => (order.id === id ? { ...order, totalRevenue, currency } : order));
  return { before: marginsOf(facts), after: marginsOf({ ...facts, shipment: { ...facts.shipment, orders } }) };
}

const marginLines = ({ before, after }: MarginsAround): readonly string[] => [
  ...describeMargins(before).map((line) => `Margin before, ${line}`),
  ...describeMargins(after).map((line) => `Margin after, ${line}`),
];

/** Lists what is below the floor; revenue without an agreed cost is no margin yet. */
const thinMargins = ({ policy }: ToolContext, { after }: MarginsAround): readonly string[] => [
  ...new Set(
    after
      .filter(({ costCents, gap }) => costCents > 0 || gap === 'currencies')
      .flatMap((margin) => checkFloor(margin, policy.marginFloor) ?? []),
  ),
];
