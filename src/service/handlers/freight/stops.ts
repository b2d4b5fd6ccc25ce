import { sql } from 'kysely';
import { stops } from '../../../contract/freight/stops.ts';
import type { Stop } from '../../../contract/freight/stop-shapes.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { type Addressed, requireRecord } from '../../shared/records.ts';
import { related } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { addStop, changeStop, removeStop } from '../../freight/orders/stop-edits.ts';
import { presentStops } from '../../freight/orders/stop-view.ts';

const visits = {
  table: 'order_stop',
  join: sql`inner join freight_order on freight_order.id = order_stop.order_id
    and freight_order.organization_id = order_stop.organization_id`,
  link: 'order_stop.stop_id',
} as const;

const source = {
  table: 'stop',
  fields: stops.filter.filter,
  columns: {
    ...plainColumns(stops.filter.filter),
    shipperLocationId: 'location_id',
    // Whichever order it was made for, a stop is found by each order that visits it.
    orderId: related({ ...visits, column: 'order_stop.order_id' }),
    shipmentId: related({ ...visits, column: 'freight_order.shipment_id' }),
    loadId: related({
      table: 'load_stop',
      join: sql`inner join load on load.id = load_stop.load_id`,
      column: 'load_stop.load_id',
      link: 'load_stop.stop_id',
    }),
  },
} as const;

export const stopHandlers: Handlers<typeof stops> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await presentStops(ctx, rows), pagination: page, ...problems };
  },

  create: async (ctx, input) => presentStop(ctx, await addStop(ctx, input)),
  get: async (ctx, input) => presentStop(ctx, await named(ctx, input)),
  update: async (ctx, input) => presentStop(ctx, await changeStop(ctx, await named(ctx, input), input)),

  async delete(ctx, input) {
    await removeStop(ctx, await named(ctx, input));
    return undefined;
  },
};

const named = (ctx: ServiceContext, addressed: Addressed) => requireRecord(ctx, 'stop', 'stop', addressed);

async function presentStop(ctx: ServiceContext, row: Row<'stop'>): Promise<Stop> {
  const [stop] = await presentStops(ctx, [row]);
  if (!stop) throw new Error('one row makes one stop');
  return stop;
}
