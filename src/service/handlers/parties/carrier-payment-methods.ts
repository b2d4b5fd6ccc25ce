import { carrierPaymentMethods } from '../../../contract/parties/carrier-payment-methods.ts';
import type { CarrierPaymentMethod, Operations } from '../../../contract/types.ts';
import { checkFactor, type PaymentRecipientType } from '../../../domain/payments/payment-recipient.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { listUserIds } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requirePartyToUse } from '../../parties/party-use.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { buildMethodColumns, showCarrierPaymentMethod } from '../../parties/payment-methods.ts';
import { isNewPreferred, lockPayee, markOnlyPreferred } from '../../parties/preferred-method.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import {
  carrierFactorReferences,
  carrierReferences,
  requireShown,
  paymentTermReferences,
  userReferences,
} from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const table = 'carrier_payment_method';
type CarrierMethodRow = Row<typeof table>;

const record = createRecordHandlers({
  table,
  kind: 'carrier payment method',
  fields: carrierPaymentMethods.filter.filter,
  columns: listPlainColumns(carrierPaymentMethods.filter.filter),
  show: showMethods,
  page: (pageInfo) => ({ pageInfo }),
});

export const carrierPaymentMethodHandlers: Handlers<Operations['carrierPaymentMethods']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const carrier = await requireReference(ctx, 'carrier', 'carrierId', { id: input.carrierId });
    await lockPayee(ctx, carrier.id);
    const id = ctx.newId();
    const isPreferred = await isNewPreferred(ctx, table, carrier.id, input);
    const row: CarrierMethodRow = {
      ...buildBlankRow(table),
      ...(await buildMethodColumns(ctx, table, { id, payment_term_id: null }, { status: 'ACTIVE', ...input })),
      ...(await buildRecipientColumns(ctx, input, input.paymentRecipientType, null)),
      ...buildNewRecord(ctx, input.key, id),
      carrier_id: carrier.id,
      payment_method_type: input.paymentMethodType,
      is_preferred: Number(isPreferred),
    };
    await ctx.db.insertInto(table).values(row).execute();
    if (isPreferred) await markOnlyPreferred(ctx, table, carrier.id, id);
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const { payment_recipient_type: type, carrier_factor_id: factorId } = row;
    await lockPayee(ctx, row.carrier_id);
    const change = dropUndefined({
      ...(await buildMethodColumns(ctx, table, row, input)),
      ...(await buildRecipientColumns(ctx, input, type, factorId)),
      key: input.key,
    });
    // Recipient and factor were checked as a pair: neither may have changed since.
    const expected = { payment_recipient_type: type, carrier_factor_id: factorId };
    const changed = await changeRecord(ctx, table, row, change, expected);
    if (input.isPreferred === true) await markOnlyPreferred(ctx, table, row.carrier_id, row.id);
    return record.show(ctx, changed);
  },
};

interface RecipientInput {
  readonly paymentRecipientType?: PaymentRecipientType | undefined;
  readonly carrierFactorId?: string | null | undefined;
}

/** Builds the columns of the recipient after this input; 422 if recipient type and factor don't fit each other. */
async function buildRecipientColumns(
  ctx: ServiceContext,
  { paymentRecipientType, carrierFactorId }: RecipientInput,
  typeBefore: PaymentRecipientType,
  factorBefore: string | null,
): Promise<Pick<CarrierMethodRow, 'payment_recipient_type' | 'carrier_factor_id'>> {
  const type = paymentRecipientType ?? typeBefore;
  const problem = checkFactor(type, carrierFactorId === undefined ? factorBefore : carrierFactorId);
  if (problem !== null) throw createFieldError('VALIDATION_ERROR', 'carrierFactorId', problem);
  const factorId =
    typeof carrierFactorId === 'string'
      ? (await requirePartyToUse(ctx, 'carrier_factor', 'carrierFactorId', { id: carrierFactorId })).id
      : carrierFactorId;
  return { payment_recipient_type: type, carrier_factor_id: factorId === undefined ? factorBefore : factorId };
}

async function showMethods(ctx: ServiceContext, rows: readonly CarrierMethodRow[]): Promise<CarrierPaymentMethod[]> {
  const carriers = await carrierReferences(
    ctx,
    rows.map((row) => row.carrier_id),
  );
  const factors = await carrierFactorReferences(
    ctx,
    rows.map((row) => row.carrier_factor_id),
  );
  const terms = await paymentTermReferences(
    ctx,
    rows.map((row) => row.payment_term_id),
  );
  const users = await userReferences(ctx, listUserIds(rows));
  return rows.map((row) => ({
    ...showCarrierPaymentMethod(ctx.cipher, row, { terms, factors, users }),
    carrierId: row.carrier_id,
    carrier: requireShown(carriers, row.carrier_id),
  }));
}
