import { addDays, todayIn } from '../../src/domain/kit/dates.ts';
import { creditParts } from '../../src/domain/freight/shipment-credit.ts';
import { type CurrencyTotal, sumByCurrency } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { revenueOf } from './customer-exposure.ts';

/** What was booked or moved with pickups in the last days. */
export interface CustomerVolume {
  readonly days: number;
  readonly shipments: number;
  readonly revenue: readonly CurrencyTotal[];
}

export interface Volumes {
  readonly spans: readonly CustomerVolume[];
  readonly lastPickUp: string | null;
  readonly coverage: string | undefined;
}

const spans = [30, 90] as const;

export async function volumeOf(ctx: ToolContext, customerId: string): Promise<Volumes> {
  const today = todayIn(ctx.timeZone, ctx.now());
  const since = addDays(today, -Math.max(...spans));
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      customerId: { equalTo: customerId },
      pickUpDate: { greaterThanOrEqualTo: since, lessThanOrEqualTo: today },
    },
    local: {
      customerId: (shipment: ShipmentRecord) => shipment.customerId === customerId,
      pickUpDate: ({ pickUpDate }: ShipmentRecord) => pickUpDate !== null && pickUpDate >= since && pickUpDate <= today,
    },
  });
  const moved = found.rows.filter(({ status }) => isFreight(status));
  const days = moved.flatMap(({ pickUpDate }) => pickUpDate ?? []);
  return {
    spans: spans.map((span) => {
      const from = addDays(today, -span);
      const within = moved.filter(({ pickUpDate }) => pickUpDate !== null && pickUpDate >= from);
      return { days: span, shipments: within.length, revenue: sumByCurrency(within.flatMap(revenueOf)) };
    }),
    lastPickUp: days.toSorted().at(-1) ?? null,
    coverage: found.coverage,
  };
}

/** Drafts, tenders and holds may never move. */
const isFreight = (status: ShipmentRecord['status']) => ['booked', 'unbilled'].includes(creditParts[status]);
