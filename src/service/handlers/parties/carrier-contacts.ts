import { carrierContacts } from '../../../contract/parties/carrier-contacts.ts';
import type { CarrierContact, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { buildContactInfoColumns } from '../../parties/contact-info.ts';
import { showCarrierContact, listUserIds } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import { carrierReferences, requireShown, userReferences } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

type CarrierContactRow = Row<'carrier_contact'>;

const record = createRecordHandlers({
  table: 'carrier_contact',
  kind: 'carrier contact',
  fields: carrierContacts.filter.filter,
  columns: listPlainColumns(carrierContacts.filter.filter),
  show: showContacts,
  page: (pageInfo) => ({ pageInfo }),
});

export const carrierContactHandlers: Handlers<Operations['carrierContacts']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const carrier = await requireReference(ctx, 'carrier', 'carrierId', { id: input.carrierId });
    const row: CarrierContactRow = {
      ...buildBlankRow('carrier_contact'),
      ...buildColumns(input),
      ...buildNewRecord(ctx, input.key),
      carrier_id: carrier.id,
      name: input.name,
    };
    await ctx.db.insertInto('carrier_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...buildColumns(input), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'carrier_contact', row, change));
  },
};

type CarrierContactDetails = Parameters<typeof buildContactInfoColumns>[0] & {
  readonly contactTypes?: readonly string[] | null | undefined;
};

/** Builds the columns of the fields that the input names, except key and carrier. */
const buildColumns = (input: CarrierContactDetails) =>
  dropUndefined({ ...buildContactInfoColumns(input), contact_types: writeJson(input.contactTypes) });

async function showContacts(ctx: ServiceContext, rows: readonly CarrierContactRow[]): Promise<CarrierContact[]> {
  const carriers = await carrierReferences(
    ctx,
    rows.map((row) => row.carrier_id),
  );
  const users = await userReferences(ctx, listUserIds(rows));
  return rows.map((row) => ({ ...showCarrierContact(row, users), carrier: requireShown(carriers, row.carrier_id) }));
}
