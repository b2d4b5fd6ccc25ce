import { type Completeness, formatLowerBound, isLoading } from '../../../src/domain/kit/completeness.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { ContextWarning } from '../../../src/mcp/tool/plan.ts';
import { toOnDay } from '../../copied/measure-sql.ts';
import { readExposure } from '../../customers/credit-exposure.ts';
import { type CurrencyExposure, formatExposureParts } from '../../customers/currency-exposure.ts';
import { type OpenBalance, readOpenBalances } from '../../customers/open-balances.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { CustomerRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** Plans a change of a customer's credit limit or terms: what it owes and will owe, and what of that is past due. */
export async function planCreditChange(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<PlanPart> {
  const isAboutCredit = input['creditLimit'] !== undefined || input['paymentTerm'] !== undefined;
  if (operation !== 'customers.update' || current === undefined || !isAboutCredit) return {};
  // The API's own reading of a customer has the shape that the contract declares.
  const customer = current as unknown as CustomerRecord;
  const exposures = await readExposure(ctx, customer);
  const balances = await readOpenBalances(await ctx.records(), toOnDay(ctx), customer.id);
  const completeness = ctx.completeness();
  const limitCents = typeof input['creditLimit'] === 'number' ? toAmountCents(input['creditLimit']) : null;
  const change = exposures[0] && limitCents !== null ? { exposure: exposures[0], limitCents } : undefined;
  return {
    context: [
      ...exposures.map((exposure) => formatExposureParts(exposure, ctx.policy.rules.creditCounts)),
      ...(change && !isLoading(completeness) ? [formatRoom(change)] : []),
    ],
    contextWarnings: [
      ...(change ? listExcess(change) : []),
      ...balances.flatMap((balance) => listOverdue(balance, completeness)),
    ],
  };
}

interface LimitChange {
  /** Exposure in the currency of the limit. */
  readonly exposure: CurrencyExposure;
  readonly limitCents: number;
}

/** Formats what the customer may still buy, before and after the change. */
function formatRoom({ exposure, limitCents: after }: LimitChange): string {
  const { totalCents, limitCents: before, currency } = exposure;
  const formatRest = (limitCents: number) => formatMoney(limitCents - totalCents, currency);
  return `Left of the limit: ${before === null ? 'no limit' : formatRest(before)} -> ${formatRest(after)}`;
}

function listExcess({ exposure: { totalCents, currency }, limitCents }: LimitChange): readonly ContextWarning[] {
  const excess = totalCents - limitCents;
  const text = `The exposure is over the new limit by ${formatMoney(excess, currency)}.`;
  return excess > 0 ? [{ key: 'over the new limit', text }] : [];
}

function listOverdue(
  { currency, openCents, overdueCents, overdueCount, oldestDays }: OpenBalance,
  completeness: Completeness,
): readonly ContextWarning[] {
  if (overdueCount === 0) return [];
  const invoices = overdueCount === 1 ? '1 invoice' : `${overdueCount} invoices`;
  const isAll = overdueCents === openCents && completeness.status === 'complete';
  const share = isAll
    ? 'all it owes'
    : `of ${formatLowerBound(formatMoney(openCents, currency), completeness)} it owes`;
  const text = `Past due: ${formatLowerBound(formatMoney(overdueCents, currency), completeness)} on ${invoices}, ${share}; the oldest is ${oldestDays} days late.`;
  return [{ key: `past due in ${currency}`, text }];
}
