import { bookedFreight, unbookedStatuses } from '../../src/domain/freight/shipment-credit.ts';
import type { ExposureParts } from '../../src/domain/money/credit-exposure.ts';
import { type AmountOf, sumByCurrency } from '../../src/domain/money/money.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan, type Scan } from '../../src/mcp/tool/scan.ts';
import { centsOf } from '../records/amounts.ts';
import type { CustomerRecord, ShipmentRecord } from '../records/record-types.ts';
import { unbilledShipments } from './unbilled-shipments.ts';
import { type Exposure, exposuresAgainst, type Limit } from './credit-standing.ts';
import { openInvoices } from './open-invoices.ts';

export interface CustomerExposure {
  /** In the currency of the limit first. */
  readonly byCurrency: readonly Exposure[];
}

/** As the API shows it now: what a write is held against. Questions read the copy. */
export async function exposureOf(ctx: ToolContext, customer: CustomerRecord): Promise<CustomerExposure> {
  const [open, unbilled, booked] = await Promise.all([
    openInvoices(ctx, customer.id),
    unbilledShipments(ctx, customer.id),
    bookedShipments(ctx, customer.id),
  ]);
  const parts = partsByCurrency({
    openCents: open.rows.map(({ currency, amountOwed }) => ({ currency, amountCents: centsOf(amountOwed) })),
    unbilledCents: unbilled.rows.flatMap(revenueOf),
    bookedCents: booked.rows.flatMap(revenueOf),
  });
  noteUnread(ctx, open, unbilled, booked);
  return {
    byCurrency: exposuresAgainst(limitOf(customer), parts, ctx.policy.rules.creditCounts),
  };
}

export const limitOf = ({ currency, creditLimit, creditUsageWarning }: CustomerRecord): Limit => ({
  currency,
  limitCents: centsOf(creditLimit),
  warning: creditUsageWarning,
});

const revenueOf = ({ currency, totalRevenue }: ShipmentRecord): readonly AmountOf[] =>
  totalRevenue === null ? [] : [{ currency, amountCents: centsOf(totalRevenue) }];

function partsByCurrency(
  amounts: Readonly<Record<keyof ExposureParts, readonly AmountOf[]>>,
): ReadonlyMap<string, ExposureParts> {
  const currencies = new Set(Object.values(amounts).flatMap((some) => some.map(({ currency }) => currency)));
  const centsIn = (some: readonly AmountOf[], currency: string) =>
    sumByCurrency(some).find((sum) => sum.currency === currency)?.amountCents ?? 0;
  return new Map(
    [...currencies].map((currency) => [
      currency,
      {
        openCents: centsIn(amounts.openCents, currency),
        unbilledCents: centsIn(amounts.unbilledCents, currency),
        bookedCents: centsIn(amounts.bookedCents, currency),
      },
    ]),
  );
}

/** Not delivered and not invoiced ahead. */
async function bookedShipments(ctx: ToolContext, customerId: string): Promise<Scan<ShipmentRecord>> {
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: { status: { notIn: unbookedStatuses }, customerId: { equalTo: customerId } },
    local: {
      status: isBooked,
      customerId: (shipment: ShipmentRecord) => shipment.customerId === customerId,
    },
  });
  const rows = found.rows.filter(
    (shipment) => isBooked(shipment) && (shipment.billingStatus === null || isUninvoiced(shipment)),
  );
  return { ...found, rows };
}

const isBooked = (shipment: ShipmentRecord): boolean => isMet(bookedFreight, shipment);
