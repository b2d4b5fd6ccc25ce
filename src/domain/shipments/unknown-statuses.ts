import { loadCarrierStatuses, loadStatuses } from '../freight/load.ts';
import { quoteStatuses } from '../quotes/quote.ts';
import { serviceStatuses } from '../freight/service.ts';
import { shipmentStatuses } from '../freight/shipment.ts';
import { billStatuses } from '../bills/bill.ts';
import { invoiceStatuses } from '../money/invoice.ts';
import { orderBillingStatuses } from '../money/order-billing.ts';

/** A kind of status: the words that Waybill knows, and how a record with any other word counts. */
interface StatusKind {
  /** Name of the copy's table. */
  readonly table: string;
  readonly field: 'status' | 'billingStatus';
  readonly known: readonly string[];
  readonly one: string;
  readonly many: string;
  /** Verb phrases for one record ("it ...") and for several ("they ..."). */
  readonly counts: readonly [string, string];
}

const asLive = ['counts as under way', 'count as under way'] as const;
const asOpen = ['counts as open', 'count as open'] as const;
const asOwed = ['counts as open while it has a balance', 'count as open while they have a balance'] as const;

export const statusKinds = {
  shipment: {
    table: 'shipment',
    field: 'status',
    known: shipmentStatuses,
    one: 'shipment',
    many: 'shipments',
    counts: asLive,
  },
  billing: {
    table: 'shipment',
    field: 'billingStatus',
    known: orderBillingStatuses,
    one: 'shipment',
    many: 'shipments',
    counts: ['counts as not invoiced until its invoice is seen', 'count as not invoiced until their invoice is seen'],
  },
  load: { table: 'load', field: 'status', known: loadStatuses, one: 'load', many: 'loads', counts: asLive },
  loadCarrier: {
    table: 'load_carrier',
    field: 'status',
    known: loadCarrierStatuses,
    one: 'assignment of a carrier',
    many: 'assignments of carriers',
    counts: ['counts as being on the load', 'count as being on the load'],
  },
  service: {
    table: 'service',
    field: 'status',
    known: serviceStatuses,
    one: 'service',
    many: 'services',
    counts: ['counts as work to be paid', 'count as work to be paid'],
  },
  quote: { table: 'quote', field: 'status', known: quoteStatuses, one: 'quote', many: 'quotes', counts: asOpen },
  invoice: {
    table: 'invoice',
    field: 'status',
    known: invoiceStatuses,
    one: 'invoice',
    many: 'invoices',
    counts: asOwed,
  },
  bill: { table: 'bill', field: 'status', known: billStatuses, one: 'bill', many: 'bills', counts: asOwed },
} as const satisfies Record<string, StatusKind>;

export type StatusKindName = keyof typeof statusKinds;

// Keys of the table are its kinds.
export const statusKindNames = Object.keys(statusKinds) as StatusKindName[];

/** Records with a status that Waybill doesn't know. */
export interface UnknownStatus {
  readonly kind: StatusKindName;
  readonly status: string;
  readonly count: number;
}

/** Returns whether a status is of no kind that Waybill knows; no status at all isn't. */
export function isUnknownStatus(kind: StatusKindName, status: unknown): status is string {
  const knownStatuses: readonly string[] = statusKinds[kind].known;
  return typeof status === 'string' && !knownStatuses.includes(status);
}

/** Describes how such records count: `3 bills have the status "pending audit", which Waybill doesn't know; they count as open`. */
export function describeUnknownStatus({ kind, count, status }: UnknownStatus): string {
  const { field, one, many, counts } = statusKinds[kind];
  const [records, have, they] = count === 1 ? [one, 'has', `it ${counts[0]}`] : [many, 'have', `they ${counts[1]}`];
  const name = field === 'status' ? 'status' : 'billing status';
  return `${count} ${records} ${have} the ${name} ${status}, which Waybill doesn't know; ${they}.`;
}
