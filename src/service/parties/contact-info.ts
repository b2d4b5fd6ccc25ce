import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { fieldMap } from '../shared/fields.ts';
import type { ContactInfoPatch } from '../../contract/types.ts';

interface Named {
  readonly name?: string | undefined;
  readonly contactInfo?: ContactInfoPatch | undefined;
}

const fields = fieldMap<Pick<Row<'customer_contact'>, 'name' | 'email' | 'phone_number' | 'title'>>()({
  name: 'plain',
  email: 'plain',
  phoneNumber: 'plain',
  title: 'plain',
});

/** Columns of a contact's hidden record; its name is given in two places and is one. */
export function contactInfoColumns({ name, contactInfo }: Named): ReturnType<typeof fields.toRow> {
  const other = contactInfo?.name;
  if (name !== undefined && other !== undefined && name !== other)
    throw fieldError('BAD_REQUEST', 'name', 'must be the same as contactInfo.name');
  return { ...fields.toRow({ name }), ...fields.toRow(contactInfo ?? {}) };
}
