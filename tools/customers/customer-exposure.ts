import type { CreditPart } from '../../src/domain/kit/desk-rules.ts';
import { creditExposure, type CreditExposure, type CreditTerms } from '../../src/domain/money/credit-exposure.ts';
import { statusesOfPart } from '../../src/domain/freight/shipment-credit.ts';
import { isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import { formatMoney, sumByCurrency, type AmountOf } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../src/mcp/tool/scan.ts';
import { centsOf } from '../records/amounts.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { CustomerRecord, InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { unbilledOperations, unbilledShipments } from '../shipments/unbilled-shipments.ts';
import { openInvoices } from './open-invoices.ts';

export const exposureOperations = unbilledOperations;

/** What a customer owes and will owe, with the records that it is summed from. */
export interface CustomerExposure {
  /** In the currency of the limit first; every other one has no limit. */
  readonly byCurrency: readonly (CreditExposure & { readonly currency: string })[];
  readonly open: readonly InvoiceRecord[];
  readonly unbilled: readonly ShipmentRecord[];
  readonly booked: readonly ShipmentRecord[];
  /** Asked for or planned, and not counted. */
  readonly planned: readonly ShipmentRecord[];
  /** Counted as nothing, because they show no revenue. */
  readonly unpriced: readonly ShipmentRecord[];
  readonly coverage: string | undefined;
}

export const exposureDefinition =
  'Exposure = open balances of invoices + delivered and not invoiced + booked or under way; drafts, tenders, holds and what has no carrier yet are not counted.';

export async function exposureOf(ctx: ToolContext, customer: CustomerRecord): Promise<CustomerExposure> {
  const { open, delivered, coming, coverage } = await readExposed(ctx, customer.id);
  return exposureFrom(ctx, customer, {
    open: open.rows,
    delivered: delivered.rows,
    coming: coming.rows,
    coverage,
  });
}

export interface OverLimit {
  readonly customer: CustomerRecord;
  readonly exposure: CustomerExposure['byCurrency'][number];
  readonly limitCents: number;
}

/** Every customer whose exposure is above its recorded limit, those most over it first. */
export async function customersOverLimit(
  ctx: ToolContext,
): Promise<{ readonly over: readonly OverLimit[]; readonly coverage: string | undefined }> {
  const read = await readExposed(ctx);
  const open = Map.groupBy(read.open.rows, ({ customer }) => customer.id);
  const delivered = Map.groupBy(read.delivered.rows, ({ customerId }) => customerId);
  const coming = Map.groupBy(read.coming.rows, ({ customerId }) => customerId);
  const customers = await recordsById<CustomerRecord>(
    [...open.keys(), ...delivered.keys(), ...coming.keys()],
    (question) => scan(ctx, ctx.api.customers.filter, question),
  );
  const over = [...customers.values()].flatMap((customer) => {
    const { byCurrency } = exposureFrom(ctx, customer, {
      open: open.get(customer.id) ?? [],
      delivered: delivered.get(customer.id) ?? [],
      coming: coming.get(customer.id) ?? [],
      coverage: read.coverage,
    });
    return byCurrency.flatMap((exposure) =>
      exposure.standing === 'over' && exposure.limitCents !== null
        ? [{ customer, exposure, limitCents: exposure.limitCents }]
        : [],
    );
  });
  const excess = ({ exposure, limitCents }: OverLimit) => exposure.totalCents - limitCents;
  return { over: over.toSorted((one, other) => excess(other) - excess(one)), coverage: read.coverage };
}

/** What counts toward credit, of one customer or of all. */
async function readExposed(ctx: ToolContext, customerId?: string) {
  const [open, delivered, coming] = await Promise.all([
    openInvoices(ctx, customerId),
    unbilledShipments(ctx, customerId),
    comingShipments(ctx, customerId),
  ]);
  const coverage = [open, delivered, coming].flatMap((found) => found.coverage ?? []);
  return { open, delivered, coming, coverage: coverage.length > 0 ? [...new Set(coverage)].join(' ') : undefined };
}

interface Exposed {
  readonly open: readonly InvoiceRecord[];
  readonly delivered: readonly ShipmentRecord[];
  readonly coming: readonly ShipmentRecord[];
  readonly coverage: string | undefined;
}

function exposureFrom(
  { policy }: ToolContext,
  customer: CustomerRecord,
  { open, delivered, coming, coverage }: Exposed,
): CustomerExposure {
  const booked = coming.filter(({ status }) => statusesOfPart('booked').includes(status));
  const planned = coming.filter(({ status }) => statusesOfPart('not yet').includes(status));
  const parts = {
    openCents: sums(open.map(({ currency, amountOwed }) => ({ currency, amountCents: centsOf(amountOwed) }))),
    unbilledCents: sums(delivered.flatMap(revenueOf)),
    bookedCents: sums(booked.flatMap(revenueOf)),
  };
  return {
    byCurrency: currenciesOf(customer, parts).map((currency) => ({
      currency,
      ...creditExposure(
        {
          openCents: parts.openCents.get(currency) ?? 0,
          unbilledCents: parts.unbilledCents.get(currency) ?? 0,
          bookedCents: parts.bookedCents.get(currency) ?? 0,
        },
        limitIn(customer, currency),
        policy.rules.creditCounts,
      ),
    })),
    open,
    unbilled: delivered,
    booked,
    planned,
    unpriced: [...delivered, ...booked].filter(({ totalRevenue }) => totalRevenue === null),
    coverage,
  };
}

const currencyOf = ({ currency }: CustomerRecord) => currency ?? 'USD';

/** The limit's own first, also where nothing is owed in it. */
const currenciesOf = (
  customer: CustomerRecord,
  parts: Readonly<Record<string, ReadonlyMap<string, number>>>,
): readonly string[] => [
  ...new Set([currencyOf(customer), ...Object.values(parts).flatMap((cents) => [...cents.keys()].toSorted())]),
];

/** A limit speaks of one currency. */
function limitIn(customer: CustomerRecord, currency: string): CreditTerms {
  if (currencyOf(customer) !== currency) return { limitCents: null, warning: null };
  return { limitCents: centsOf(customer.creditLimit), warning: customer.creditUsageWarning };
}

export const revenueOf = ({ currency, totalRevenue }: ShipmentRecord): readonly AmountOf[] =>
  totalRevenue === null ? [] : [{ currency, amountCents: centsOf(totalRevenue) }];

const sums = (amounts: readonly AmountOf[]): ReadonlyMap<string, number> =>
  new Map(sumByCurrency(amounts).map(({ currency, amountCents }) => [currency, amountCents]));

/** Not delivered and not invoiced ahead, of one customer or of all. */
async function comingShipments(ctx: ToolContext, customerId?: string): Promise<Scan<ShipmentRecord>> {
  const statuses = statusesOfPart('booked', 'not yet');
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: { status: { in: statuses }, ...(customerId !== undefined && { customerId: { equalTo: customerId } }) },
    local: {
      status: ({ status }: ShipmentRecord) => statuses.includes(status),
      customerId: (shipment: ShipmentRecord) => shipment.customerId === customerId,
    },
  });
  const rows = found.rows.filter(
    (shipment) => statuses.includes(shipment.status) && (shipment.billingStatus === null || isUninvoiced(shipment)),
  );
  return { ...found, rows };
}

type Exposure = CustomerExposure['byCurrency'][number];

/** The three parts and what they come to against the limit. */
export function exposureText(one: Exposure, counted: readonly CreditPart[]): string {
  const { currency, openCents, unbilledCents, bookedCents } = one;
  const part = (name: CreditPart, words: string, cents: number) =>
    `${words} ${formatMoney(cents, currency)}${counted.includes(name) ? '' : ' (not counted)'}`;
  const parts = [
    part('open_invoices', 'open invoices', openCents),
    part('unbilled', 'delivered and not invoiced', unbilledCents),
    part('booked', 'booked or under way', bookedCents),
  ];
  return `Exposure: ${parts.join(' + ')} = ${standingText(one)}`;
}

export function standingText({ totalCents, limitCents, usedPercent, standing, currency }: Exposure): string {
  const total = formatMoney(totalCents, currency);
  if (limitCents === null) return `${total}, no limit recorded`;
  const words = { over: 'OVER THE LIMIT', near: 'near the limit', within: 'within the limit' } as const;
  const standingWords = standing === 'no limit recorded' ? standing : words[standing];
  return `${total} of ${formatMoney(limitCents, currency)} (${usedPercent === null ? 'limit zero' : `${usedPercent} %`}), ${standingWords}`;
}
