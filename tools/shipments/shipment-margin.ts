import type { LoadCarrier, LoadCarrierSummary } from '../../src/contract/types.ts';
import { type Margin, computeMargin, formatMargin, type MoneyLine } from '../../src/domain/money/margin.ts';
import {
  type CostedLoad,
  isLiveOrder,
  isOwedNothing,
  buildMoneyLines,
  type OwedAmount,
} from '../../src/domain/shipments/shipment-money.ts';
import type { ChangedValue, PlanLine } from '../../src/mcp/tool/plan.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { toAmountCents, centsText } from '../records/amounts.ts';
import type { BillRecord, InvoiceRecord, LoadRecord, ShipmentRecord } from '../records/record-types.ts';

export interface ShownMargin {
  readonly basis: 'booked' | 'actual';
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
  /** Null while it isn't known. */
  readonly margin: number | null;
  /** Null without revenue as well. */
  readonly marginPercent: number | null;
  /** Why the margin isn't known. */
  readonly marginUnknown?: string;
}

export const marginDefinition =
  'Margin = order charges less carrier and service costs; booked = as agreed, actual = invoices and bills where they exist; canceled left out, TONU kept.';

/** The fields of a bill that cost follows from. */
type CostBill = Pick<BillRecord, 'loadCarrierId' | 'vendedServiceId' | 'currency' | 'amount'>;

/** The records that revenue and cost follow from. */
export interface MarginInputs {
  readonly shipment: ShipmentRecord;
  /** Null where the API does not offer loads of their own. */
  readonly loads: readonly LoadRecord[] | null;
  readonly bills: readonly CostBill[];
  readonly invoices: readonly Pick<InvoiceRecord, 'orderId' | 'currency' | 'amount'>[];
}

/** Cost that is about to be agreed. */
export interface AddedCost {
  readonly lines: readonly MoneyLine[];
  /** The load that it pays for; null for a load that is yet to be made. */
  readonly loadId: string | null;
}

/** Computes the booked and the actual margin, one of each per currency. */
export function computeMargins(inputs: MarginInputs, added?: AddedCost): readonly Margin[] {
  const { revenue, cost, lacksCost } = buildMoneyLines({
    status: inputs.shipment.status,
    loads: addToLoads(listCostedLoads(inputs), added),
    orders: inputs.shipment.orders
      .filter((order) => isLiveOrder(inputs.shipment, order))
      .map(({ id, currency, totalRevenue }) => ({ id, currency, cents: toAmountCents(totalRevenue) ?? 0 })),
    invoices: inputs.invoices.map((invoice) => ({ ...toAmount(invoice), orderId: invoice.orderId })),
    owed: [...listCarrierCosts(inputs), ...listServiceCosts(inputs)],
  });
  const lines = { revenue, cost: [...cost, ...(added?.lines ?? [])], ...(lacksCost && { lacksCost }) };
  const isBilled = [...lines.revenue, ...lines.cost].some(
    ({ billedCents }) => billedCents !== null && billedCents !== undefined,
  );
  return [...computeMargin(lines, 'booked'), ...(isBilled ? computeMargin(lines, 'actual') : [])].filter(
    ({ revenueCents, costCents }) => revenueCents !== 0 || costCents !== 0,
  );
}

export function toShownMargin(margin: Margin): ShownMargin {
  const { basis, currency, revenueCents, costCents, marginCents, marginPercent } = margin;
  return {
    basis,
    currency,
    revenue: fromCents(revenueCents),
    cost: fromCents(costCents),
    margin: marginCents === null ? null : fromCents(marginCents),
    marginPercent,
    ...(margin.gap !== null && { marginUnknown: describeGap(margin) }),
  };
}

const describeGap = ({ gap, currencies }: Margin): string =>
  gap === 'currencies'
    ? `amounts in ${new Intl.ListFormat('en').format(currencies)}`
    : 'a load has no carrier or no agreed cost';

/** Describes margins, one line for each basis and currency; amounts in several currencies stand on one line. */
export function describeMargins(margins: readonly Margin[]): readonly string[] {
  return margins.flatMap((margin) => {
    const sameBasis = margins.filter(({ basis }) => basis === margin.basis);
    if (margin.gap !== 'currencies') return [describeMargin(margin)];
    return margin === sameBasis[0] ? [describeSeveral(sameBasis, margin)] : [];
  });
}

function describeSeveral(margins: readonly Margin[], first: Margin): string {
  const list = (name: string, cents: (margin: Margin) => number) => {
    const amounts = margins.filter((margin) => cents(margin) !== 0);
    const texts = amounts.map((margin) => centsText(cents(margin), margin.currency));
    return texts.length === 0 ? [] : [`${name} ${texts.join(' and ')}`];
  };
  const amounts = [
    ...list('revenue', ({ revenueCents }) => revenueCents),
    ...list('cost', ({ costCents }) => costCents),
  ];
  return `${first.basis}: ${amounts.join(', ')}, margin unknown: ${describeGap(first)}`;
}

function describeMargin(margin: Margin): string {
  const { basis, currency, revenueCents, costCents, marginCents, marginPercent, billedLines, lines } = margin;
  const revenue = `${basis}: revenue ${centsText(revenueCents, currency)}`;
  if (marginCents === null && costCents === 0) return `${revenue}, no cost agreed yet, so no margin`;
  const cost = `cost ${centsText(costCents, currency)}`;
  if (marginCents === null) return `${revenue}, ${cost} so far, no margin yet: ${describeGap(margin)}`;
  const rest = `${cost}, margin ${centsText(marginCents, currency)} (${formatMargin(marginPercent)})`;
  return `${revenue}, ${rest}${basis === 'actual' ? `; ${billedLines} of ${lines} lines are invoiced or billed` : ''}`;
}

/**
 * Lists the booked revenue, cost and margin of a shipment that become another amount; sentences where amounts are in several
 * currencies. The number of the shipment is undefined while it has none.
 */
export function listMarginLines(
  shipment: string | undefined,
  before: readonly Margin[],
  after: readonly Margin[],
): readonly PlanLine[] {
  const [former = [], next = []] = [before, after].map((margins) => margins.filter(({ basis }) => basis === 'booked'));
  const currencies = new Set([...former, ...next].map(({ currency }) => currency));
  const [first = next[0], last = former[0]] = [former[0], next[0]];
  if (first === undefined || last === undefined) return [];
  if (currencies.size !== 1)
    return [
      ...describeMargins(former).map((line) => `Margin before, ${line}`),
      ...describeMargins(next).map((line) => `Margin after, ${line}`),
    ];
  const { currency } = first;
  const toRow = (name: string, format: (margin: Margin) => string): ChangedValue => ({
    label: shipment === undefined ? name : `${name} of ${shipment}`,
    before: former.length === 0 ? centsText(0, currency) : format(first),
    after: next.length === 0 ? centsText(0, currency) : format(last),
    ...(shipment !== undefined && { record: shipment }),
  });
  return [
    toRow('Revenue', ({ revenueCents }) => centsText(revenueCents, currency)),
    toRow('Cost', ({ costCents }) => centsText(costCents, currency)),
    toRow('Margin', ({ marginCents, marginPercent }) =>
      marginCents === null
        ? 'not known yet'
        : `${centsText(marginCents, currency)}${marginPercent === null ? '' : ` (${formatMargin(marginPercent)})`}`,
    ),
  ].filter((row) => row.before !== row.after);
}

/** Describes margins without their revenue and cost: "margin $500.00 (25.0 %)". */
export function formatShortMargins(margins: readonly Margin[]): string {
  if (margins.some(({ marginCents }) => marginCents === null)) return describeMargins(margins).join('; ');
  return margins
    .map(
      ({ currency, marginCents, marginPercent }) =>
        `margin ${centsText(marginCents ?? 0, currency)} (${formatMargin(marginPercent)})`,
    )
    .join('; ');
}

const toAmount = ({ currency, amount }: { readonly currency: string; readonly amount: number }) => ({
  currency,
  cents: toAmountCents(amount),
});

const isBilledFor = (bills: readonly CostBill[], id: string): boolean =>
  bills.some(({ loadCarrierId }) => loadCarrierId === id);

interface LoadWithCost extends CostedLoad {
  readonly id: string;
}

const listCostedLoads = ({ shipment, loads, bills }: MarginInputs): readonly LoadWithCost[] =>
  (loads ?? shipment.loads).map(({ id, status, carriers }) => ({
    id,
    status,
    carriers: carriers.map((carrier: LoadCarrier | LoadCarrierSummary) => ({
      status: carrier.status,
      cents: toAmountCents(carrier.totalCost),
      isBilled: isBilledFor(bills, carrier.id),
    })),
  }));

/** Adds a carrier with its pay to the load that it is put on. */
function addToLoads(loads: readonly LoadWithCost[], added: AddedCost | undefined): readonly CostedLoad[] {
  if (added === undefined || added.lines.length === 0) return loads;
  const cents = added.lines.reduce((sum, { agreedCents }) => sum + agreedCents, 0);
  const carrier = { status: 'ACTIVE', cents, isBilled: false };
  if (added.loadId === null) return [...loads, { status: 'BOOKED', carriers: [carrier] }];
  return loads.map((load) => (load.id === added.loadId ? { ...load, carriers: [...load.carriers, carrier] } : load));
}

function listCarrierCosts({ shipment, loads, bills }: MarginInputs): readonly OwedAmount[] {
  const readableLoads = loads ?? shipment.loads;
  return readableLoads.flatMap((load) =>
    load.carriers.map((carrier: LoadCarrier | LoadCarrierSummary) => ({
      currency: 'currency' in carrier ? carrier.currency : shipment.currency,
      cents: toAmountCents(carrier.totalCost) ?? 0,
      canceled: isOwedNothing(carrier, load),
      bills: bills.filter(({ loadCarrierId }) => loadCarrierId === carrier.id).map(toAmount),
    })),
  );
}

function listServiceCosts({ shipment, bills }: MarginInputs): readonly OwedAmount[] {
  return shipment.services.map(({ id, vendor, cost, status }) => {
    const serviceBills = bills.filter(({ vendedServiceId }) => vendedServiceId === id).map(toAmount);
    return {
      currency: serviceBills[0]?.currency ?? vendor?.currency ?? shipment.currency,
      cents: toAmountCents(cost) ?? 0,
      canceled: status === 'CANCELED',
      bills: serviceBills,
    };
  });
}
