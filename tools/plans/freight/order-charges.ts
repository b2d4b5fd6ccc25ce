import { ChargesInput } from '../../../src/contract/freight/charges.ts';
import type { ChargeInput } from '../../../src/contract/types.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { orderBillingLifecycle } from '../../../src/domain/money/order-billing.ts';
import { checkFloor, type Margin } from '../../../src/domain/money/margin.ts';
import { fromCents } from '../../../src/domain/money/money.ts';
import { listAllowedActions } from '../../../src/domain/kit/lifecycle.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { readCodeNames } from '../../arguments/charge-codes.ts';
import { toAmountCents, centsText } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import { readLoads } from '../../shipments/shipment-snapshot.ts';
import { computeMargins, listMarginLines } from '../../shipments/shipment-margin.ts';
import { applyEarlierSteps, type EarlierSteps } from '../kit/earlier-steps.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { sumCharges } from './bookings.ts';
import type { ShipmentOrderRecord } from '../../stops/stop-text.ts';

/**
 * Plans a new list of charges, which the API puts in place of the old one: revenue before and after, and which lines
 * go.
 */
export async function planOrderCharges(
  ctx: ToolContext,
  input: JsonObject,
  current: JsonObject,
  earlier: EarlierSteps,
): Promise<PlanPart> {
  if (input['charges'] === undefined) return {};
  // The API's own reading of an order has the shape that the contract declares.
  const order = current as unknown as ShipmentOrderRecord;
  refuseInvoiced(order);
  const charges = ChargesInput.parse(input['charges']);
  const { keptIds, added } = compareCharges(order, charges);
  const gone = order.charges.filter(({ id }) => !keptIds.has(id));
  const [before, after] = [toAmountCents(order.totalRevenue) ?? 0, sumCharges(charges)];
  const on = order.shipmentKey ? `${order.friendlyId} of ${order.shipmentKey}` : order.friendlyId;
  const formatCents = (cents: number) => centsText(cents, order.currency);
  const getChargeName = await readChargeNames(ctx, added);
  const margins = await readMarginChange(ctx, order, charges, earlier);
  return {
    title: `Change the charges of ${on}: revenue ${formatCents(before)} -> ${formatCents(after)}`,
    lines: [
      ...order.charges.filter(({ id }) => keptIds.has(id)).map((line) => `Kept: ${formatCharge(line, order.currency)}`),
      ...gone.map((line) => `Removed: ${formatCharge(line, order.currency)}`),
      ...added.map((line) => `New: ${recordText(getChargeName(line), 'list')} ${formatCents(sumCharges([line]))}`),
      { label: `Revenue of ${order.friendlyId}`, before: formatCents(before), after: formatCents(after) },
      ...listMarginLines(order.shipmentKey ?? undefined, margins.before, margins.after),
    ],
    hits: [
      ...gone.map((line) => `A charge is removed: ${formatCharge(line, order.currency)}.`),
      ...(after < before ? listThinMargins(ctx, margins) : []),
    ],
    members: new Set(['charges']),
    undo: 'The former charges can be put back until the order is invoiced.',
    undoCall: 'undo',
  };
}

function refuseInvoiced({ friendlyId, billingStatus, shipmentKey }: ShipmentOrderRecord): void {
  if (listAllowedActions(orderBillingLifecycle, billingStatus).includes('invoice')) return;
  const error = new WaybillError(
    'CONFLICT',
    `${friendlyId} is ${formatCode(billingStatus)}: its charges are on an invoice and don't change. Void the invoice, add the charge and invoice again; or invoice the charge separately with api_write invoices.create.`,
  );
  throw withNextActions(
    error,
    shipmentKey ? [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'names the invoice' }] : [],
  );
}

/** Compares new charges with those of the order: lines are the same where code and total are. */
function compareCharges(order: ShipmentOrderRecord, charges: readonly ChargeInput[]) {
  const unmatched = [...order.charges];
  const keptIds = new Set<string>();
  const added = charges.filter((line) => {
    const at = unmatched.findIndex(
      (charge) => hasSameCode(line, charge) && getTotalCents(line) === toAmountCents(charge.total),
    );
    const [match] = at === -1 ? [] : unmatched.splice(at, 1);
    if (match) keptIds.add(match.id);
    return !match;
  });
  return { keptIds, added };
}

const hasSameCode = (
  line: ChargeInput,
  { chargeCodeId, chargeCode }: ShipmentOrderRecord['charges'][number],
): boolean =>
  line.chargeCode && 'key' in line.chargeCode
    ? line.chargeCode.key === chargeCode.code
    : getChargeCodeId(line) === (chargeCodeId ?? undefined);

const getChargeCodeId = ({ chargeCodeId, chargeCode }: ChargeInput) =>
  chargeCodeId ?? (chargeCode && 'id' in chargeCode ? chargeCode.id : undefined);
const getTotalCents = (line: ChargeInput) => sumCharges([line]);

/** Returns a function that names new charges, by the catalog where they have no description. */
async function readChargeNames(
  ctx: ToolContext,
  added: readonly ChargeInput[],
): Promise<(line: ChargeInput) => string> {
  const findChargeName = added.length > 0 ? await readCodeNames(ctx) : undefined;
  return (line) =>
    line.description ??
    findChargeName?.(getChargeCodeId(line)) ??
    (line.chargeCode && 'key' in line.chargeCode ? line.chargeCode.key : `charge ${getChargeCodeId(line)}`);
}

const formatCharge = (
  { chargeCode, description, total }: ShipmentOrderRecord['charges'][number],
  currency: string,
): string => `${recordText(description ?? chargeCode.name, 'list')} ${centsText(toAmountCents(total), currency)}`;

interface MarginChange {
  readonly before: readonly Margin[];
  readonly after: readonly Margin[];
}

async function readMarginChange(
  ctx: ToolContext,
  { id, shipmentId, currency }: ShipmentOrderRecord,
  charges: readonly ChargeInput[],
  earlier: EarlierSteps,
): Promise<MarginChange> {
  const shipment =
    shipmentId === null ? undefined : await readOrUnknown(() => ctx.api.shipments.get({ id: shipmentId }));
  if (!shipment) return { before: [], after: [] };
  const loads = await readLoads(ctx, shipment.id);
  const snapshot = applyEarlierSteps({ shipment, loads, bills: [], invoices: [] }, earlier);
  const totalRevenue = fromCents(sumCharges(charges));
  const orders = snapshot.shipment.orders.map((order) =>
    order.id === id ? { ...order, totalRevenue, currency } : order,
  );
  return {
    before: computeMargins(snapshot),
    after: computeMargins({ ...snapshot, shipment: { ...snapshot.shipment, orders } }),
  };
}

/** Lists what is below the floor; revenue without an agreed cost is no margin yet. */
const listThinMargins = ({ policy }: ToolContext, { after }: MarginChange): readonly string[] => [
  ...new Set(
    after
      .filter(({ costCents, gap }) => costCents > 0 || gap === 'currencies')
      .flatMap((margin) => checkFloor(margin, policy.marginFloor) ?? []),
  ),
];
