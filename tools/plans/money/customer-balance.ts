import { isLoading } from '../../../src/domain/kit/completeness.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { sumBy } from '../../../src/domain/money/allocation.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readOwedCents } from '../../customers/open-invoices.ts';
import { centsOf } from '../../records/amounts.ts';
import { type NamedRecord, titleName } from '../../records/record-names.ts';
import type { CustomerRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** What a customer owes more by a write, or less where negative. */
export interface BalanceMove {
  readonly customerId: string;
  readonly currency: string;
  readonly cents: number;
}

/** What each customer owes before and after, beside its limit. */
export async function balancePart(
  ctx: ToolContext,
  moves: readonly BalanceMove[],
  around: readonly NamedRecord[],
): Promise<PlanPart> {
  const sums = sumBy(moves, ({ customerId, currency }) => JSON.stringify([customerId, currency]));
  const lines = await Promise.all(
    [...sums].map(([key, cents]) => {
      // As it was written above.
      const [customerId, currency] = JSON.parse(key) as [string, string];
      return balanceLine(ctx, { customerId, currency, cents }, customerIn(around, customerId));
    }),
  );
  return { lines, ids: new Set(moves.map(({ customerId }) => customerId)) };
}

/** Records of the API's own reading of customers have that shape. */
const customerIn = (around: readonly NamedRecord[], id: string) =>
  around.find(({ resource, record }) => resource === 'customers' && record['id'] === id)?.record as
    | CustomerRecord
    | undefined;

async function balanceLine(
  ctx: ToolContext,
  { customerId, currency, cents }: BalanceMove,
  customer: CustomerRecord | undefined,
): Promise<string> {
  const before = await owedBy(ctx, customerId, currency);
  const who = customer ? titleName({ resource: 'customers', record: customer }) : 'The customer';
  const owed = before === null ? 'an unknown amount' : formatMoney(before, currency);
  const after = before === null || cents === 0 ? '' : ` -> ${formatMoney(before + cents, currency)}`;
  return `${who} owes ${owed}${after} on open invoices${limitText(customer, currency, (before ?? 0) + cents)}`;
}

function limitText(customer: CustomerRecord | undefined, currency: string, owedCents: number): string {
  const limitCents = centsOf(customer?.creditLimit);
  if (limitCents === null || (customer?.currency ?? 'USD') !== currency) return '';
  const over = owedCents > limitCents ? `, ${formatMoney(owedCents - limitCents, currency)} above it` : '';
  return `, credit limit ${formatMoney(limitCents, currency)}${over}`;
}

/** Returns what is open on a customer's invoices in one currency; null while not all of them are read. */
export async function owedBy(ctx: ToolContext, customerId: string, currency: string): Promise<number | null> {
  const cents = await readOwedCents(ctx, customerId, currency);
  return isLoading(ctx.completeness()) ? null : cents;
}

/** `«Acme Foods» owes $1,200.00 now.` */
export async function owesText(
  ctx: ToolContext,
  customer: Pick<CustomerRecord, 'id' | 'name' | 'friendlyId'> | null,
  currency: string,
): Promise<string> {
  if (customer === null) return '';
  const cents = await owedBy(ctx, customer.id, currency);
  const who = titleName({ resource: 'customers', record: { friendlyId: customer.friendlyId, name: customer.name } });
  return cents === null ? '' : ` ${who} owes ${formatMoney(cents, currency)} now.`;
}
