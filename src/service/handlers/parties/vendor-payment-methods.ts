import type { z } from 'zod';
import { type VendorPaymentMethod, vendorPaymentMethods } from '../../../contract/parties/vendor-payment-methods.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { usersOf } from '../../parties/contacts.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { methodColumns, toVendorPaymentMethod } from '../../parties/payment-methods.ts';
import { isNewPreferred, lockPayee, preferOnly } from '../../parties/preferred-method.ts';
import {
  type Addressed,
  changeRecord,
  deleteRecord,
  newRecord,
  requireRecord,
  requireReference,
} from '../../shared/records.ts';
import { mustShow, paymentTermReferences, userReferences, vendorReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

const table = 'vendor_payment_method';
type MethodRow = Row<typeof table>;
type ShownMethod = z.output<typeof VendorPaymentMethod>;

const source = {
  table,
  fields: vendorPaymentMethods.filter.filter,
  columns: plainColumns(vendorPaymentMethods.filter.filter),
} as const;

export const vendorPaymentMethodHandlers: Handlers<typeof vendorPaymentMethods> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showMethods(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const vendor = await requireReference(ctx, 'vendor', 'vendorId', { id: input.vendorId });
    await lockPayee(ctx, vendor.id);
    const id = ctx.newId();
    const isPreferred = await isNewPreferred(ctx, table, vendor.id, input);
    const row: MethodRow = {
      ...blankRow(table),
      ...(await methodColumns(ctx, table, { id, payment_term_id: null }, { status: 'ACTIVE', ...input })),
      ...newRecord(ctx, input.key, id),
      vendor_id: vendor.id,
      payment_method_type: input.paymentMethodType,
      is_preferred: Number(isPreferred),
    };
    await ctx.db.insertInto(table).values(row).execute();
    if (isPreferred) await preferOnly(ctx, table, vendor.id, id);
    return showMethod(ctx, row);
  },

  get: async (ctx, input) => showMethod(ctx, await named(ctx, input)),

  async update(ctx, input) {
    const row = await named(ctx, input);
    const change = defined({ ...(await methodColumns(ctx, table, row, input)), key: input.key });
    await lockPayee(ctx, row.vendor_id);
    const changed = await changeRecord(ctx, table, row, change);
    if (input.isPreferred === true) await preferOnly(ctx, table, row.vendor_id, row.id);
    return showMethod(ctx, changed);
  },

  delete: (ctx, input) => deleteRecord(ctx, table, 'vendor payment method', input),
};

const named = (ctx: ServiceContext, addressed: Addressed) =>
  requireRecord(ctx, table, 'vendor payment method', addressed);

async function showMethods(ctx: ServiceContext, rows: readonly MethodRow[]): Promise<ShownMethod[]> {
  const vendors = await vendorReferences(
    ctx,
    rows.map((row) => row.vendor_id),
  );
  const terms = await paymentTermReferences(
    ctx,
    rows.map((row) => row.payment_term_id),
  );
  const users = await userReferences(ctx, usersOf(rows));
  return rows.map((row) => ({
    ...toVendorPaymentMethod(ctx.cipher, row, { terms, users }),
    vendorId: row.vendor_id,
    vendor: mustShow(vendors, row.vendor_id),
  }));
}

async function showMethod(ctx: ServiceContext, row: MethodRow): Promise<ShownMethod> {
  const [method] = await showMethods(ctx, [row]);
  // One row in, one method out.
  return method as ShownMethod;
}
