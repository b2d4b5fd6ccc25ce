import type { LoadDesk } from '../../mcp/support/load-desk.ts';
import { givenBillingContact } from './invoicing.ts';

/** A delivered load of a customer, proven, released and invoiced. */
export async function givenInvoicedLoad(desk: LoadDesk, revenue = 2000, customer = 'Acme Foods') {
  const load = await desk.givenLoad({ customer, revenue, road: { status: 'DELIVERED' } });
  await desk.givenPaper(load, 'PROOF_OF_DELIVERY');
  await desk.api.shipments.readyToInvoice({ id: load.id });
  const { invoiceId } = await desk.api.shipments.generateInvoice({ id: load.id });
  return desk.api.invoices.get({ id: invoiceId });
}

/** Somebody who has been on the customer's record for weeks. */
export const givenOldContact = (desk: LoadDesk, customerId: string, email: string) =>
  givenBillingContact(desk.service, customerId, email);
