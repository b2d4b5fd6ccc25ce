import { isLoading } from '../../../src/domain/kit/completeness.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { sumBy } from '../../../src/domain/money/allocation.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readOwedCents } from '../../customers/open-invoices.ts';
import { toAmountCents } from '../../records/amounts.ts';
import { type NamedRecord, formatTitleName } from '../../records/record-names.ts';
import type { CustomerRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** Change of what a customer owes; negative where it owes less. */
export interface BalanceMove {
  readonly customerId: string;
  readonly currency: string;
  readonly cents: number;
}

/** Shows what each customer owes before and after, beside its limit: the invoices of others of its shipments move that, too. */
export async function planBalance(
  ctx: ToolContext,
  moves: readonly BalanceMove[],
  relatedRecords: readonly NamedRecord[],
): Promise<PlanPart> {
  const sums = sumBy(moves, ({ customerId, currency }) => JSON.stringify([customerId, currency]));
  const balances = await Promise.all(
    [...sums].map(([key, cents]) => {
      // As it was written above.
      const [customerId, currency] = JSON.parse(key) as [string, string];
      return readBalance(ctx, { customerId, currency, cents }, findCustomer(relatedRecords, customerId));
    }),
  );
  return {
    context: balances.map(({ line }) => line),
    contextWarnings: balances.flatMap(({ line, overKey }) =>
      overKey === undefined ? [] : [{ key: overKey, text: line }],
    ),
    ids: new Set(moves.map(({ customerId }) => customerId)),
  };
}

interface Balance {
  readonly line: string;
  /** Names the limit that the customer is above; undefined where it is not. */
  readonly overKey: string | undefined;
}

/** Records of the API's own reading of customers have that shape. */
const findCustomer = (relatedRecords: readonly NamedRecord[], id: string) =>
  relatedRecords.find(({ resource, record }) => resource === 'customers' && record['id'] === id)?.record as
    | CustomerRecord
    | undefined;

async function readBalance(
  ctx: ToolContext,
  { customerId, currency, cents }: BalanceMove,
  customer: CustomerRecord | undefined,
): Promise<Balance> {
  const before = await readCompleteBalance(ctx, customerId, currency);
  const customerName = customer ? formatTitleName({ resource: 'customers', record: customer }) : 'The customer';
  const owed = before === null ? 'an unknown amount' : formatMoney(before, currency);
  const after = before === null || cents === 0 ? '' : ` -> ${formatMoney(before + cents, currency)}`;
  const owedCents = (before ?? 0) + cents;
  const limitCents = (customer?.currency ?? 'USD') === currency ? toAmountCents(customer?.creditLimit) : null;
  const isOver = limitCents !== null && owedCents > limitCents;
  const limit = limitCents === null ? '' : `, credit limit ${formatMoney(limitCents, currency)}`;
  const over = isOver ? `, ${formatMoney(owedCents - limitCents, currency)} above it` : '';
  return {
    line: `${customerName} owes ${owed}${after} on open invoices${limit}${over}`,
    overKey: isOver ? `credit limit ${customerId}` : undefined,
  };
}

/** Returns what is open on a customer's invoices in one currency; null while not all of them are read. */
export async function readCompleteBalance(
  ctx: ToolContext,
  customerId: string,
  currency: string,
): Promise<number | null> {
  const cents = await readOwedCents(ctx, customerId, currency);
  return isLoading(ctx.completeness()) ? null : cents;
}

/** Describes what a customer owes, such as `«Acme Foods» owes $1,200.00 now.` */
export async function describeBalance(
  ctx: ToolContext,
  customer: Pick<CustomerRecord, 'id' | 'name' | 'friendlyId'> | null,
  currency: string,
): Promise<string> {
  if (customer === null) return '';
  const cents = await readCompleteBalance(ctx, customer.id, currency);
  const customerName = formatTitleName({
    resource: 'customers',
    record: { friendlyId: customer.friendlyId, name: customer.name },
  });
  return cents === null ? '' : ` ${customerName} owes ${formatMoney(cents, currency)} now.`;
}
