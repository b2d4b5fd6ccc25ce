import type { Row } from '../../store/schema.ts';
import { showAddress } from '../shared/addresses.ts';
import { readChildren } from '../shared/child-records.ts';
import { showVendorContact, listUserIds } from './contact-view.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap, readJson } from '../shared/fields.ts';
import { showVendorPaymentMethod } from './payment-methods.ts';
import { paymentTermReferences, showReference, showStamps, userReferences } from '../identifiers/references.ts';
import type { Vendor } from '../../contract/types.ts';

type VendorRow = Row<'vendor'>;
export type ShownVendor = Vendor;

export const vendorFields = createFieldMap<VendorRow>()({
  name: 'plain',
  email: 'plain',
  phone: 'plain',
  status: 'plain',
  notes: 'plain',
  taxId: 'plain',
  currency: 'plain',
});

/** Shows vendors with their contacts and payment methods. It makes one query per table. */
export async function showVendors(ctx: ServiceContext, rows: readonly VendorRow[]): Promise<ShownVendor[]> {
  const ids = rows.map(({ id }) => id);
  const contacts = await readChildren(ctx, { table: 'vendor_contact', parent: 'vendor_id', ids });
  const methods = await readChildren(ctx, { table: 'vendor_payment_method', parent: 'vendor_id', ids });
  const [allContacts, allMethods] = [[...contacts.values()].flat(), [...methods.values()].flat()];
  const terms = await paymentTermReferences(
    ctx,
    [...rows, ...allMethods].map((row) => row.payment_term_id),
  );
  const users = await userReferences(ctx, listUserIds([...rows, ...allContacts, ...allMethods]));
  return rows.map((row) => ({
    object: 'VENDOR',
    ...showStamps(row),
    friendlyId: row.friendly_id,
    ...vendorFields.toWire(row),
    corporateAddress: showAddress(row.corporate_address),
    billingAddress: showAddress(row.billing_address),
    paymentTerm: showReference(terms, row.payment_term_id),
    requiredDocuments: readJson(row.required_documents),
    paymentMethods: (methods.get(row.id) ?? []).map((method) =>
      showVendorPaymentMethod(ctx.cipher, method, { terms, users }),
    ),
    contacts: (contacts.get(row.id) ?? []).map((contact) => showVendorContact(contact, users)),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
