import { vendorPaymentMethods } from '../../../contract/parties/vendor-payment-methods.ts';
import type { Operations, VendorPaymentMethod } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { listUserIds } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { buildMethodColumns, showVendorPaymentMethod } from '../../parties/payment-methods.ts';
import { isNewPreferred, lockPayee, markOnlyPreferred } from '../../parties/preferred-method.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import { requireShown, paymentTermReferences, userReferences, vendorReferences } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const table = 'vendor_payment_method';
type VendorMethodRow = Row<typeof table>;

const record = createRecordHandlers({
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
    const row: VendorMethodRow = {
      ...buildBlankRow(table),
      ...(await buildMethodColumns(ctx, table, { id, payment_term_id: null }, { status: 'ACTIVE', ...input })),
      ...buildNewRecord(ctx, input.key, id),
      vendor_id: vendor.id,
      payment_method_type: input.paymentMethodType,
      is_preferred: Number(isPreferred),
    };
    await ctx.db.insertInto(table).values(row).execute();
    if (isPreferred) await markOnlyPreferred(ctx, table, vendor.id, id);
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...(await buildMethodColumns(ctx, table, row, input)), key: input.key });
    await lockPayee(ctx, row.vendor_id);
    const changed = await changeRecord(ctx, table, row, change);
    if (input.isPreferred === true) await markOnlyPreferred(ctx, table, row.vendor_id, row.id);
    return record.show(ctx, changed);
  },
};

async function showMethods(ctx: ServiceContext, rows: readonly VendorMethodRow[]): Promise<VendorPaymentMethod[]> {
  const vendors = await vendorReferences(
    ctx,
    rows.map((row) => row.vendor_id),
  );
  const terms = await paymentTermReferences(
    ctx,
    rows.map((row) => row.payment_term_id),
  );
  const users = await userReferences(ctx, listUserIds(rows));
  return rows.map((row) => ({
    ...showVendorPaymentMethod(ctx.cipher, row, { terms, users }),
    vendorId: row.vendor_id,
    vendor: requireShown(vendors, row.vendor_id),
  }));
}
