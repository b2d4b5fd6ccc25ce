import { billPayments } from './bill-payments.ts';
import { bills } from './bills.ts';
import { carrierContacts } from './carrier-contacts.ts';
import { carrierFactors } from './carrier-factors.ts';
import { carrierPaymentMethods } from './carrier-payment-methods.ts';
import { carriers } from './carriers.ts';
import { companies } from './companies.ts';
import { creditMemos } from './credit-memos.ts';
import { customerContacts } from './customer-contacts.ts';
import { customers } from './customers.ts';
import { documents } from './documents.ts';
import { globalSearch } from './global-search.ts';
import { invoices } from './invoices.ts';
import { loads } from './loads.ts';
import { locationContacts } from './location-contacts.ts';
import { locations } from './locations.ts';
import type { Operation } from './operation.ts';
import { orders } from './orders.ts';
import { paymentTerms } from './payment-terms.ts';
import { payments } from './payments.ts';
import { quotes } from './quotes.ts';
import { referenceData } from './reference-data.ts';
import { savedSearches } from './saved-searches.ts';
import { services } from './services.ts';
import { shipments } from './shipments.ts';
import { stops } from './stops.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';
import { vendorContacts } from './vendor-contacts.ts';
import { vendorPaymentMethods } from './vendor-payment-methods.ts';
import { vendors } from './vendors.ts';
import { webhookSubscriptions } from './webhook-subscriptions.ts';

/** Every operation of the API, by resource: the one table that client, routes, document and catalogue derive from. */
export const operations = {
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
} as const satisfies Record<string, Record<string, Operation>>;

export type Operations = typeof operations;
export type ResourceName = keyof Operations;

/** `quotes.filter`: how a caller names an operation. */
export type OperationName = {
  [Resource in ResourceName]: `${Resource}.${keyof Operations[Resource] & string}`;
}[ResourceName];
