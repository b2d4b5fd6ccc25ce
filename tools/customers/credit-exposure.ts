import type { InferResult } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import type { CreditPart } from '../../src/domain/kit/desk-rules.ts';
import type { ExposureParts } from '../../src/domain/money/credit-exposure.ts';
import { compareAmounts } from '../../src/domain/money/money.ts';
import { plannedFreight } from '../../src/domain/freight/shipment-credit.ts';
import { uninvoiced } from '../../src/domain/money/order-billing.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { buildFactTable } from '../copied/measure-sql.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { type CopiedCustomer, readCustomers } from './copied-customers.ts';
import { type CurrencyExposure, listExposures, type CreditLimit } from './currency-exposure.ts';

/** The parts of an exposure, as its fact calls them. */
const partNames = {
  'open invoices': 'openCents',
  'delivered and not invoiced': 'unbilledCents',
  'booked or under way': 'bookedCents',
} as const satisfies Readonly<Record<string, keyof ExposureParts>>;

interface ExposureRow {
  readonly friendly_id: string;
  readonly customer_id: string;
  readonly currency: string;
  readonly part: keyof typeof partNames | 'limit';
  readonly cents: number | null;
}

/** Records of one part of a customer's exposure, in one currency. */
export interface ExposedPart {
  readonly customerId: string;
  readonly currency: string;
  readonly part: keyof typeof partNames;
  readonly records: number;
  readonly cents: number;
}

type ExposureQuery = Pick<CopiedRecords, 'db'>;

const selectExposed = ({ db }: ExposureQuery, customerId: string | undefined) => {
  const rows = db.selectFrom(buildFactTable<ExposureRow>('exposure')).where('f.part', '<>', 'limit');
  return customerId === undefined ? rows : rows.where('f.customer_id', '=', customerId);
};

/** Selects the exposure of one customer or of all, from the rows that the measure of exposure adds up. */
export const selectExposedParts = (query: ExposureQuery, customerId?: string) =>
  selectExposed(query, customerId)
    .select(({ fn }) => [
      'f.customer_id as customerId',
      'f.currency',
      'f.part',
      fn.countAll<number>().as('records'),
      fn.sum<number | null>('f.cents').as('cents'),
    ])
    .groupBy(['f.customer_id', 'f.currency', 'f.part']);

/** Selects the numbers of a customer's freight that counts as nothing in its exposure, because it shows no revenue. */
export const selectUnpricedFreight = (query: ExposureQuery, customerId: string) =>
  selectExposed(query, customerId)
    .select('f.friendly_id as friendlyId')
    .where('f.cents', 'is', null)
    .orderBy('f.friendly_id');

/** Builds the parts of the exposure. */
export const toExposedParts = (rows: InferResult<ReturnType<typeof selectExposedParts>>): readonly ExposedPart[] =>
  rows.flatMap(({ part, cents, ...sum }) => (part === 'limit' ? [] : [{ ...sum, part, cents: cents ?? 0 }]));

/** Reads the exposure of one customer or of all. */
const readExposedParts = async (query: ExposureQuery, customerId?: string): Promise<readonly ExposedPart[]> =>
  toExposedParts(await selectExposedParts(query, customerId).execute());

/** Sums the parts by currency. */
export function sumParts(parts: readonly ExposedPart[]): ReadonlyMap<string, ExposureParts> {
  const byCurrency = Map.groupBy(parts, ({ currency }) => currency);
  return new Map(
    [...byCurrency].map(([currency, rows]) => [
      currency,
      {
        openCents: 0,
        unbilledCents: 0,
        bookedCents: 0,
        ...Object.fromEntries(rows.map(({ part, cents }) => [partNames[part], cents])),
      },
    ]),
  );
}

/** Reads what a customer owes and will owe, the currency of its limit first. */
export async function readExposure(ctx: ToolContext, customer: CustomerRecord): Promise<readonly CurrencyExposure[]> {
  const parts = await readExposedParts(await ctx.records(), customer.id);
  return listExposures(toLimit(customer), sumParts(parts), ctx.policy.rules.creditCounts);
}

export const toLimit = ({ currency, creditLimit, creditUsageWarning }: CustomerRecord): CreditLimit => ({
  currency,
  limitCents: toAmountCents(creditLimit),
  warning: creditUsageWarning,
});

/** Selects the number of the customer's requested or planned shipments, which add nothing to the exposure yet. */
export const selectPlannedFreight = ({ db }: ExposureQuery, customerId: string) =>
  db
    .selectFrom('shipment_fact as f')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('f.customer_id', '=', customerId)
    .where(matchRule(plannedFreight, 'f'))
    .where((eb) => eb.or([eb('f.billing_status', 'is', null), matchRule(uninvoiced, 'f')]));

export interface OverLimit {
  readonly customer: CopiedCustomer;
  readonly exposure: CurrencyExposure;
  readonly limitCents: number;
}

/** Reads every customer whose exposure is above its recorded limit, those most over it first. */
export async function readCustomersOverLimit(
  query: ExposureQuery,
  counted: readonly CreditPart[],
): Promise<readonly OverLimit[]> {
  const byCustomer = Map.groupBy(await readExposedParts(query), ({ customerId }) => customerId);
  const customers = await readCustomers(query, [...byCustomer.keys()]);
  const over = [...customers.values()].flatMap((customer) => {
    const [exposure] = listExposures(
      { ...customer, warning: null },
      sumParts(byCustomer.get(customer.id) ?? []),
      counted,
    );
    return exposure?.status === 'over' && exposure.limitCents !== null
      ? [{ customer, exposure, limitCents: exposure.limitCents }]
      : [];
  });
  return over.toSorted((first, second) => compareAmounts(toExcess(first), toExcess(second)));
}

const toExcess = (over: OverLimit) => ({ currency: over.exposure.currency, amountCents: computeExcessCents(over) });

export const computeExcessCents = ({ exposure, limitCents }: OverLimit): number => exposure.totalCents - limitCents;
