import type { CreditPart } from '../../src/domain/kit/desk-rules.ts';
import type { ExposureParts } from '../../src/domain/money/credit-exposure.ts';
import { plannedFreight } from '../../src/domain/freight/shipment-credit.ts';
import { uninvoiced } from '../../src/domain/money/order-billing.ts';
import { toSql } from '../../src/domain/rules/rule-sql.ts';
import { allOf, anyOf, isEqual, isEqualWhereAsked, isNull } from '../copied/conditions.ts';
import { factSql } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { type CopiedCustomer, copiedCustomers } from './copied-customers.ts';
import { type Exposure, exposuresAgainst } from './credit-standing.ts';

/** The tables that an exposure is read from. */
export const exposureTables = ['invoice', 'shipment', 'freight_order'] as const;

/** What the fact of exposures calls its parts. */
const partNames = {
  'open invoices': 'openCents',
  'delivered and not invoiced': 'unbilledCents',
  'booked or under way': 'bookedCents',
} as const satisfies Readonly<Record<string, keyof ExposureParts>>;

/** Records of one part of a customer's exposure, in one currency. */
export interface ExposedPart {
  readonly customerId: string;
  readonly currency: string;
  readonly part: keyof typeof partNames;
  readonly records: number;
  readonly cents: number;
  /** Numbers of those that are counted as nothing, because they show no revenue. */
  readonly unpriced: readonly string[];
}

type PartRow = Omit<ExposedPart, 'unpriced'> & { readonly unpriced: string | null };

/** Of one customer or of all, from the rows that the measure of exposure adds up. */
export async function exposedParts(read: Reader, customerId?: string): Promise<readonly ExposedPart[]> {
  const whose = isEqualWhereAsked('f.customer_id', customerId);
  const rows = await rowsOf<PartRow>(
    read,
    `select f.customer_id as customerId, f.currency, f.part, count(*) as records, coalesce(sum(f.cents), 0) as cents,
      group_concat(case when f.cents is null then f.friendly_id end) as unpriced
    from ${factSql('exposure')} where f.part <> 'limit' and ${whose.text}
    group by f.customer_id, f.currency, f.part`,
    whose.values,
  );
  return rows.map((row) => ({ ...row, unpriced: row.unpriced?.split(',') ?? [] }));
}

/** By currency. */
export function partsIn(parts: readonly ExposedPart[]): ReadonlyMap<string, ExposureParts> {
  const byCurrency = Map.groupBy(parts, ({ currency }) => currency);
  return new Map(
    [...byCurrency].map(([currency, some]) => [
      currency,
      {
        openCents: 0,
        unbilledCents: 0,
        bookedCents: 0,
        ...Object.fromEntries(some.map(({ part, cents }) => [partNames[part], cents])),
      },
    ]),
  );
}

/** How much freight of a customer is asked for or planned, and not counted. */
export async function countPlannedFreight(read: Reader, customerId: string): Promise<number> {
  const { text, values } = allOf([
    isEqual('f.customer_id', customerId),
    toSql(plannedFreight, 'f'),
    anyOf([isNull('f.billing_status'), toSql(uninvoiced, 'f')]),
  ]);
  const [row] = await rowsOf<{ readonly count: number }>(
    read,
    `select count(*) as count from shipment_fact f where ${text}`,
    values,
  );
  return row?.count ?? 0;
}

export interface OverLimit {
  readonly customer: CopiedCustomer;
  readonly exposure: Exposure;
  readonly limitCents: number;
}

/** Every customer whose exposure is above its recorded limit, those most over it first. */
export async function customersOverLimit(read: Reader, counted: readonly CreditPart[]): Promise<readonly OverLimit[]> {
  const byCustomer = Map.groupBy(await exposedParts(read), ({ customerId }) => customerId);
  const customers = await copiedCustomers(read, [...byCustomer.keys()]);
  const over = [...customers.values()].flatMap((customer) => {
    const [exposure] = exposuresAgainst(
      { ...customer, warning: null },
      partsIn(byCustomer.get(customer.id) ?? []),
      counted,
    );
    return exposure?.standing === 'over' && exposure.limitCents !== null
      ? [{ customer, exposure, limitCents: exposure.limitCents }]
      : [];
  });
  return over.toSorted((one, other) => excessCents(other) - excessCents(one));
}

export const excessCents = ({ exposure, limitCents }: OverLimit): number => exposure.totalCents - limitCents;
