import type { Scope } from '../../store/connection.ts';
import type { Row } from '../../store/schema.ts';
import { showAddress } from '../shared/addresses.ts';
import { readChildren } from '../shared/child-records.ts';
import { showCustomerContact, listUserIds } from './contact-view.ts';
import { createFieldMap } from '../shared/fields.ts';
import { teamReferences } from '../organization/people.ts';
import { paymentTermReferences, showReference, showStamps, userReferences } from '../identifiers/references.ts';
import type { Customer } from '../../contract/types.ts';

type CustomerRow = Row<'customer'>;
export type ShownCustomer = Customer;

export const customerFields = createFieldMap<CustomerRow>()({
  name: 'plain',
  website: 'plain',
  phoneNumber: 'plain',
  dbaName: 'plain',
  leadSource: 'plain',
  naics: 'plain',
  ein: 'plain',
  duns: 'plain',
  externalId: 'plain',
  qboCustomerId: 'plain',
  notes: 'plain',
  creditLimit: 'cents',
  creditUsageWarning: 'plain',
  freeCreditReq: 'plain',
  defaultMargin: 'plain',
  minMargin: 'plain',
  maxMargin: 'plain',
  defaultInternalNotes: 'plain',
  defaultCarrierNotes: 'plain',
  defaultExternalNotes: 'plain',
  autoAcceptTender: 'bool',
  deactivationNotes: 'plain',
  deactivationDate: 'plain',
  status: 'plain',
  serviceTier: 'plain',
  industry: 'plain',
  annualRevenue: 'plain',
  annualSpend: 'plain',
  spendType: 'plain',
  numberOfEmployees: 'plain',
  currency: 'plain',
  defaultMode: 'plain',
  defaultShowNotes: 'plain',
  deactivationReason: 'plain',
});

/** Shows customers with their contacts. It makes one query per table. */
export async function showCustomers(scope: Scope, rows: readonly CustomerRow[]): Promise<ShownCustomer[]> {
  const ids = rows.map(({ id }) => id);
  const contacts = await readChildren(scope, { table: 'customer_contact', parent: 'customer_id', ids });
  const terms = await paymentTermReferences(
    scope,
    rows.map((row) => row.payment_term_id),
  );
  const users = await userReferences(scope, [
    ...rows.flatMap((row) => [row.closed_by_id, row.deleted_by_id]),
    ...listUserIds([...contacts.values()].flat()),
  ]);
  const teams = await teamReferences(
    scope,
    rows.map((row) => row.group_id),
  );
  return rows.map((row) => ({
    object: 'CUSTOMER',
    ...showStamps(row),
    friendlyId: row.friendly_id,
    ...customerFields.toWire(row),
    group: showReference(teams, row.group_id),
    paymentTerm: showReference(terms, row.payment_term_id),
    closedAt: row.closed_at,
    closedBy: showReference(users, row.closed_by_id),
    closedNotes: row.closed_notes,
    corporateAddress: showAddress(row.corporate_address),
    billingAddress: showAddress(row.billing_address),
    contacts: (contacts.get(row.id) ?? []).map((contact) => showCustomerContact(contact, users)),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
