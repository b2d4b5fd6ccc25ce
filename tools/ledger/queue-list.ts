import { type Completeness, isLoading, qualifyVerdict } from '../../src/domain/kit/completeness.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { blockerWords, invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { column, countColumn, dateColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { UnbilledShipment } from './waiting.ts';

export const queueOrders = ['days', 'revenue', 'customer', 'blocker'];
export const queueGroupings = ['blocker', 'customer', 'age'] as const;

/** Builds the options of the billing queue: its columns, orders and groupings. */
export const buildQueueListOptions = ({
  timeZone,
  completeness,
}: Pick<ToolContext, 'timeZone' | 'completeness'>): ListOptions<UnbilledShipment> => ({
  columns: [
    column('friendlyId', 'Shipment'),
    textColumn('customer', 'Customer'),
    textColumn('lane', 'Lane'),
    dateColumn('delivered', 'Delivered'),
    countColumn('days', 'Days'),
    column('blockers', 'In the way'),
    moneyColumn('revenue', 'Revenue'),
  ],
  hidden: ['currency', 'blocker'],
  onRequest: ['id', 'billingStatus'],
  orders: {
    days: { by: ({ days }) => days, first: 'high' },
    revenue: { by: ({ revenueCents }) => revenueCents, first: 'high', currencyOf: ({ currency }) => currency },
    customer: { by: ({ customer }) => customer.name.toLowerCase(), first: 'low' },
    blocker: { by: ({ blockers }) => invoiceBlockers.indexOf(blockers[0]), first: 'low' },
  },
  groupings: {
    blocker: {
      column: column('blocker', 'First in the way'),
      of: ({ blockers }) => qualifyVerdict(blockerWords[blockers[0]], completeness()),
    },
    customer: {
      column: textColumn('customer', 'Customer'),
      of: ({ customer }) => `${customer.name} (${customer.friendlyId})`,
    },
    age: { column: column('age', 'Days since delivery'), of: ({ days }) => getAgeLabel(days), isOrdered: true },
  },
  measures: [{ key: 'revenue', title: 'Revenue', cents: ({ revenueCents }) => revenueCents }],
  currencyOf: ({ currency }) => currency,
  buildRow: (waiting) => toRow(waiting, timeZone, completeness()),
});

function toRow(
  { revenueCents, deliveredAt, ...waiting }: UnbilledShipment,
  timeZone: string,
  completeness: Completeness,
): ListRow {
  return {
    id: waiting.id,
    friendlyId: waiting.friendlyId,
    customer: waiting.customer.name,
    lane: waiting.lane,
    delivered: deliveredAt === null ? null : getToday(timeZone, deliveredAt),
    days: waiting.days,
    blocker: isLoading(completeness) ? null : waiting.blockers[0],
    blockers: qualifyVerdict(waiting.blockers.map((blocker) => blockerWords[blocker]).join(', '), completeness),
    billingStatus: waiting.billingStatus,
    revenue: revenueCents === null ? null : fromCents(revenueCents),
    currency: waiting.currency,
  };
}

/** Returns the age as a range of days, in weeks. */
function getAgeLabel(days: number | null): string | null {
  if (days === null) return null;
  if (days < 8) return days < 3 ? '00-02' : '03-07';
  if (days < 15) return '08-14';
  return days < 31 ? '15-30' : '31+';
}
