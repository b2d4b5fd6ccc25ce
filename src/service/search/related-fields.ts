import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import { readChildren } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { SearchedField } from './highlight.ts';

interface FoundParty {
  readonly id: string;
  readonly payment_term_id?: string | null;
}

type FieldsById = ReadonlyMap<string, readonly SearchedField[]>;

/** Reads the texts of related records that also match a record: people, factors, terms and teams. */
export async function readRelatedFields(
  ctx: ServiceContext,
  object: 'CUSTOMER' | 'CARRIER' | 'USER' | 'VENDOR',
  rows: readonly FoundParty[],
): Promise<FieldsById> {
  const ids = rows.map(({ id }) => id);
  if (object === 'USER') return readTeamFields(ctx, ids);
  const [contacts, terms, factors] = [
    await readContactFields(ctx, object, ids),
    await findRecords(
      ctx,
      'payment_term',
      rows.map((row) => row.payment_term_id),
    ),
    object === 'CARRIER' ? await readFactorFields(ctx, ids) : undefined,
  ];
  return new Map(
    rows.map(({ id, payment_term_id: termId }) => [
      id,
      [
        ...(contacts.get(id) ?? []),
        { label: 'Payment term', text: terms.get(termId ?? '')?.name },
        ...(factors?.get(id) ?? []),
      ],
    ]),
  );
}

async function readContactFields(
  ctx: ServiceContext,
  object: 'CUSTOMER' | 'CARRIER' | 'VENDOR',
  ids: readonly string[],
): Promise<FieldsById> {
  if (object === 'CARRIER')
    return labelContacts(
      await readChildren(ctx, { table: 'carrier_contact', parent: 'carrier_id', ids }),
      listPersonTexts,
    );
  if (object === 'CUSTOMER')
    return labelContacts(
      await readChildren(ctx, { table: 'customer_contact', parent: 'customer_id', ids }),
      listPersonTexts,
    );
  return labelContacts(await readChildren(ctx, { table: 'vendor_contact', parent: 'vendor_id', ids }), (row) => [
    row.email,
    row.phone,
  ]);
}

const listPersonTexts = ({ name, email, phone_number: phone }: Row<'carrier_contact'> | Row<'customer_contact'>) => [
  name,
  email,
  phone,
];

const labelContacts = <Child>(
  children: ReadonlyMap<string, readonly Child[]>,
  listTexts: (child: Child) => readonly (string | null)[],
): FieldsById =>
  new Map([...children].map(([id, rows]) => [id, rows.flatMap(listTexts).map((text) => ({ label: 'Contact', text }))]));

async function readFactorFields(ctx: ServiceContext, ids: readonly string[]): Promise<FieldsById> {
  const methods = await readChildren(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids });
  const factors = await findRecords(
    ctx,
    'carrier_factor',
    [...methods.values()].flat().map((method) => method.carrier_factor_id),
  );
  return new Map(
    [...methods].map(([id, rows]) => [
      id,
      rows.map((row) => ({ label: 'Factor', text: factors.get(row.carrier_factor_id ?? '')?.company_name })),
    ]),
  );
}

const teamsOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team_member.user_id', 'team.name'])
    .where('team_member.organization_id', '=', organizationId)
    .where('team_member.user_id', 'in', ids)
    .where('team.organization_id', '=', organizationId)
    .where('team.deleted_at', 'is', null)
    .orderBy('team.id'),
);

async function readTeamFields(ctx: ServiceContext, ids: readonly string[]): Promise<FieldsById> {
  const fields = new Map<string, SearchedField[]>();
  for (const { user_id: id, name } of await teamsOf(ctx, ids))
    fields.set(id, [...(fields.get(id) ?? []), { label: 'Team', text: name }]);
  return fields;
}
