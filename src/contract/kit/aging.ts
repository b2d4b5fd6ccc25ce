import * as z from 'zod';
import { BillEntityType } from './money-shapes.ts';
import { CivilDate, Currency, FriendlyId, Money, RecordCurrency, RecordName, Uuid } from './shapes.ts';

/** Query parameters of both aging reports; text in the address, numbers to the caller. */
export const agingReportQuery = {
  /** Leaves only this currency; omitted, the organization's own comes first and the others follow. */
  currency: Currency.optional(),
  daysPerBucket: z.coerce.number<number>().int().min(1).max(365).default(30),
  maxDays: z.coerce.number<number>().int().min(1).max(1000).default(120),
} as const;

const sums = {
  current: Money,
  days1to30: Money,
  days31to60: Money,
  days61to90: Money,
  over90: Money,
  total: Money,
} as const;

const AgingTotals = z.object(sums).meta({ id: 'AgingTotals' });

const CustomerAging = z
  .object({ id: Uuid, name: RecordName, friendlyId: FriendlyId, ...sums })
  .meta({ id: 'CustomerAging' });

const PayeeAging = z
  .object({ id: Uuid, name: RecordName, friendlyId: z.string().nullable(), entityType: BillEntityType, ...sums })
  .meta({ id: 'PayeeAging' });

const blockOf = {
  currency: RecordCurrency,
  totals: AgingTotals,
  /** Other steps than 30 days, when asked for; the named sums keep 30. */
  bucketTotals: z.array(z.object({ bucket: z.string(), total: Money })).nullable(),
} as const;

const report = { asOfDate: CivilDate, buckets: z.array(z.string()), ...blockOf } as const;

/** The report speaks of one currency; every other one with open balances has its own block. */
export const ReceivablesAging = z
  .object({
    ...report,
    customers: z.array(CustomerAging),
    otherCurrencies: z.array(z.object({ ...blockOf, customers: z.array(CustomerAging) })),
  })
  .meta({ id: 'ReceivablesAging' });

export const PayablesAging = z
  .object({
    ...report,
    payees: z.array(PayeeAging),
    otherCurrencies: z.array(z.object({ ...blockOf, payees: z.array(PayeeAging) })),
  })
  .meta({ id: 'PayablesAging' });

/** Columns of the CSV form, in order, with the row field each one shows. */
export const agingCsvColumns = [
  { header: 'id', field: 'id' },
  { header: 'friendlyId', field: 'friendlyId' },
  { header: 'name', field: 'name' },
  { header: 'currency', field: 'currency' },
  { header: 'current', field: 'current' },
  { header: '1-30', field: 'days1to30' },
  { header: '31-60', field: 'days31to60' },
  { header: '61-90', field: 'days61to90' },
  { header: '90+', field: 'over90' },
  { header: 'total', field: 'total' },
] as const;
