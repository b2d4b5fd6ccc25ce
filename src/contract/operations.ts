import { billPayments } from './payables/bill-payments.ts';
import { bills } from './payables/bills.ts';
import { bulkExport } from './bulk-export.ts';
import { carrierContacts } from './parties/carrier-contacts.ts';
import { carrierFactors } from './parties/carrier-factors.ts';
import { carrierPaymentMethods } from './parties/carrier-payment-methods.ts';
import { carriers } from './parties/carriers.ts';
import { companies } from './parties/companies.ts';
import { creditMemos } from './receivables/credit-memos.ts';
import { customerContacts } from './parties/customer-contacts.ts';
import { customers } from './parties/customers.ts';
import { documents } from './documents.ts';
import { globalSearch } from './search/global-search.ts';
import { invoices } from './receivables/invoices.ts';
import { loads } from './freight/loads.ts';
import { locationContacts } from './parties/location-contacts.ts';
import { locations } from './parties/locations.ts';
import type { Operation } from './kit/operation.ts';
import type { ResourceName } from './operation-names.ts';
import { orders } from './freight/orders.ts';
import { paymentTerms } from './organization/payment-terms.ts';
import { payments } from './receivables/payments.ts';
import { quotes } from './freight/quotes.ts';
import { referenceData } from './reference-data.ts';
import { savedSearches } from './search/saved-searches.ts';
import { services } from './freight/services.ts';
import { shipments } from './freight/shipments.ts';
import { stops } from './freight/stops.ts';
import { teams } from './organization/teams.ts';
import { users } from './organization/users.ts';
import { vendorContacts } from './parties/vendor-contacts.ts';
import { vendorPaymentMethods } from './parties/vendor-payment-methods.ts';
import type { Operations } from './types.ts';
import { vendors } from './parties/vendors.ts';
import { webhookSubscriptions } from './events/webhook-subscriptions.ts';

/**
 * Every operation of the API, by resource: the one table that client, routes, document, catalogue and the file of types
 * derive from.
 */
export const operations: {
  readonly [Resource in ResourceName]: { readonly [Name in keyof Operations[Resource]]: Operation };
} = {
  carriers,
  carrierContacts,
  carrierFactors,
  carrierPaymentMethods,
  companies,
  customers,
  customerContacts,
  locations,
  locationContacts,
  vendors,
  vendorContacts,
  vendorPaymentMethods,
  paymentTerms,
  teams,
  users,
  savedSearches,
  globalSearch,
  quotes,
  orders,
  stops,
  shipments,
  loads,
  services,
  documents,
  referenceData,
  bills,
  billPayments,
  invoices,
  payments,
  creditMemos,
  webhookSubscriptions,
  bulkExport,
};
