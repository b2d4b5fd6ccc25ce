import { customerContacts } from '../../../contract/parties/customer-contacts.ts';
import type { CustomerContact, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { buildContactInfoColumns } from '../../parties/contact-info.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { showCustomerContacts } from '../../parties/location-view.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import { requireShown } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const fields = createFieldMap<Row<'customer_contact'>>()({ phoneExtension: 'plain', isPrimary: 'bool' });

const record = createRecordHandlers({
  table: 'customer_contact',
  kind: 'customer contact',
  fields: customerContacts.filter.filter,
  columns: listPlainColumns(customerContacts.filter.filter),
  show: showContacts,
  page: (pageInfo) => ({ pageInfo }),
});

export const customerContactHandlers: Handlers<Operations['customerContacts']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const customer = await requireReference(ctx, 'customer', 'customerId', { id: input.customerId });
    const row: Row<'customer_contact'> = {
      ...buildBlankRow('customer_contact'),
      ...buildColumns(input),
      ...buildNewRecord(ctx, input.key),
      customer_id: customer.id,
      name: input.name,
      is_primary: Number(input.isPrimary),
    };
    await ctx.db.insertInto('customer_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...buildColumns(input), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'customer_contact', row, change));
  },
};

type CustomerContactDetails = Parameters<typeof buildContactInfoColumns>[0] & {
  readonly contactTypes?: readonly string[] | null | undefined;
  readonly notifications?: readonly string[] | null | undefined;
};

/** Builds the columns of the fields that the input names, except key and customer. */
function buildColumns(input: CustomerContactDetails) {
  return dropUndefined({
    ...buildContactInfoColumns(input),
    ...fields.toRow(input),
    contact_types: writeJson(input.contactTypes),
    notifications: writeJson(input.notifications),
  });
}

async function showContacts(ctx: ServiceContext, rows: readonly Row<'customer_contact'>[]): Promise<CustomerContact[]> {
  const contacts = await showCustomerContacts(ctx, rows);
  return rows.map(({ id }) => requireShown(contacts, id));
}
