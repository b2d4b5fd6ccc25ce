import type { Gate } from '../../../src/contract/kit/gate.ts';
import { checkBookingLimit } from '../../../src/domain/carriers/booking-rules.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { Policy } from '../../../src/mcp/policy/policy.ts';
import { TonuInput } from '../../../src/contract/freight/load-shapes.ts';
import { ServiceInput } from '../../../src/contract/freight/service-shapes.ts';
import { ShipmentInput } from '../../../src/contract/freight/shipment-shapes.ts';
import type { ReferenceInput } from '../../../src/contract/types.ts';
import { type AmountOf, sumByCurrency } from '../../../src/domain/money/money.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { centsOf, centsText } from '../../records/amounts.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import { chargesCents, currencyOf } from './bookings.ts';
import { type CallConcerns, noConcerns, type Promised } from '../kit/plan-part.ts';

export interface CreatedCharges extends CallConcerns {
  /** What customers are charged. */
  readonly revenue: readonly AmountOf[];
  /** What vendors are promised for their services. */
  readonly cost: readonly Promised[];
}

const noCharges: CreatedCharges = { ...noConcerns, revenue: [], cost: [] };

/** The charges that a creation brings along: to change them later is asked, so they are asked here as well. */
export async function createdCharges(ctx: ToolContext, operation: string, input: JsonObject): Promise<CreatedCharges> {
  if (operation === 'shipments.create') return ofShipment(ctx, input);
  if (operation === 'services.create') return ofService(ctx, input);
  if (operation === 'loads.tonu') return ofTonu(ctx, input);
  return noCharges;
}

async function ofShipment(ctx: ToolContext, input: JsonObject): Promise<CreatedCharges> {
  const { customer, orders, services = [] } = ShipmentInput.parse(input);
  const isCharged = orders.some(({ charges = [] }) => charges.length > 0);
  const vended = services.map(({ vendor, charges }) => ({ vendor, cents: chargesCents(charges) }));
  const costCents = vended.reduce((sum, { cents }) => sum + cents, 0);
  if (!isCharged && vended.every(({ cents }) => cents === 0)) return noCharges;
  const currency = (await currencyOf(ctx, customer)) ?? 'USD';
  const total = orders.reduce((sum, { charges }) => sum + chargesCents(charges), 0);
  return {
    ...noCharges,
    gate: 'confirm',
    lines: [...(isCharged ? [`Revenue: ${centsText(total, currency)}`] : []), ...costLines(costCents, currency)],
    revenue: isCharged ? [{ currency, amountCents: total }] : [],
    cost: vended.flatMap(({ vendor, cents }) => promised(cents, currency, vendorIn(vendor))),
  };
}

async function ofService(ctx: ToolContext, { shipmentId, service }: JsonObject): Promise<CreatedCharges> {
  const { charges, vendor } = ServiceInput.parse(service);
  const cents = chargesCents(charges);
  const shipment = await orUnknown(() => ctx.api.shipments.get({ id: String(shipmentId) }));
  const currency = shipment?.currency ?? 'USD';
  return { ...noCharges, lines: costLines(cents, currency), cost: promised(cents, currency, vendorIn(vendor)) };
}

/** What a carrier is owed for a truck that was not used. */
async function ofTonu(ctx: ToolContext, { loadId, carrierId, ...body }: JsonObject): Promise<CreatedCharges> {
  const { costs = [] } = TonuInput.parse(body);
  const place = { loadId: String(loadId), carrierId: String(carrierId) };
  const leaver = await orUnknown(() => ctx.api.loads.getCarrier(place));
  const cents = costs.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return { ...noCharges, cost: promised(cents, leaver?.currency ?? 'USD', leaver?.carrier?.id ?? null) };
}

const costLines = (cents: number, currency: string) =>
  cents === 0 ? [] : [`Cost of services: ${centsText(cents, currency)}`];

const promised = (amountCents: number, currency: string, payee: string | null): readonly Promised[] =>
  amountCents === 0 ? [] : [{ currency, amountCents, payee }];

/** Names are ids by now; one that could not be found is known by its key. */
const vendorIn = (vendor: ReferenceInput): string | null => ('id' in vendor ? (vendor.id ?? null) : null);

export interface BindingCost {
  readonly total: readonly AmountOf[];
  readonly gate: Gate;
  readonly hits: readonly string[];
}

/** What a call promises carriers and vendors in all, and whether one yes is enough for it. */
export function bindingCost({ bookingLimitCents }: Policy, promised: readonly AmountOf[]): BindingCost {
  const total = sumByCurrency(promised).map(({ currency, amountCents }) => ({ currency, amountCents }));
  const hits = checkBookingLimit(total, bookingLimitCents).map(({ sentence }) => sentence);
  return { total, gate: hits.length > 0 ? 'approve' : 'none', hits };
}
