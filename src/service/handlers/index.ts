import type { Operation } from '../../contract/operation.ts';
import { type OperationName, operations, type Operations } from '../../contract/operations.ts';
import type { AnyHandler, Handlers } from '../handlers-type.ts';
import { billPaymentHandlers } from './bill-payments.ts';
import { billHandlers } from './bills.ts';
import { carrierContactHandlers } from './carrier-contacts.ts';
import { carrierFactorHandlers } from './carrier-factors.ts';
import { carrierPaymentMethodHandlers } from './carrier-payment-methods.ts';
import { carrierHandlers } from './carriers.ts';
import { companyHandlers } from './companies.ts';
import { customerContactHandlers } from './customer-contacts.ts';
import { creditMemoHandlers } from './credit-memos.ts';
import { customerHandlers } from './customers.ts';
import { documentHandlers } from './documents.ts';
import { globalSearchHandlers } from './global-search.ts';
import { invoiceHandlers } from './invoices.ts';
import { locationContactHandlers } from './location-contacts.ts';
import { loadHandlers } from './loads.ts';
import { locationHandlers } from './locations.ts';
import { paymentTermHandlers } from './payment-terms.ts';
import { paymentHandlers } from './payments.ts';
import { orderHandlers } from './orders.ts';
import { quoteHandlers } from './quotes.ts';
import { referenceDataHandlers } from './reference-data.ts';
import { savedSearchHandlers } from './saved-searches.ts';
import { serviceHandlers } from './services.ts';
import { shipmentHandlers } from './shipments.ts';
import { stopHandlers } from './stops.ts';
import { teamHandlers } from './teams.ts';
import { userHandlers } from './users.ts';
import { vendorContactHandlers } from './vendor-contacts.ts';
import { vendorPaymentMethodHandlers } from './vendor-payment-methods.ts';
import { vendorHandlers } from './vendors.ts';
import { webhookSubscriptionHandlers } from './webhook-subscriptions.ts';

const handlers: { readonly [Resource in keyof Operations]: Handlers<Operations[Resource]> } = {
  carriers: carrierHandlers,
  carrierContacts: carrierContactHandlers,
  carrierFactors: carrierFactorHandlers,
  carrierPaymentMethods: carrierPaymentMethodHandlers,
  companies: companyHandlers,
  customers: customerHandlers,
  customerContacts: customerContactHandlers,
  locations: locationHandlers,
  locationContacts: locationContactHandlers,
  vendors: vendorHandlers,
  vendorContacts: vendorContactHandlers,
  vendorPaymentMethods: vendorPaymentMethodHandlers,
  paymentTerms: paymentTermHandlers,
  teams: teamHandlers,
  users: userHandlers,
  savedSearches: savedSearchHandlers,
  globalSearch: globalSearchHandlers,
  quotes: quoteHandlers,
  orders: orderHandlers,
  stops: stopHandlers,
  shipments: shipmentHandlers,
  loads: loadHandlers,
  services: serviceHandlers,
  documents: documentHandlers,
  referenceData: referenceDataHandlers,
  bills: billHandlers,
  billPayments: billPaymentHandlers,
  invoices: invoiceHandlers,
  payments: paymentHandlers,
  creditMemos: creditMemoHandlers,
  webhookSubscriptions: webhookSubscriptionHandlers,
};

export interface BoundOperation {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/** Every operation with its handler, fixed paths before those with parameters, so that the first match is the right one. */
export function boundOperations(): BoundOperation[] {
  const bound = Object.entries(operations).flatMap(([resource, group]) =>
    Object.entries(group).map(([verb, operation]) => {
      // Both keys come from the table of operations.
      const name = `${resource}.${verb}` as OperationName;
      return { name, operation, handler: handlerOf(name) };
    }),
  );
  return bound.sort((a, b) => specificity(b.operation.path) - specificity(a.operation.path));
}

export function handlerOf(name: OperationName): AnyHandler {
  const [resource = '', verb = ''] = name.split('.');
  // The table above is complete by its type; the names come from the same table of operations.
  const table = handlers[resource as keyof Operations] as unknown as Record<string, AnyHandler | undefined>;
  const handler = table[verb];
  if (!handler) throw new Error(`no handler for ${name}`);
  return handler;
}

/** Paths whose early segments are fixed come first. */
function specificity(path: string): number {
  return path
    .split('/')
    .reduce((score, segment, index) => score + (segment.startsWith('{') ? 0 : 2 ** (10 - index)), 0);
}
