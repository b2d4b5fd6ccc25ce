import { customers } from '../../../contract/parties/customers.ts';
import type { Operations } from '../../../contract/types.ts';
import { convertToCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { mergedAddresses, optionalAddress } from '../../shared/addresses.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { customerPayments } from '../../receivables/customer-payments.ts';
import { searchCustomers } from '../../parties/customer-search.ts';
import { statusColumns } from '../../parties/customer-status.ts';
import { customerFields, showCustomers } from '../../parties/customer-view.ts';
import { defined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { nextFriendlyId } from '../../shared/friendly-ids.ts';
import { outstandingInvoices } from '../../receivables/outstanding-invoices.ts';
import { changeRecord, newRecord, optionalId } from '../../shared/records.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';
import { termOfParty } from '../../ledger/payment-terms.ts';

const record = recordHandlers({
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
      ...blankRow('customer'),
      ...(await columnsOf(ctx, input, null)),
      ...statusColumns(undefined, input, ctx.now),
      ...newRecord(ctx, input.key),
      friendly_id: await nextFriendlyId(ctx, 'customer'),
      name: input.name,
      status: input.status,
      corporate_address: optionalAddress(input.corporateAddress) ?? null,
      billing_address: optionalAddress(input.billingAddress) ?? null,
    };
    await ctx.db.insertInto('customer').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    requireLimitUnit(ctx, input, row.currency);
    const addresses = mergedAddresses(row, input);
    const change = defined({
      ...(await columnsOf(ctx, input, row.payment_term_id)),
      ...statusColumns(row.status, input, ctx.now),
      key: input.key,
      ...addresses.change,
    });
    const expected = { status: row.status, ...addresses.expected };
    return record.show(ctx, await changeRecord(ctx, 'customer', row, change, expected));
  },

  async outstandingInvoices(ctx, input) {
    const { id } = await record.require(ctx, input);
    return outstandingInvoices(ctx, id);
  },

  async payments(ctx, input) {
    const { id } = await record.require(ctx, input);
    return customerPayments(ctx, id, input);
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

interface Details {
  readonly paymentTerm?: Parameters<typeof termOfParty>[1]['reference'];
  readonly groupId?: string | null | undefined;
  readonly deactivationDate?: string | null | undefined;
}

/** Columns of the fields that the input names, apart from key and addresses. */
async function columnsOf(ctx: ServiceContext, input: Details, current: string | null) {
  return defined({
    ...customerFields.toRow(input),
    payment_term_id: await termOfParty(ctx, {
      field: 'paymentTerm',
      reference: input.paymentTerm,
      ledger: 'receivables',
      current,
    }),
    group_id: await optionalId(ctx, 'team', 'groupId', input.groupId),
  });
}
