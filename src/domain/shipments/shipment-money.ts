import { activeAssignment, bouncedAssignment } from '../freight/load.ts';
import { notCanceled } from '../freight/shipment.ts';
import type { MarginBasis, MoneyLine, MoneyLines } from '../money/margin.ts';
import { isMet } from '../rules/rule.ts';

interface ShipmentAmount {
  readonly currency: string;
  readonly cents: number;
}

/** Amount owed to a carrier or vendor, with its bills. */
export interface OwedAmount extends ShipmentAmount {
  readonly canceled: boolean;
  readonly bills: readonly ShipmentAmount[];
}

/** A load as far as the cost of its freight is concerned. */
export interface CostedLoad {
  readonly status: string;
  readonly carriers: readonly {
    readonly status: string;
    /** The agreed pay; null or nothing while none is agreed. */
    readonly cents: number | null;
    readonly isBilled: boolean;
  }[];
}

/** Inputs of a shipment's revenue and cost. */
export interface ShipmentMoney {
  readonly status: string;
  /** Orders that aren't canceled. */
  readonly orders: readonly (ShipmentAmount & { readonly id: string })[];
  /** Invoices that aren't void. */
  readonly invoices: readonly (ShipmentAmount & { readonly orderId: string })[];
  readonly owed: readonly OwedAmount[];
  readonly loads: readonly CostedLoad[];
}

export const buildMoneyLines = ({ status, orders, invoices, owed, loads }: ShipmentMoney): MoneyLines => ({
  revenue: buildRevenueLines(orders, invoices),
  cost: owed.flatMap(buildCostLines),
  lacksCost: { booked: isCostMissing({ status, loads }, 'booked'), actual: isCostMissing({ status, loads }, 'actual') },
});

/**
 * Returns whether the freight has no cost yet, or only part of it: a load without a carrier, a carrier without agreed pay, or
 * no load at all. What services and unused trucks cost is not what the haul will cost. A canceled shipment is not hauled.
 */
export function isCostMissing({ status, loads }: Pick<ShipmentMoney, 'status' | 'loads'>, basis: MarginBasis): boolean {
  if (!isMet(notCanceled, { status })) return false;
  const hauled = loads.filter((load) => isMet(notCanceled, load));
  return hauled.length === 0 || !hauled.every((load) => hasCost(load, basis));
}

function hasCost({ carriers }: CostedLoad, basis: MarginBasis): boolean {
  const active = carriers.filter((carrier) => isMet(activeAssignment, carrier));
  return active.length > 0 && active.every(({ cents, isBilled }) => Boolean(cents) || (basis === 'actual' && isBilled));
}

/** Orders keep a status of their own once they are invoiced, also for the TONU of a canceled shipment. */
export const isLiveOrder = (shipment: { readonly status: string }, order: { readonly status: string }): boolean =>
  isMet(notCanceled, shipment) && isMet(notCanceled, order);

/** A truck that was ordered and not used is paid for even when its load is gone; a bounced carrier is not. */
export const isOwedNothing = (carrier: { readonly status: string }, load: { readonly status: string }): boolean =>
  isMet(bouncedAssignment, carrier) || (isMet(activeAssignment, carrier) && !isMet(notCanceled, load));

/** Builds the lines of revenue. A shipment has one invoice for all its orders, so they are one line if they share a currency. */
function buildRevenueLines(orders: ShipmentMoney['orders'], invoices: ShipmentMoney['invoices']): readonly MoneyLine[] {
  const currencies = new Set([...orders, ...invoices].map(({ currency }) => currency));
  const [currency] = currencies;
  if (currencies.size === 1 && currency !== undefined) {
    const billedCents = invoices.length > 0 ? sum(invoices) : null;
    return [{ currency, agreedCents: sum(orders), billedCents, canceled: false }];
  }
  const agreed = orders.map((order) => ({
    currency: order.currency,
    agreedCents: order.cents,
    billedCents: invoices.some(({ orderId }) => orderId === order.id) ? 0 : null,
    canceled: false,
  }));
  return [...agreed, ...invoices.map(toBilledLine)];
}

/**
 * Builds the lines of cost. Bills in another currency than agreed are separate lines: amounts of two currencies are
 * never added.
 */
function buildCostLines({ currency, cents, canceled, bills }: OwedAmount): readonly MoneyLine[] {
  const same = bills.filter((bill) => bill.currency === currency);
  const otherBills = bills.filter((bill) => bill.currency !== currency);
  const billedCents = bills.length > 0 ? sum(same) : null;
  return [{ currency, agreedCents: cents, billedCents, canceled }, ...otherBills.map(toBilledLine)];
}

const toBilledLine = ({ currency, cents }: ShipmentAmount): MoneyLine => ({
  currency,
  agreedCents: 0,
  billedCents: cents,
  canceled: false,
});

const sum = (amounts: readonly ShipmentAmount[]): number => amounts.reduce((total, { cents }) => total + cents, 0);
