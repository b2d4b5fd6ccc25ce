import { type Margin, marginOf, marginText, type MoneyLine } from '../../src/domain/money/margin.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { BillRecord, InvoiceRecord, LoadRecord, ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from './shipment-progress.ts';

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
  const lines = {
    revenue: revenueOf(facts),
    cost: [...[...carrierCosts(facts), ...serviceCosts(facts)].flatMap(byCurrency), ...added],
  };
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

/** A shipment has one invoice for all its orders, so they are one line wherever one currency covers them. */
function revenueOf({ shipment, invoices }: MarginFacts): readonly MoneyLine[] {
  const orders = liveOrders(shipment);
  const currencies = new Set([...orders, ...invoices].map(({ currency }) => currency));
  const [currency] = currencies;
  if (currencies.size === 1 && currency !== undefined) {
    const agreedCents = sum(orders.map(({ totalRevenue }) => totalRevenue));
    return [
      {
        currency,
        agreedCents,
        billedCents: invoices.length > 0 ? sum(invoices.map(({ amount }) => amount)) : null,
        canceled: false,
      },
    ];
  }
  const agreed = orders.map(({ id, currency, totalRevenue }) => ({
    currency,
    agreedCents: centsOf(totalRevenue) ?? 0,
    billedCents: invoices.some(({ orderId }) => orderId === id) ? 0 : null,
    canceled: false,
  }));
  return [...agreed, ...invoices.map(({ currency, amount }) => billedOnly(currency, centsOf(amount)))];
}

/** What is owed for one carrier or service, with the bills that came for it. */
interface Owed {
  readonly currency: string;
  readonly agreedCents: number;
  readonly canceled: boolean;
  readonly bills: readonly { readonly currency: string; readonly amount: number }[];
}

function carrierCosts({ shipment, loads, bills }: MarginFacts): readonly Owed[] {
  const known = loads ?? shipment.loads;
  return known.flatMap(({ status, carriers }) =>
    carriers.map((carrier) => ({
      currency: 'currency' in carrier ? carrier.currency : shipment.currency,
      agreedCents: centsOf(carrier.totalCost) ?? 0,
      // A truck that was ordered and not used is paid for even when its load is gone.
      canceled: carrier.status === 'BOUNCED' || (carrier.status === 'ACTIVE' && status === 'CANCELED'),
      bills: bills.filter(({ loadCarrierId }) => loadCarrierId === carrier.id),
    })),
  );
}

function serviceCosts({ shipment, bills }: MarginFacts): readonly Owed[] {
  return shipment.services.map(({ id, vendor, cost, status }) => {
    const own = bills.filter(({ vendedServiceId }) => vendedServiceId === id);
    return {
      currency: own[0]?.currency ?? vendor.currency ?? shipment.currency,
      agreedCents: centsOf(cost) ?? 0,
      canceled: status === 'CANCELED',
      bills: own,
    };
  });
}

/** Bills in another currency than agreed are a line of their own: amounts of two currencies never meet. */
function byCurrency({ currency, agreedCents, canceled, bills }: Owed): readonly MoneyLine[] {
  const same = bills.filter((bill) => bill.currency === currency);
  const others = bills.filter((bill) => bill.currency !== currency);
  const billedCents = bills.length > 0 ? sum(same.map(({ amount }) => amount)) : null;
  return [
    { currency, agreedCents, billedCents, canceled },
    ...others.map((bill) => billedOnly(bill.currency, centsOf(bill.amount))),
  ];
}

const billedOnly = (currency: string, billedCents: number): MoneyLine => ({
  currency,
  agreedCents: 0,
  billedCents,
  canceled: false,
});
const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (centsOf(amount) ?? 0), 0);
