import { sql } from 'kysely';
import { stops } from '../../../contract/freight/stops.ts';
import type { Operations } from '../../../contract/types.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { addStop, changeStop, removeStop } from '../../freight/orders/stop-edits.ts';
import { showStops } from '../../freight/orders/stop-view.ts';

const visits = {
  table: 'order_stop',
  join: sql`inner join freight_order on freight_order.id = order_stop.order_id
    and freight_order.organization_id = order_stop.organization_id`,
  link: 'order_stop.stop_id',
} as const;

const record = createRecordHandlers({
  table: 'stop',
  kind: 'stop',
  fields: stops.filter.filter,
  columns: {
    ...listPlainColumns(stops.filter.filter),
    shipperLocationId: 'location_id',
    // Whichever order it was made for, a stop is found by each order that visits it.
    orderId: buildRelatedField({ ...visits, column: 'order_stop.order_id' }),
    shipmentId: buildRelatedField({ ...visits, column: 'freight_order.shipment_id' }),
    loadId: buildRelatedField({
      table: 'load_stop',
      join: sql`inner join load on load.id = load_stop.load_id and load.organization_id = load_stop.organization_id`,
      column: 'load_stop.load_id',
      link: 'load_stop.stop_id',
    }),
  },
  show: showStops,
  page: (pagination) => ({ pagination }),
});

export const stopHandlers: Handlers<Operations['stops']> = {
  filter: record.filter,
  get: record.get,

  create: async (ctx, input) => record.show(ctx, await addStop(ctx, input)),
  update: async (ctx, input) => record.show(ctx, await changeStop(ctx, await record.require(ctx, input), input)),

  async delete(ctx, input) {
    await removeStop(ctx, await record.require(ctx, input));
    return undefined;
  },
};
