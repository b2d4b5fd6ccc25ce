import { customers } from '../../../contract/parties/customers.ts';
import type { Operations } from '../../../contract/types.ts';
import { convertToCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { mergeAddresses, toOptionalAddress } from '../../shared/addresses.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listCustomerPayments } from '../../receivables/customer-payments.ts';
import { searchCustomers } from '../../parties/customer-search.ts';
import { buildStatusColumns } from '../../parties/customer-status.ts';
import { customerFields, showCustomers } from '../../parties/customer-view.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { listOutstandingInvoices } from '../../receivables/outstanding-invoices.ts';
import { changeRecord, buildNewRecord, resolveOptionalId } from '../../shared/records.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { resolvePartyTerm } from '../../ledger/payment-terms.ts';

const record = createRecordHandlers({
  table: 'customer',
  kind: 'customer',
  fields: customers.filter.filter,
  columns: listPlainColumns(customers.filter.filter),
  show: showCustomers,
  page: (pagination) => ({ pagination }),
});

export const customerHandlers: Handlers<Operations['customers']> = {
  filter: record.filter,
  get: record.get,
  delete: async (ctx, input) => deleteParty(ctx, 'customer', await record.require(ctx, input)),

  search: searchCustomers,

  async create(ctx, input) {
    requireLimitUnit(ctx, input, null);
    const row: Row<'customer'> = {
      ...buildBlankRow('customer'),
      ...(await buildColumns(ctx, input, null)),
      ...buildStatusColumns(undefined, input, ctx.now),
      ...buildNewRecord(ctx, input.key),
      friendly_id: await createFriendlyId(ctx, 'customer'),
      name: input.name,
      status: input.status,
      corporate_address: toOptionalAddress(input.corporateAddress) ?? null,
      billing_address: toOptionalAddress(input.billingAddress) ?? null,
    };
    await ctx.db.insertInto('customer').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    requireLimitUnit(ctx, input, row.currency);
    const addresses = mergeAddresses(row, input);
    const change = dropUndefined({
      ...(await buildColumns(ctx, input, row.payment_term_id)),
      ...buildStatusColumns(row.status, input, ctx.now),
      key: input.key,
      ...addresses.change,
    });
    const expected = { status: row.status, ...addresses.expected };
    return record.show(ctx, await changeRecord(ctx, 'customer', row, change, expected));
  },

  async outstandingInvoices(ctx, input) {
    const { id } = await record.require(ctx, input);
    return listOutstandingInvoices(ctx, id);
  },

  async payments(ctx, input) {
    const { id } = await record.require(ctx, input);
    return listCustomerPayments(ctx, id, input);
  },
};

interface StatedLimit {
  readonly creditLimit?: number | null | undefined;
  readonly currency?: string | null | undefined;
}

/** Refuses a credit limit that the customer's currency cannot express. */
function requireLimitUnit(ctx: ServiceContext, { creditLimit, currency }: StatedLimit, current: string | null): void {
  if (creditLimit) convertToCents(creditLimit, currency ?? current ?? ctx.organization.currency, 'creditLimit');
}

interface CustomerDetails {
  readonly paymentTerm?: Parameters<typeof resolvePartyTerm>[1]['reference'];
  readonly groupId?: string | null | undefined;
  readonly deactivationDate?: string | null | undefined;
}

/** Builds the columns of the fields that the input names, except key and addresses. */
async function buildColumns(ctx: ServiceContext, input: CustomerDetails, current: string | null) {
  return dropUndefined({
    ...customerFields.toRow(input),
    payment_term_id: await resolvePartyTerm(ctx, {
      field: 'paymentTerm',
      reference: input.paymentTerm,
      ledger: 'receivables',
      current,
    }),
    group_id: await resolveOptionalId(ctx, 'team', 'groupId', input.groupId),
  });
}
