import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { ContextWarning } from '../../../src/mcp/tool/plan.ts';
import { toOnDay } from '../../copied/measure-sql.ts';
import { readExposure } from '../../customers/credit-exposure.ts';
import { type CurrencyExposure, formatExposureParts } from '../../customers/currency-exposure.ts';
import { type OpenBalance, readOpenBalances } from '../../customers/open-balances.ts';
import { toAmountCents } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
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
  const customer = await readOrUnknown(() => ctx.api.customers.get({ id: String(current['id']), by: 'id' }));
  if (customer === undefined) return {};
  const exposures = await readExposure(ctx, customer);
  const balances = await readOpenBalances(await ctx.records(), toOnDay(ctx), customer.id);
  const limitCents = typeof input['creditLimit'] === 'number' ? toAmountCents(input['creditLimit']) : null;
  const change = exposures[0] && limitCents !== null ? { exposure: exposures[0], limitCents } : undefined;
  return {
    context: [
      ...exposures.map((exposure) => formatExposureParts(exposure, ctx.policy.rules.creditCounts)),
      ...(change ? [formatRoom(change)] : []),
    ],
    contextWarnings: [...(change ? listExcess(change) : []), ...balances.flatMap(listOverdue)],
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

function listOverdue({
  currency,
  openCents,
  overdueCents,
  overdueCount,
  oldestDays,
}: OpenBalance): readonly ContextWarning[] {
  if (overdueCount === 0) return [];
  const invoices = overdueCount === 1 ? '1 invoice' : `${overdueCount} invoices`;
  const share = overdueCents === openCents ? 'all it owes' : `of ${formatMoney(openCents, currency)} it owes`;
  const text = `Past due: ${formatMoney(overdueCents, currency)} on ${invoices}, ${share}; the oldest is ${oldestDays} days late.`;
  return [{ key: `past due in ${currency}`, text }];
}
