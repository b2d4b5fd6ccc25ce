import type { Collection } from '../kit/collection.ts';
import { billPayments } from './bill-payments.ts';
import { bills } from './bills.ts';
import { carriers } from './carriers.ts';
import { creditMemos } from './credit-memos.ts';
import { customers } from './customers.ts';
import { documents } from './documents.ts';
import { factors } from './factors.ts';
import { invoices } from './invoices.ts';
import { loads } from './loads.ts';
import { locations } from './locations.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { quotes } from './quotes.ts';
import { services } from './services.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';
import { vendors } from './vendors.ts';

/**
 * Collections that are copied. One that follows another comes after it and is updated with the records that the other
 * returned.
 */
export const collections: readonly Collection[] = [
  customers,
  carriers,
  vendors,
  factors,
  users,
  locations,
  shipments,
  orders,
  bills,
  loads,
  services,
  quotes,
  invoices,
  payments,
  billPayments,
  creditMemos,
  documents,
];
