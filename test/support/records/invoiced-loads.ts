import type { LoadDesk } from '../../mcp/support/load-desk.ts';
import { insertBillingContact } from './invoicing.ts';

/** Creates a delivered load of a customer, proven, released and invoiced. */
export async function createInvoicedLoad(desk: LoadDesk, revenue = 2000, customer = 'Acme Foods') {
  const load = await desk.createLoad({ customer, revenue, road: { status: 'DELIVERED' } });
  await desk.uploadPaper(load, 'PROOF_OF_DELIVERY');
  await desk.api.shipments.readyToInvoice({ id: load.id });
  const { invoiceId } = await desk.api.shipments.generateInvoice({ id: load.id });
  return desk.api.invoices.get({ id: invoiceId });
}

/** Writes a contact that has been on the customer's record for weeks. */
export const insertOldContact = (desk: LoadDesk, customerId: string, email: string) =>
  insertBillingContact(desk.service, customerId, email);
