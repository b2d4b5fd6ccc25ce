import type { z } from 'zod';
import { type CarrierContact, carrierContacts } from '../../../contract/parties/carrier-contacts.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { contactInfoColumns } from '../../parties/contact-info.ts';
import { toCarrierContact, usersOf } from '../../parties/contacts.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, writeJson } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import {
  type Addressed,
  changeRecord,
  deleteRecord,
  newRecord,
  requireRecord,
  requireReference,
} from '../../shared/records.ts';
import { carrierReferences, mustShow, userReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

type ContactRow = Row<'carrier_contact'>;
type ShownContact = z.output<typeof CarrierContact>;

const source = {
  table: 'carrier_contact',
  fields: carrierContacts.filter.filter,
  columns: plainColumns(carrierContacts.filter.filter),
} as const;

export const carrierContactHandlers: Handlers<typeof carrierContacts> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showContacts(ctx, rows), pageInfo: page, ...problems };
  },

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
    return showContact(ctx, row);
  },

  get: async (ctx, input) => showContact(ctx, await named(ctx, input)),

  async update(ctx, input) {
    const row = await named(ctx, input);
    const change = defined({ ...columnsOf(input), key: input.key });
    return showContact(ctx, await changeRecord(ctx, 'carrier_contact', row, change));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'carrier_contact', 'carrier contact', input),
};

const named = (ctx: ServiceContext, addressed: Addressed) =>
  requireRecord(ctx, 'carrier_contact', 'carrier contact', addressed);

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
  return rows.map((row) => ({ ...toCarrierContact(row, users), carrier: mustShow(carriers, row.carrier_id) }));
}

async function showContact(ctx: ServiceContext, row: ContactRow): Promise<ShownContact> {
  const [contact] = await showContacts(ctx, [row]);
  // One row in, one contact out.
  return contact as ShownContact;
}
