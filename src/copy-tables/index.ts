import type { RowsOf } from '../store/migrations/table.ts';
import { billPaymentTables } from './bill-payments.ts';
import { billTables } from './bills.ts';
import { carrierTables } from './carriers.ts';
import { creditMemoTables } from './credit-memos.ts';
import { customerTables } from './customers.ts';
import { documentTables } from './documents.ts';
import type { FactTables } from './facts.ts';
import { factorTables } from './factors.ts';
import { invoiceTables } from './invoices.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { loadTables } from './loads.ts';
import { locationTables } from './locations.ts';
import { orderTables } from './orders.ts';
import { paymentTables } from './payments.ts';
import { quoteTables } from './quotes.ts';
import { serviceTables } from './services.ts';
import { shipmentTables } from './shipments.ts';
import { userTables } from './users.ts';
import { vendorTables } from './vendors.ts';

/** Tables of each collection, by the name of its own table. */
export const collectionTables = {
  customer: customerTables,
  carrier: carrierTables,
  vendor: vendorTables,
  factor: factorTables,
  user_account: userTables,
  location: locationTables,
  shipment: shipmentTables,
  freight_order: orderTables,
  bill: billTables,
  load: loadTables,
  service: serviceTables,
  quote: quoteTables,
  invoice: invoiceTables,
  payment: paymentTables,
  bill_payment: billPaymentTables,
  credit_memo: creditMemoTables,
  document: documentTables,
} as const satisfies Readonly<Record<string, CopiedTables>>;

/** A collection of the API that is copied, by the name of its own table. */
export type CollectionName = keyof typeof collectionTables;

type AllOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Whole) => void
  ? Whole
  : never;

/** Rows of the tables that hold records, and of the facts that are computed from them. */
export type CopyRows = RowsOf<AllOf<(typeof collectionTables)[CollectionName]>> & Omit<FactTables, 'stale_fact'>;
