import type { LoadCarrier, LoadCarrierSummary } from '../../src/contract/types.ts';
import { type Margin, marginOf, marginText, type MoneyLine } from '../../src/domain/money/margin.ts';
import { isLiveOrder, isOwedNothing, moneyLinesOf, type Owed } from '../../src/domain/shipments/shipment-money.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { BillRecord, InvoiceRecord, LoadRecord, ShipmentRecord } from '../records/record-types.ts';

export interface ShownMargin {
  readonly basis: 'booked' | 'actual';
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
  /** Null while no cost is agreed: revenue alone is no margin. */
  readonly margin: number | null;
  /** Null without revenue as well. */
  readonly marginPercent: number | null;
}

export const marginDefinition =
  'Margin = order charges less carrier and service costs; booked = as agreed, actual = invoices and bills where they exist; canceled left out, TONU kept.';

/** What revenue and cost follow from. */
export interface MarginFacts {
  readonly shipment: ShipmentRecord;
  /** Null where the API does not offer loads of their own. */
  readonly loads: readonly LoadRecord[] | null;
  readonly bills: readonly BillRecord[];
  readonly invoices: readonly InvoiceRecord[];
}

/** Booked and actual margin, one of each per currency; `added` is cost that is about to be agreed. */
export function marginsOf(facts: MarginFacts, added: readonly MoneyLine[] = []): readonly Margin[] {
  const { revenue, cost } = moneyLinesOf({
    orders: facts.shipment.orders
      .filter((order) => isLiveOrder(facts.shipment, order))
      .map(({ id, currency, totalRevenue }) => ({ id, currency, cents: centsOf(totalRevenue) ?? 0 })),
    invoices: facts.invoices.map((invoice) => ({ ...toAmount(invoice), orderId: invoice.orderId })),
    owed: [...carrierCosts(facts), ...serviceCosts(facts)],
  });
  const lines = { revenue, cost: [...cost, ...added] };
  const isBilled = [...lines.revenue, ...lines.cost].some(
    ({ billedCents }) => billedCents !== null && billedCents !== undefined,
  );
  return [...marginOf(lines, 'booked'), ...(isBilled ? marginOf(lines, 'actual') : [])].filter(
    ({ revenueCents, costCents }) => revenueCents !== 0 || costCents !== 0,
  );
}

export function shownMargin(margin: Margin): ShownMargin {
  const { basis, currency, revenueCents, costCents, marginCents, marginPercent } = margin;
  const isKnown = costCents !== 0;
  return {
    basis,
    currency,
    revenue: fromCents(revenueCents),
    cost: fromCents(costCents),
    margin: isKnown ? fromCents(marginCents) : null,
    marginPercent: isKnown ? marginPercent : null,
  };
}

export function marginLine(margin: Margin): string {
  const { basis, currency, revenueCents, costCents, marginCents, marginPercent, billedLines, lines } = margin;
  const revenue = `${basis}: revenue ${centsText(revenueCents, currency)}`;
  if (costCents === 0) return `${revenue}, no cost agreed yet, so no margin`;
  const rest = `cost ${centsText(costCents, currency)}, margin ${centsText(marginCents, currency)} (${marginText(marginPercent)})`;
  return `${revenue}, ${rest}${basis === 'actual' ? `; ${billedLines} of ${lines} lines are invoiced or billed` : ''}`;
}

const toAmount = ({ currency, amount }: { readonly currency: string; readonly amount: number }) => ({
  currency,
  cents: centsOf(amount),
});

function carrierCosts({ shipment, loads, bills }: MarginFacts): readonly Owed[] {
  const known = loads ?? shipment.loads;
  return known.flatMap((load) =>
    load.carriers.map((carrier: LoadCarrier | LoadCarrierSummary) => ({
      currency: 'currency' in carrier ? carrier.currency : shipment.currency,
      cents: centsOf(carrier.totalCost) ?? 0,
      canceled: isOwedNothing(carrier, load),
      bills: bills.filter(({ loadCarrierId }) => loadCarrierId === carrier.id).map(toAmount),
    })),
  );
}

function serviceCosts({ shipment, bills }: MarginFacts): readonly Owed[] {
  return shipment.services.map(({ id, vendor, cost, status }) => {
    const own = bills.filter(({ vendedServiceId }) => vendedServiceId === id).map(toAmount);
    return {
      currency: own[0]?.currency ?? vendor?.currency ?? shipment.currency,
      cents: centsOf(cost) ?? 0,
      canceled: status === 'CANCELED',
      bills: own,
    };
  });
}
