import { vendorPaymentMethods } from '../../../contract/parties/vendor-payment-methods.ts';
import type { Operations, VendorPaymentMethod } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { usersOf } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { methodColumns, showVendorPaymentMethod } from '../../parties/payment-methods.ts';
import { isNewPreferred, lockPayee, preferOnly } from '../../parties/preferred-method.ts';
import { changeRecord, newRecord, requireReference } from '../../shared/records.ts';
import { mustShow, paymentTermReferences, userReferences, vendorReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';

const table = 'vendor_payment_method';
type MethodRow = Row<typeof table>;
type ShownMethod = VendorPaymentMethod;

const record = recordHandlers({
  table,
  kind: 'vendor payment method',
  fields: vendorPaymentMethods.filter.filter,
  columns: listPlainColumns(vendorPaymentMethods.filter.filter),
  show: showMethods,
  page: (pagination) => ({ pagination }),
});

export const vendorPaymentMethodHandlers: Handlers<Operations['vendorPaymentMethods']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

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
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = defined({ ...(await methodColumns(ctx, table, row, input)), key: input.key });
    await lockPayee(ctx, row.vendor_id);
    const changed = await changeRecord(ctx, table, row, change);
    if (input.isPreferred === true) await preferOnly(ctx, table, row.vendor_id, row.id);
    return record.show(ctx, changed);
  },
};

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
    ...showVendorPaymentMethod(ctx.cipher, row, { terms, users }),
    vendorId: row.vendor_id,
    vendor: mustShow(vendors, row.vendor_id),
  }));
}
