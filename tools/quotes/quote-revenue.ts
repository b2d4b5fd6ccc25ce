import { namesBasePrice } from '../../src/domain/money/charge-codes.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { centsOf, centsText } from '../records/amounts.ts';
import type { QuoteRecord, ShipmentRecord } from '../records/record-types.ts';

type Charges = ShipmentRecord['orders'][number]['charges'];

/** What the customer of a converted quote is charged. */
export interface Revenue {
  readonly cents: number;
  readonly text: string;
}

/** The charges of the order that a quote holds; undefined where the API does not show an order by itself. */
export async function chargesOf({ api }: ToolContext, { order }: QuoteRecord): Promise<Charges | undefined> {
  try {
    return (await api.orders.get({ id: order.id, by: 'id' })).charges;
  } catch {
    // The plan then says that other charges may come on top.
    return undefined;
  }
}

/** The price becomes the linehaul, beside other charges, unless the order names a base price itself. */
export function revenueOf({ side, amount, currency }: QuoteRecord, charges: Charges | undefined): Revenue {
  const price = side === 'BUY' ? 0 : (centsOf(amount) ?? 0);
  const money = (cents: number) => centsText(cents, currency);
  const linehaul = `${money(price)} as linehaul`;
  if (charges === undefined) {
    return {
      cents: price,
      text:
        price === 0 ? 'no revenue but what its order charges' : `revenue of ${linehaul}, beside what its order charges`,
    };
  }
  const own = charges.reduce((sum, { total }) => sum + (centsOf(total) ?? 0), 0);
  const isPriced = namesBasePrice(charges.map(({ chargeCode }) => chargeCode.code));
  if (isPriced) {
    const quoted = price === 0 ? '' : `, not the quoted ${money(price)}`;
    return { cents: own, text: `revenue of ${money(own)}, the charges of its order${quoted}` };
  }
  if (charges.length === 0) {
    return { cents: price, text: price === 0 ? 'no revenue yet' : `revenue of ${linehaul}` };
  }
  const parts = [price === 0 ? '' : linehaul, `${money(own)} of other charges`].filter(Boolean).join(' and ');
  return { cents: price + own, text: `revenue of ${money(price + own)}: ${parts}` };
}
