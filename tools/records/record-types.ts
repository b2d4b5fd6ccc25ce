import type { z } from 'zod';
import type { Bill } from '../../src/contract/payables/bills.ts';
import type { BillPayment } from '../../src/contract/payables/bill-payments.ts';
import type { Carrier } from '../../src/contract/parties/carriers.ts';
import type { CarrierFactor } from '../../src/contract/parties/carrier-factors.ts';
import type { Customer } from '../../src/contract/parties/customers.ts';
import type { Document } from '../../src/contract/documents.ts';
import type { Invoice } from '../../src/contract/receivables/invoices.ts';
import type { Load } from '../../src/contract/freight/load-shapes.ts';
import type { Quote } from '../../src/contract/freight/quotes.ts';
import type { Vendor } from '../../src/contract/parties/vendors.ts';
import type { Shipment } from '../../src/contract/freight/shipment-shapes.ts';

/** Records as the API returns them. */
export type CarrierRecord = z.output<typeof Carrier>;
export type VendorRecord = z.output<typeof Vendor>;
/** Whom a bill is owed to. */
export type PayeeRecord = CarrierRecord | VendorRecord;
export type FactorRecord = z.output<typeof CarrierFactor>;
export type CustomerRecord = z.output<typeof Customer>;
export type ShipmentRecord = z.output<typeof Shipment>;
export type LoadRecord = z.output<typeof Load>;
export type QuoteRecord = z.output<typeof Quote>;
export type BillRecord = z.output<typeof Bill>;
export type InvoiceRecord = z.output<typeof Invoice>;
export type DocumentRecord = z.output<typeof Document>;
export type BillPaymentRecord = z.output<typeof BillPayment>;
