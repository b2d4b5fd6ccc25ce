import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { createFieldMap } from '../shared/fields.ts';
import type { ContactInfoPatch } from '../../contract/types.ts';

interface ContactInput {
  readonly name?: string | undefined;
  readonly contactInfo?: ContactInfoPatch | undefined;
}

const fields = createFieldMap<Pick<Row<'customer_contact'>, 'name' | 'email' | 'phone_number' | 'title'>>()({
  name: 'plain',
  email: 'plain',
  phoneNumber: 'plain',
  title: 'plain',
});

/** Builds the columns of a contact. Its name can be stated in two places, which must agree. */
export function buildContactInfoColumns({ name, contactInfo }: ContactInput): ReturnType<typeof fields.toRow> {
  const other = contactInfo?.name;
  if (name !== undefined && other !== undefined && name !== other)
    throw createFieldError('BAD_REQUEST', 'name', 'must be the same as contactInfo.name');
  return { ...fields.toRow({ name }), ...fields.toRow(contactInfo ?? {}) };
}
