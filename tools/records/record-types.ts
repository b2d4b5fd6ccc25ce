import type {
  Bill,
  BillPayment,
  Carrier,
  CarrierFactor,
  Customer,
  Document,
  Invoice,
  Load,
  Payment,
  Quote,
  Shipment,
  Vendor,
} from '../../src/contract/types.ts';

/** Records as the API returns them. */
export type CarrierRecord = Carrier;
export type VendorRecord = Vendor;
/** The party that a bill is owed to. */
export type PayeeRecord = CarrierRecord | VendorRecord;
export type FactorRecord = CarrierFactor;
export type CustomerRecord = Customer;
export type ShipmentRecord = Shipment;
/** A load as its shipment shows it. */
export type ShipmentLoad = Shipment['loads'][number];
export type LoadRecord = Load;
export type QuoteRecord = Quote;
export type BillRecord = Bill;
export type InvoiceRecord = Invoice;
export type DocumentRecord = Document;
export type BillPaymentRecord = BillPayment;
export type PaymentRecord = Payment;
