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
import { toAmountCents, centsText } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import { sumCharges, readCustomerCurrency } from './bookings.ts';
import { type CallConcerns, noConcerns, type Promised } from '../kit/plan-part.ts';

export interface CreatedCharges extends CallConcerns {
  /** Amounts that customers are charged. */
  readonly revenue: readonly AmountOf[];
  /** Amounts that vendors are promised for their services. */
  readonly cost: readonly Promised[];
}

const noCharges: CreatedCharges = { ...noConcerns, revenue: [], cost: [] };

/**
 * Reads the charges that a creation brings along. To change them later needs a confirmation, so they need one here as
 * well.
 */
export async function readCreatedCharges(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
): Promise<CreatedCharges> {
  if (operation === 'shipments.create') return readShipmentCharges(ctx, input);
  if (operation === 'services.create') return readServiceCharges(ctx, input);
  if (operation === 'loads.tonu') return readTonuCosts(ctx, input);
  return noCharges;
}

async function readShipmentCharges(ctx: ToolContext, input: JsonObject): Promise<CreatedCharges> {
  const { customer, orders, services = [] } = ShipmentInput.parse(input);
  const isCharged = orders.some(({ charges = [] }) => charges.length > 0);
  const vended = services.map(({ vendor, charges }) => ({ vendor, cents: sumCharges(charges) }));
  const costCents = vended.reduce((sum, { cents }) => sum + cents, 0);
  if (!isCharged && vended.every(({ cents }) => cents === 0)) return noCharges;
  const currency = (await readCustomerCurrency(ctx, customer)) ?? 'USD';
  const total = orders.reduce((sum, { charges }) => sum + sumCharges(charges), 0);
  return {
    ...noCharges,
    gate: 'confirm',
    lines: [...(isCharged ? [`Revenue: ${centsText(total, currency)}`] : []), ...listCostLines(costCents, currency)],
    revenue: isCharged ? [{ currency, amountCents: total }] : [],
    cost: vended.flatMap(({ vendor, cents }) => listPromises(cents, currency, getVendorId(vendor))),
  };
}

async function readServiceCharges(ctx: ToolContext, { shipmentId, service }: JsonObject): Promise<CreatedCharges> {
  const { charges, vendor } = ServiceInput.parse(service);
  const cents = sumCharges(charges);
  const shipment = await readOrUnknown(() => ctx.api.shipments.get({ id: String(shipmentId) }));
  const currency = shipment?.currency ?? 'USD';
  return {
    ...noCharges,
    lines: listCostLines(cents, currency),
    cost: listPromises(cents, currency, getVendorId(vendor)),
  };
}

/** Reads what a carrier is owed for a truck that was not used. */
async function readTonuCosts(ctx: ToolContext, { loadId, carrierId, ...body }: JsonObject): Promise<CreatedCharges> {
  const { costs = [] } = TonuInput.parse(body);
  const place = { loadId: String(loadId), carrierId: String(carrierId) };
  const leaver = await readOrUnknown(() => ctx.api.loads.getCarrier(place));
  const cents = costs.reduce((sum, { amount }) => sum + toAmountCents(amount), 0);
  return { ...noCharges, cost: listPromises(cents, leaver?.currency ?? 'USD', leaver?.carrier?.id ?? null) };
}

const listCostLines = (cents: number, currency: string) =>
  cents === 0 ? [] : [`Cost of services: ${centsText(cents, currency)}`];

const listPromises = (amountCents: number, currency: string, payee: string | null): readonly Promised[] =>
  amountCents === 0 ? [] : [{ currency, amountCents, payee }];

/** Returns the vendor's id. Names are ids by now; a vendor that could not be found has only its key. */
const getVendorId = (vendor: ReferenceInput): string | null => ('id' in vendor ? (vendor.id ?? null) : null);

export interface BindingCost {
  readonly total: readonly AmountOf[];
  readonly gate: Gate;
  readonly hits: readonly string[];
}

/** Sums what a call promises carriers and vendors, and checks it against the booking limit. */
export function sumBindingCost({ bookingLimitCents }: Policy, promised: readonly AmountOf[]): BindingCost {
  const total = sumByCurrency(promised).map(({ currency, amountCents }) => ({ currency, amountCents }));
  const hits = checkBookingLimit(total, bookingLimitCents).map(({ sentence }) => sentence);
  return { total, gate: hits.length > 0 ? 'approve' : 'none', hits };
}
