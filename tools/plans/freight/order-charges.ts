import { type ChargeInput, ChargesInput } from '../../../src/contract/freight/charges.ts';
import { orderBillingLifecycle } from '../../../src/domain/money/order-billing.ts';
import { allowedActions } from '../../../src/domain/kit/lifecycle.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { centsOf, centsText } from '../../records/amounts.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { loadsOf } from '../../shipments/shipment-facts.ts';
import { marginLine, marginsOf } from '../../shipments/shipment-margin.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { chargesCents } from './bookings.ts';

type Json = Readonly<Record<string, unknown>>;
type OrderRecord = ShipmentRecord['orders'][number];

/** The API replaces the list: what an order charges before and after, and which of its lines go. */
export async function orderChargesPlan(ctx: ToolContext, input: Json, current: Json): Promise<PlanPart> {
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
  return {
    title: `Change the charges of ${on}: revenue ${money(before)} -> ${money(after)}`,
    lines: [
      ...order.charges.filter(({ id }) => kept.has(id)).map((line) => `Stays: ${lineText(line, order.currency)}`),
      ...gone.map((line) => `GOES: ${lineText(line, order.currency)}`),
      ...added.map((line) => `New: ${recordText(nameOfInput(line), 'list')} ${money(chargesCents([line]))}`),
      `Revenue of ${order.friendlyId}: ${money(before)} -> ${money(after)}`,
      ...(await marginLines(ctx, order, charges)),
    ],
    hits: gone.map((line) => `A line goes: ${lineText(line, order.currency)}.`),
    members: new Set(['charges']),
    undo: 'undo puts the former charges back, until the order is invoiced.',
  };
}

function refuseInvoiced({ friendlyId, billingStatus, shipmentKey }: OrderRecord): void {
  if (allowedActions(orderBillingLifecycle, billingStatus).includes('invoice')) return;
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
    const at = left.findIndex((known) => codeOf(line) === known.chargeCodeId && totalOf(line) === centsOf(known.total));
    const [known] = at === -1 ? [] : left.splice(at, 1);
    if (known) kept.add(known.id);
    return !known;
  });
  return { kept, added };
}

const codeOf = ({ chargeCodeId, chargeCode }: ChargeInput) =>
  chargeCodeId ?? (chargeCode && 'id' in chargeCode ? chargeCode.id : undefined);
const totalOf = (line: ChargeInput) => chargesCents([line]);
const nameOfInput = (line: ChargeInput): string =>
  line.description ?? (line.chargeCode && 'key' in line.chargeCode ? line.chargeCode.key : `charge ${codeOf(line)}`);

const lineText = ({ chargeCode, description, total }: OrderRecord['charges'][number], currency: string): string =>
  `${recordText(description ?? chargeCode.name, 'list')} ${centsText(centsOf(total), currency)}`;

async function marginLines(
  ctx: ToolContext,
  { id, shipmentId, currency }: OrderRecord,
  charges: readonly ChargeInput[],
): Promise<readonly string[]> {
  const shipment = shipmentId === null ? undefined : await orUnknown(() => ctx.api.shipments.get({ id: shipmentId }));
  if (!shipment) return [];
  const totalRevenue = chargesCents(charges) / 100;
  const orders = shipment.orders.map((order) => (order.id === id ? { ...order, totalRevenue, currency } : order));
  const facts = { shipment, loads: await loadsOf(ctx, shipment.id), bills: [], invoices: [] };
  const after = { ...facts, shipment: { ...shipment, orders } };
  return [
    ...marginsOf(facts).map((margin) => `Margin before, ${marginLine(margin)}`),
    ...marginsOf(after).map((margin) => `Margin after, ${marginLine(margin)}`),
  ];
}
