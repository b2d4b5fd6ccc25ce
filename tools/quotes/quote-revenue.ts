import { computeQuotedRevenue } from '../../src/domain/charges/quoted-revenue.ts';
import type { Gap } from '../../src/domain/kit/completeness.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { QuoteRecord, ShipmentRecord } from '../records/record-types.ts';

type Charges = ShipmentRecord['orders'][number]['charges'];

/** What the customer of a converted quote is charged. */
export interface Revenue {
  readonly cents: number;
  readonly text: string;
}

const orderChargesGap: Gap = {
  key: 'orders.charges',
  text: "This API can't show the order of a quote by itself, so charges beside the price of the quote are unknown.",
};

/** The charges of the order that a quote holds; undefined where the API does not show an order by itself. */
export async function chargesOf({ api, noteGap }: ToolContext, { order }: QuoteRecord): Promise<Charges | undefined> {
  try {
    return (await api.orders.get({ id: order.id, by: 'id' })).charges;
  } catch {
    noteGap(orderChargesGap);
    return undefined;
  }
}

/** The price becomes the linehaul, beside other charges; refused when the order names another base price. */
export function revenueOf(quote: QuoteRecord, charges: Charges | undefined): Revenue {
  const { side, amount, currency, friendlyId, order } = quote;
  const price = side === 'BUY' ? null : centsOf(amount);
  const money = (cents: number) => centsText(cents, currency);
  const lines = (charges ?? []).map(({ chargeCode, total }) => ({ code: chargeCode.code, cents: centsOf(total) }));
  const { addedCents, ownCents, otherBaseCents } = computeQuotedRevenue(price, lines);
  if (otherBaseCents !== null) {
    throw new WaybillError(
      'CONFLICT',
      `The charges of order ${order.friendlyId} name a linehaul of ${money(otherBaseCents)}, quote ${friendlyId} says ${money(price ?? 0)}: change the price of the quote or the charges of the order, so that both say what was agreed.`,
    );
  }
  const cents = (addedCents ?? 0) + ownCents;
  const parts = [
    addedCents === null ? '' : `${money(addedCents)} as linehaul`,
    charges === undefined ? 'whatever its order charges' : '',
    ownCents === 0 ? '' : `${money(ownCents)} of charges that its order has`,
  ].filter(Boolean);
  if (parts.length === 0) return { cents, text: 'no revenue yet' };
  return {
    cents,
    text: `revenue of ${parts.join(' and ')}${parts.length > 1 && charges ? `, ${money(cents)} in all` : ''}`,
  };
}
