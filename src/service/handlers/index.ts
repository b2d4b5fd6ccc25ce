import type { Operation } from '../../contract/operation.ts';
import { operations, type Operations } from '../../contract/operations.ts';
import { type AnyHandler, type Handlers, notImplemented } from '../route.ts';
import { billHandlers } from './bills.ts';
import { carrierHandlers } from './carriers.ts';
import { customerHandlers } from './customers.ts';
import { documentHandlers } from './documents.ts';
import { invoiceHandlers } from './invoices.ts';
import { locationHandlers } from './locations.ts';
import { paymentTermHandlers } from './payment-terms.ts';
import { quoteHandlers } from './quotes.ts';
import { referenceDataHandlers } from './reference-data.ts';
import { shipmentHandlers } from './shipments.ts';
import { userHandlers } from './users.ts';
import { vendorHandlers } from './vendors.ts';

const handlers: { readonly [Resource in keyof Operations]: Handlers<Operations[Resource]> } = {
  carriers: carrierHandlers,
  carrierContacts: notImplemented(operations.carrierContacts),
  carrierFactors: notImplemented(operations.carrierFactors),
  carrierPaymentMethods: notImplemented(operations.carrierPaymentMethods),
  companies: notImplemented(operations.companies),
  customers: customerHandlers,
  customerContacts: notImplemented(operations.customerContacts),
  locations: locationHandlers,
  locationContacts: notImplemented(operations.locationContacts),
  vendors: vendorHandlers,
  vendorContacts: notImplemented(operations.vendorContacts),
  vendorPaymentMethods: notImplemented(operations.vendorPaymentMethods),
  paymentTerms: paymentTermHandlers,
  teams: notImplemented(operations.teams),
  users: userHandlers,
  savedSearches: notImplemented(operations.savedSearches),
  globalSearch: notImplemented(operations.globalSearch),
  quotes: quoteHandlers,
  orders: notImplemented(operations.orders),
  stops: notImplemented(operations.stops),
  shipments: shipmentHandlers,
  loads: notImplemented(operations.loads),
  services: notImplemented(operations.services),
  documents: documentHandlers,
  referenceData: referenceDataHandlers,
  bills: billHandlers,
  billPayments: notImplemented(operations.billPayments),
  invoices: invoiceHandlers,
  payments: notImplemented(operations.payments),
  creditMemos: notImplemented(operations.creditMemos),
  webhookSubscriptions: notImplemented(operations.webhookSubscriptions),
};

export interface BoundOperation {
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/** Every operation with its handler, fixed paths before those with parameters, so that the first match is the right one. */
export function boundOperations(): BoundOperation[] {
  const bound = Object.entries(operations).flatMap(([resource, group]) =>
    Object.entries(group).map(([name, operation]) => {
      // The table above is complete by its type; the key comes from the same table of operations.
      const table = handlers[resource as keyof Operations] as unknown as Record<string, AnyHandler | undefined>;
      const handler = table[name];
      if (!handler) throw new Error(`no handler for ${resource}.${name}`);
      return { operation, handler };
    }),
  );
  return bound.sort((a, b) => specificity(b.operation.path) - specificity(a.operation.path));
}

/** Paths whose early segments are fixed come first. */
function specificity(path: string): number {
  return path
    .split('/')
    .reduce((score, segment, index) => score + (segment.startsWith('{') ? 0 : 2 ** (10 - index)), 0);
}
