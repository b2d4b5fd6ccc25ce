import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { blockerWords, invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import { describeRoute } from '../records/stop-places.ts';
import { stopsOf } from '../shipments/shipment-progress.ts';
import type { Waiting } from './waiting.ts';

export const queueOrders = ['days', 'revenue', 'customer', 'blocker'];
export const queueGroupings = ['blocker', 'customer', 'age'] as const;

/** What the queue can show, and by what it can be ordered and counted. */
export const queueListOptions: ListOptions<Waiting> = {
  columns: [
    column('friendlyId', 'Shipment'),
    textColumn('customer', 'Customer'),
    textColumn('lane', 'Lane'),
    column('delivered', 'Delivered'),
    countColumn('days', 'Days'),
    column('blockers', 'In the way'),
    moneyColumn('revenue', 'Revenue'),
  ],
  hidden: ['currency', 'blocker'],
  onRequest: ['id', 'billingStatus'],
  orders: {
    days: { by: ({ days }) => days, first: 'high' },
    revenue: { by: ({ shipment }) => shipment.totalRevenue, first: 'high' },
    customer: { by: ({ shipment }) => shipment.customer.name.toLowerCase(), first: 'low' },
    blocker: { by: ({ blockers }) => invoiceBlockers.indexOf(blockers[0]), first: 'low' },
  },
  groupings: {
    blocker: { column: column('blocker', 'First in the way'), of: ({ blockers }) => blockerWords[blockers[0]] },
    customer: {
      column: textColumn('customer', 'Customer'),
      of: ({ shipment: { customer } }) => `${customer.name} (${customer.friendlyId})`,
    },
    age: { column: column('age', 'Days since delivery'), of: ({ days }) => ageOf(days), isOrdered: true },
  },
  measures: [{ key: 'revenue', title: 'Revenue', cents: revenueCents }],
  currencyOf: ({ shipment }) => shipment.currency,
  rowOf,
};

export function revenueCents({ shipment }: Waiting): number | null {
  return centsOf(shipment.totalRevenue);
}

function rowOf({ shipment, blockers, days, delivered }: Waiting): ListRow {
  return {
    id: shipment.id,
    friendlyId: shipment.friendlyId,
    customer: shipment.customer.name,
    lane: describeRoute(stopsOf(shipment)),
    delivered,
    days,
    blocker: blockers[0],
    blockers: blockers.map((one) => blockerWords[one]).join(', '),
    billingStatus: shipment.billingStatus,
    revenue: shipment.totalRevenue,
    currency: shipment.currency,
  };
}

/** By weeks, as a desk reads it. */
function ageOf(days: number | null): string | null {
  if (days === null) return null;
  if (days < 8) return days < 3 ? '00-02' : '03-07';
  if (days < 15) return '08-14';
  return days < 31 ? '15-30' : '31+';
}
