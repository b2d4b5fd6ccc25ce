import type { Order } from '../../../contract/freight/order-shapes.ts';
import { orders } from '../../../contract/freight/orders.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { plainColumns } from '../../filter/columns.ts';
import { changeOrder } from '../../freight/orders/edits.ts';
import { presentOrderRows } from '../../freight/orders/view.ts';
import { filterPage } from '../../filter/page.ts';
import { type Addressed, requireRecord } from '../../shared/records.ts';
import { related } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';

const source = {
  table: 'freight_order',
  fields: orders.filter.filter,
  columns: {
    ...plainColumns(orders.filter.filter),
    quoteId: related({ table: 'quote', column: 'id', link: 'order_id' }),
    invoiceId: related({ table: 'invoice', column: 'id', link: 'order_id' }),
  },
} as const;

export const orderHandlers: Handlers<typeof orders> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await presentOrderRows(ctx, rows), pagination: page, ...problems };
  },

  get: async (ctx, input) => presentOrder(ctx, await named(ctx, input)),
  update: async (ctx, input) => presentOrder(ctx, await changeOrder(ctx, await named(ctx, input), input)),
};

const named = (ctx: ServiceContext, addressed: Addressed) => requireRecord(ctx, 'freight_order', 'order', addressed);

async function presentOrder(ctx: ServiceContext, row: Row<'freight_order'>): Promise<Order> {
  const [order] = await presentOrderRows(ctx, [row]);
  if (!order) throw new Error('one row makes one order');
  return order;
}
