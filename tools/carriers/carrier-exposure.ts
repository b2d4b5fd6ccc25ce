import { type AmountOf, formatMoney, sumByCurrency } from '../../src/domain/money/money.ts';
import { activeAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { finalShipmentStatuses, liveShipment } from '../../src/domain/freight/shipment.ts';
import { openBill, paidBillStatuses } from '../../src/domain/bills/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { BillRecord, ShipmentRecord } from '../records/record-types.ts';
import { readOrUnknown } from '../records/or-unknown.ts';

interface LiveLoad {
  readonly load: string;
  readonly shipment: string;
  readonly status: string;
}

/** The exposure to a carrier: its live loads and open bills. A part is undefined if the API does not show it. */
export interface CarrierExposure {
  readonly liveLoads: readonly LiveLoad[] | undefined;
  readonly openBills: readonly AmountOf[] | undefined;
}

/** Operations that `readExposure` uses. */
export const carrierExposureOperations = ['bills.filter', 'shipments.filter'] as const;

export async function readExposure(ctx: ToolContext, carrierId: string): Promise<CarrierExposure> {
  const [bills, shipments] = await Promise.all([
    readOrUnknown(() =>
      scan(ctx, ctx.api.bills.filter, {
        filter: { carrierId: { equalTo: carrierId }, status: { notIn: paidBillStatuses } },
        local: {
          carrierId: ({ carrier }: BillRecord) => carrier?.id === carrierId,
          status: isOpen,
        },
      }),
    ),
    readOrUnknown(() =>
      scan(ctx, ctx.api.shipments.filter, {
        filter: { carrierId: { equalTo: carrierId }, status: { notIn: finalShipmentStatuses } },
        local: { carrierId: () => true, status: (shipment: ShipmentRecord) => isMet(liveShipment, shipment) },
      }),
    ),
  ]);
  noteUnread(ctx, bills, shipments);
  return {
    // Whichever filter was applied, the loads and amounts of others do not count.
    liveLoads: shipments?.rows.flatMap((shipment) => listLiveLoads(shipment, carrierId)),
    openBills: bills?.rows
      .filter(isOpen)
      .map(({ amountOwed, currency }) => ({ currency, amountCents: toAmountCents(amountOwed) })),
  };
}

const isOpen = ({ status, amountOwed }: BillRecord): boolean =>
  isMet(openBill, { status, owedCents: toAmountCents(amountOwed) });

function listLiveLoads({ friendlyId: shipment, loads }: ShipmentRecord, carrierId: string): LiveLoad[] {
  return loads
    .filter((load) => isMet(liveLoad, load))
    .filter(({ carriers }) =>
      carriers.some((assignment) => assignment.carrier?.id === carrierId && isMet(activeAssignment, assignment)),
    )
    .map(({ friendlyId, status }) => ({ load: friendlyId, shipment, status }));
}

const loadsNamed = 5;

/** Returns text such as "1 load under way (LD-1004 of SHP-1004, in transit); $1,200.00 in 2 open bills." */
export function formatExposure({ liveLoads, openBills }: CarrierExposure): string {
  return `${formatLoads(liveLoads)}; ${formatBills(openBills)}.`;
}

function formatLoads(loads: CarrierExposure['liveLoads']): string {
  if (loads === undefined) return 'live loads unknown (not shown by this API)';
  if (loads.length === 0) return 'no load booked or under way';
  const names = loads
    .slice(0, loadsNamed)
    .map(({ load, shipment, status }) => `${load} of ${shipment}, ${formatCode(status)}`);
  const more = loads.length > loadsNamed ? ` and ${loads.length - loadsNamed} more` : '';
  return `${loads.length} ${loads.length === 1 ? 'load' : 'loads'} booked or under way (${names.join('; ')}${more})`;
}

function formatBills(bills: CarrierExposure['openBills']): string {
  if (bills === undefined) return 'open bills unknown (not shown by this API)';
  if (bills.length === 0) return 'no open bills';
  const owed = sumByCurrency(bills).map(({ currency, amountCents }) => formatMoney(amountCents, currency));
  return `${owed.join(' and ')} owed on ${bills.length} open ${bills.length === 1 ? 'bill' : 'bills'}`;
}
