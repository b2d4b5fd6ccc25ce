import type { Operation } from '../../contract/kit/operation.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import { operations } from '../../contract/operations.ts';
import type { Operations } from '../../contract/types.ts';
import type { AnyHandler, Handlers } from '../shared/handlers.ts';
import { billPaymentHandlers } from './payables/bill-payments.ts';
import { billHandlers } from './payables/bills.ts';
import { bulkExportHandlers } from './bulk-export.ts';
import { carrierContactHandlers } from './parties/carrier-contacts.ts';
import { carrierFactorHandlers } from './parties/carrier-factors.ts';
import { carrierPaymentMethodHandlers } from './parties/carrier-payment-methods.ts';
import { carrierHandlers } from './parties/carriers.ts';
import { companyHandlers } from './parties/companies.ts';
import { customerContactHandlers } from './parties/customer-contacts.ts';
import { creditMemoHandlers } from './receivables/credit-memos.ts';
import { customerHandlers } from './parties/customers.ts';
import { documentHandlers } from './documents.ts';
import { globalSearchHandlers } from './search/global-search.ts';
import { invoiceHandlers } from './receivables/invoices.ts';
import { locationContactHandlers } from './parties/location-contacts.ts';
import { loadHandlers } from './freight/loads.ts';
import { locationHandlers } from './parties/locations.ts';
import { paymentTermHandlers } from './organization/payment-terms.ts';
import { paymentHandlers } from './receivables/payments.ts';
import { orderHandlers } from './freight/orders.ts';
import { quoteHandlers } from './freight/quotes.ts';
import { referenceDataHandlers } from './reference-data.ts';
import { savedSearchHandlers } from './search/saved-searches.ts';
import { serviceHandlers } from './freight/services.ts';
import { shipmentHandlers } from './freight/shipments.ts';
import { stopHandlers } from './freight/stops.ts';
import { teamHandlers } from './organization/teams.ts';
import { userHandlers } from './organization/users.ts';
import { vendorContactHandlers } from './parties/vendor-contacts.ts';
import { vendorPaymentMethodHandlers } from './parties/vendor-payment-methods.ts';
import { vendorHandlers } from './parties/vendors.ts';
import { webhookSubscriptionHandlers } from './events/webhook-subscriptions.ts';

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
  bulkExport: bulkExportHandlers,
};

export interface BoundOperation {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/**
 * Lists every operation with its handler. Fixed paths come before those with parameters, so that the first match is the
 * right one.
 */
export function bindOperations(): BoundOperation[] {
  const bound = Object.entries(operations).flatMap(([resource, group]) =>
    Object.entries(group).map(([verb, operation]) => {
      // Both keys come from the table of operations.
      const name = `${resource}.${verb}` as OperationName;
      return { name, operation, handler: getHandler(name) };
    }),
  );
  return bound.sort((a, b) => scorePath(b.operation.path) - scorePath(a.operation.path));
}

export function getHandler(name: OperationName): AnyHandler {
  const [resource = '', verb = ''] = name.split('.');
  // The table above is complete by its type; the names come from the same table of operations.
  const table = handlers[resource as keyof Operations] as unknown as Record<string, AnyHandler | undefined>;
  const handler = table[verb];
  if (!handler) throw new Error(`no handler for ${name}`);
  return handler;
}

/** Scores a path: those whose early segments are fixed come first. */
function scorePath(path: string): number {
  return path
    .split('/')
    .reduce((score, segment, index) => score + (segment.startsWith('{') ? 0 : 2 ** (10 - index)), 0);
}
