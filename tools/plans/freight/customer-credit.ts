import { ReferenceInput } from '../../../src/contract/kit/shapes.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatMoney, type AmountOf } from '../../../src/domain/money/money.ts';
import { canGetFreight } from '../../../src/domain/parties/work-status.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { readExposure } from '../../customers/credit-exposure.ts';
import { type CurrencyExposure, formatExposureParts } from '../../customers/currency-exposure.ts';
import { toAmountCents } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { CustomerRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { toPath } from '../kit/reference-path.ts';

/** Amounts that the customer of a new shipment or quote would owe for it, by operation. */
const addedAmounts: Readonly<Record<string, (input: JsonObject, current: JsonObject | undefined) => unknown>> = {
  'shipments.create': () => null,
  'shipments.duplicate': (_, current) => current?.['totalRevenue'],
  'quotes.create': (input) => input['amount'],
  'quotes.convertToShipment': (_, current) => (current?.['side'] === 'BUY' ? null : current?.['amount']),
};

/**
 * Checks the customer of new freight: a person decides about one that was set aside, or that owes more than its limit.
 */
export async function checkCustomerCredit(
  ctx: ToolContext,
  {
    operation,
    input,
    current,
  }: { readonly operation: string; readonly input: JsonObject; readonly current: JsonObject | undefined },
  charged: readonly AmountOf[],
): Promise<PlanPart> {
  const getAddedAmount = addedAmounts[operation];
  const customer = getAddedAmount && (await findCustomer(ctx, input, current));
  if (!getAddedAmount || !customer) return {};
  refuseBarred(customer);
  const inactiveHits =
    customer.status === 'INACTIVE'
      ? [`${formatCustomerName(customer)} is inactive: check why before it gets new freight.`]
      : [];
  if (customer.creditLimit === null && inactiveHits.length === 0) return {};
  const exposures = await readExposure(ctx, customer);
  const added = getAddedAmount(input, current);
  const recordCurrency = current?.['currency'];
  const currency = typeof recordCurrency === 'string' ? recordCurrency : (customer.currency ?? 'USD');
  const amounts = typeof added === 'number' ? [{ currency, amountCents: toAmountCents(added) }] : charged;
  return buildConcerns(ctx, exposures, {
    hits: inactiveHits,
    contextWarnings: checkLimit(customer, exposures, amounts).map((text) => ({ key: `credit ${customer.id}`, text })),
  });
}

/** Refuses a customer that the API refuses, before asking for confirmation. */
function refuseBarred(customer: CustomerRecord): void {
  const { status, friendlyId } = customer;
  if (canGetFreight(status)) return;
  const error = new WaybillError(
    'CONFLICT',
    `${formatCustomerName(customer)} is ${formatCode(status)}: it gets no new quote or shipment until that changes.`,
  );
  throw withNextActions(error, [
    { tool: 'get_customer', arguments: { customer: friendlyId }, why: 'shows what it owes and why it was stopped' },
  ]);
}

/** Finds the customer of the record that a copy or a conversion begins with, else the one that the input names. */
async function findCustomer(ctx: ToolContext, input: JsonObject, current: JsonObject | undefined) {
  const party = current?.['customer'];
  const reference = current ? (isPlainRecord(party) ? { id: party['id'] } : undefined) : input['customer'];
  if (reference === undefined) return undefined;
  return readOrUnknown(() => ctx.api.customers.get(toPath(ReferenceInput.parse(reference))));
}

function buildConcerns(
  { policy }: ToolContext,
  exposures: readonly CurrencyExposure[],
  warnings: Required<Pick<PlanPart, 'hits' | 'contextWarnings'>>,
): PlanPart {
  if (warnings.hits.length === 0 && warnings.contextWarnings?.length === 0) return {};
  const lines = exposures.map((exposure) => formatExposureParts(exposure, policy.rules.creditCounts));
  return { gate: 'confirm', context: lines, ...warnings };
}

/** Checks the credit limit, which is in the first currency; new freight counts once it is booked. */
function checkLimit(
  customer: CustomerRecord,
  [main]: readonly CurrencyExposure[],
  added: readonly AmountOf[],
): readonly string[] {
  if (!main || main.limitCents === null) return [];
  const { currency, totalCents, limitCents } = main;
  const limit = formatMoney(limitCents, currency);
  if (totalCents > limitCents)
    return [
      `${formatCustomerName(customer)} is over its credit limit of ${limit} by ${formatMoney(totalCents - limitCents, currency)}.`,
    ];
  const addedCents = added
    .filter((amount) => amount.currency === currency)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const after = totalCents + addedCents;
  if (after <= limitCents) return [];
  return [
    `With this one, ${formatCustomerName(customer)} comes to ${formatMoney(after, currency)}, over its credit limit of ${limit}.`,
  ];
}

const formatCustomerName = ({ name, friendlyId }: CustomerRecord) => `${recordText(name, 'list')} (${friendlyId})`;
