import { parseRemovalReason } from '../../src/domain/freight/removal-words.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { PlanDraft, PlanStep } from '../../src/mcp/tool/plan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { resolveChargeCode, parseCharge } from '../arguments/charge-codes.ts';
import { carrierFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { type MoneyText, parseCents } from '../arguments/money-input.ts';
import { type RequestedCall, planOperation } from '../plans/plan-operation.ts';
import type { CarrierRecord, ShipmentLoad, ShipmentRecord } from '../records/record-types.ts';

/** A carrier and its terms, as the desk states them. */
interface BookingArguments {
  readonly carrier: string;
  readonly rate: MoneyText;
  readonly accessorials?: readonly string[] | undefined;
  readonly driver?: string | undefined;
  readonly phone?: string | undefined;
  readonly truck?: string | undefined;
  readonly trailer?: string | undefined;
}

export interface ResolvedBooking {
  readonly carrier: CarrierRecord;
  /** Input of the API's operation that books the carrier. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Reads the carrier and what it is promised: rate and accessorials as separate charges. */
export async function readBooking(
  ctx: ToolContext,
  { currency }: ShipmentRecord,
  { driver, phone, truck, trailer, ...terms }: BookingArguments,
): Promise<ResolvedBooking> {
  const { record: carrier } = await resolve(ctx, carrierFinder, terms.carrier);
  const paidIn = carrier.currency ?? currency;
  const { rate, extras, linehaul } = await readTogether({
    rate: () => parseCents(terms.rate, 'rate', paidIn),
    extras: () =>
      Promise.all((terms.accessorials ?? []).map((text, at) => parseCharge(ctx, `accessorials.${at}`, text, paidIn))),
    linehaul: () => resolveChargeCode(ctx, 'rate', 'linehaul'),
  });
  const lines = [{ code: linehaul, cents: rate }, ...extras];
  return {
    carrier,
    input: {
      carrier: { id: carrier.id },
      charges: lines.map(({ code, cents }) => ({ chargeCodeId: code.id, amount: fromCents(cents) })),
      ...(driver !== undefined && { driverName: driver }),
      ...(phone !== undefined && { driverPhone: phone }),
      ...(truck !== undefined && { truckNumber: truck }),
      ...(trailer !== undefined && { trailerNumber: trailer }),
    },
  };
}

/** Plans a booking on the load, or on a new load of the shipment. */
export async function planBooking(
  ctx: ToolContext,
  { shipment, load }: { readonly shipment: ShipmentRecord; readonly load: ShipmentLoad | undefined },
  { input }: ResolvedBooking,
  earlier?: RequestedCall['earlier'],
): Promise<PlanDraft> {
  if (load) return planOperation(ctx, { operation: 'loads.addCarrier', input: { id: load.id, ...input }, earlier });
  const mode = shipment.orders[0]?.mode ?? 'TL';
  return planOperation(ctx, {
    operation: 'loads.create',
    input: { shipmentId: shipment.id, load: { mode, carrier: input } },
  });
}

interface LeavingCarrier {
  readonly load: Pick<ShipmentLoad, 'id'>;
  readonly booked: { readonly id: string };
  readonly reason: string | undefined;
  readonly tonuCents: number;
}

/** Plans that a carrier leaves its load. It is owed nothing, or a TONU for a truck that was ordered and not used. */
export async function planRemoval(
  ctx: ToolContext,
  { load, booked, reason, tonuCents }: LeavingCarrier,
): Promise<PlanDraft> {
  const place = { loadId: load.id, carrierId: booked.id };
  if (tonuCents === 0)
    return planOperation(ctx, {
      operation: 'loads.bounce',
      input: {
        ...place,
        reason: reason === undefined ? 'BOUNCED' : parseRemovalReason(reason),
        ...(reason !== undefined && { reasonText: reason }),
      },
    });
  const code = await resolveChargeCode(ctx, 'tonu', 'TONU');
  const costs = [{ chargeCodeId: code.id, amount: fromCents(tonuCents) }];
  return planOperation(ctx, {
    operation: 'loads.tonu',
    input: { ...place, costs, ...(reason !== undefined && { reason }) },
  });
}

/**
 * Marks all steps of a plan as being about one record, so that a later step accepts what an earlier step changed in it.
 */
export const markAllAbout = (
  draft: PlanDraft,
  { id, friendlyId }: { readonly id: string; readonly friendlyId: string },
): PlanDraft => ({
  ...draft,
  steps: draft.steps.map((step): PlanStep => ({ ...step, about: { id, friendlyId } })),
});
