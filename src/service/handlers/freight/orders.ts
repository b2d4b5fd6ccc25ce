import { orders } from '../../../contract/freight/orders.ts';
import type { Operations } from '../../../contract/types.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeOrder } from '../../freight/orders/edits.ts';
import { showOrders } from '../../freight/orders/view.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const record = createRecordHandlers({
  table: 'freight_order',
  kind: 'order',
  fields: orders.filter.filter,
  columns: {
    ...listPlainColumns(orders.filter.filter),
    quoteId: buildRelatedField({ table: 'quote', column: 'id', link: 'order_id' }),
    invoiceId: buildRelatedField({ table: 'invoice', column: 'id', link: 'order_id' }),
  },
  show: showOrders,
  page: (pagination) => ({ pagination }),
});

export const orderHandlers: Handlers<Operations['orders']> = {
  filter: record.filter,
  get: record.get,

  update: async (ctx, input) => record.show(ctx, await changeOrder(ctx, await record.require(ctx, input), input)),
};
