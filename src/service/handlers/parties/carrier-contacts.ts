import { carrierContacts } from '../../../contract/parties/carrier-contacts.ts';
import type { CarrierContact, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { contactInfoColumns } from '../../parties/contact-info.ts';
import { showCarrierContact, usersOf } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, newRecord, requireReference } from '../../shared/records.ts';
import { carrierReferences, mustShow, userReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';

type ContactRow = Row<'carrier_contact'>;
type ShownContact = CarrierContact;

const record = recordHandlers({
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
    const row: ContactRow = {
      ...blankRow('carrier_contact'),
      ...columnsOf(input),
      ...newRecord(ctx, input.key),
      carrier_id: carrier.id,
      name: input.name,
    };
    await ctx.db.insertInto('carrier_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = defined({ ...columnsOf(input), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'carrier_contact', row, change));
  },
};

type Details = Parameters<typeof contactInfoColumns>[0] & {
  readonly contactTypes?: readonly string[] | null | undefined;
};

/** Columns of the fields that the input names, apart from key and carrier. */
const columnsOf = (input: Details) =>
  defined({ ...contactInfoColumns(input), contact_types: writeJson(input.contactTypes) });

async function showContacts(ctx: ServiceContext, rows: readonly ContactRow[]): Promise<ShownContact[]> {
  const carriers = await carrierReferences(
    ctx,
    rows.map((row) => row.carrier_id),
  );
  const users = await userReferences(ctx, usersOf(rows));
  return rows.map((row) => ({ ...showCarrierContact(row, users), carrier: mustShow(carriers, row.carrier_id) }));
}
