import { computeQuotedRevenue } from '../../src/domain/charges/quoted-revenue.ts';
import type { Gap } from '../../src/domain/kit/completeness.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { toAmountCents, centsText } from '../records/amounts.ts';
import type { QuoteRecord, ShipmentRecord } from '../records/record-types.ts';

type QuoteCharges = ShipmentRecord['orders'][number]['charges'];

/** The revenue that the customer of a converted quote is charged. */
export interface Revenue {
  readonly cents: number;
  readonly text: string;
}

const orderChargesGap: Gap = {
  key: 'orders.charges',
  text: "This API can't show the order of a quote by itself, so charges beside the price of the quote are unknown.",
};

/** Reads the charges of a quote's order. Returns undefined if the API does not show an order by itself. */
export async function readCharges(
  { api, noteGap }: ToolContext,
  { order }: QuoteRecord,
): Promise<QuoteCharges | undefined> {
  try {
    return (await api.orders.get({ id: order.id, by: 'id' })).charges;
  } catch {
    noteGap(orderChargesGap);
    return undefined;
  }
}

/**
 * Computes the revenue: the price becomes the linehaul, in addition to other charges. Throws if the order names another
 * base price.
 */
export function computeRevenue(quote: QuoteRecord, charges: QuoteCharges | undefined): Revenue {
  const { side, amount, currency, friendlyId, order } = quote;
  const price = side === 'BUY' ? null : toAmountCents(amount);
  const formatAmount = (cents: number) => centsText(cents, currency);
  const lines = (charges ?? []).map(({ chargeCode, total }) => ({
    code: chargeCode.code,
    cents: toAmountCents(total),
  }));
  const { addedCents, ownCents, otherBaseCents } = computeQuotedRevenue(price, lines);
  if (otherBaseCents !== null) {
    throw new WaybillError(
      'CONFLICT',
      `The charges of order ${order.friendlyId} name a linehaul of ${formatAmount(otherBaseCents)}, quote ${friendlyId} says ${formatAmount(price ?? 0)}: change the price of the quote or the charges of the order, so that both say what was agreed.`,
    );
  }
  const cents = (addedCents ?? 0) + ownCents;
  const parts = [
    addedCents === null ? '' : `${formatAmount(addedCents)} as linehaul`,
    charges === undefined ? 'whatever its order charges' : '',
    ownCents === 0 ? '' : `${formatAmount(ownCents)} of charges that its order has`,
  ].filter(Boolean);
  if (parts.length === 0) return { cents, text: 'no revenue yet' };
  return {
    cents,
    text: `revenue of ${parts.join(' and ')}${parts.length > 1 && charges ? `, ${formatAmount(cents)} in all` : ''}`,
  };
}
