import { billCheckOperations } from '../bills/bill-facts.ts';
import { sendingOperations } from '../ledger/invoice-sending.ts';
import { showBill } from './show-bill.ts';
import { showLoad, showQuote } from './show-freight.ts';
import { showInvoice } from './show-invoice.ts';
import { showBillPayment, showCredit, showPayment } from './show-money.ts';
import { showPlain } from './show-plain.ts';
import type { RecordKind } from './record-kind.ts';

export const recordKinds: readonly RecordKind[] = [
  {
    noun: 'shipment',
    words: ['shipment', 'order'],
    resource: 'shipments',
    friendly: 'shipment',
    operations: ['shipments.get', 'shipments.filter', 'shipments.track', 'loads.filter'],
    show: { tool: 'get_shipment', argument: 'shipment' },
  },
  {
    noun: 'carrier',
    words: ['carrier'],
    resource: 'carriers',
    friendly: 'carrier',
    operations: ['carriers.get', 'carriers.filter', 'carriers.search'],
    show: { tool: 'get_carrier', argument: 'carrier' },
  },
  {
    noun: 'customer',
    words: ['customer'],
    resource: 'customers',
    friendly: 'customer',
    operations: ['customers.get', 'customers.filter', 'customers.search'],
    show: { tool: 'get_customer', argument: 'customer' },
  },
  {
    noun: 'quote',
    words: ['quote'],
    resource: 'quotes',
    friendly: 'quote',
    operations: ['quotes.get', 'quotes.filter'],
    show: showQuote,
  },
  {
    noun: 'bill',
    words: ['bill'],
    resource: 'bills',
    friendly: 'bill',
    operations: ['bills.get', ...billCheckOperations, 'loads.getCarrier', 'services.get', 'documents.filter'],
    show: showBill,
  },
  {
    noun: 'invoice',
    words: ['invoice', 'inv'],
    resource: 'invoices',
    friendly: 'invoice',
    operations: ['invoices.get', 'invoices.filter', 'shipments.get', ...sendingOperations],
    show: showInvoice,
  },
  {
    noun: 'payment',
    words: ['payment', 'customer payment'],
    resource: 'payments',
    friendly: 'payment',
    operations: ['payments.get', 'payments.filter'],
    show: showPayment,
  },
  {
    noun: 'bill payment',
    words: ['bill payment', 'carrier payment'],
    resource: 'billPayments',
    friendly: 'billPayment',
    operations: ['billPayments.get', 'billPayments.filter'],
    show: showBillPayment,
  },
  {
    noun: 'credit memo',
    words: ['credit memo', 'credit'],
    resource: 'creditMemos',
    friendly: 'creditMemo',
    operations: ['creditMemos.get', 'creditMemos.filter'],
    show: showCredit,
  },
  {
    noun: 'load',
    words: ['load'],
    resource: 'loads',
    friendly: 'load',
    operations: ['loads.get', 'loads.filter'],
    show: showLoad,
  },
  {
    noun: 'vendor',
    words: ['vendor'],
    resource: 'vendors',
    friendly: 'vendor',
    operations: ['vendors.get', 'vendors.filter', 'vendors.search'],
    show: showPlain('vendors'),
  },
  {
    noun: 'location',
    words: ['location'],
    resource: 'locations',
    operations: ['locations.get', 'locations.filter'],
    show: showPlain('locations'),
  },
  {
    noun: 'factor',
    words: ['factor'],
    resource: 'carrierFactors',
    operations: ['carrierFactors.get', 'carrierFactors.filter'],
    show: showPlain('carrierFactors'),
  },
  {
    noun: 'customer contact',
    words: ['contact', 'customer contact'],
    resource: 'customerContacts',
    operations: ['customerContacts.get', 'customerContacts.filter'],
    show: showPlain('customerContacts'),
  },
  {
    noun: 'carrier contact',
    words: ['contact', 'carrier contact'],
    resource: 'carrierContacts',
    operations: ['carrierContacts.get', 'carrierContacts.filter'],
    show: showPlain('carrierContacts'),
  },
  {
    noun: 'vendor contact',
    words: ['contact', 'vendor contact'],
    resource: 'vendorContacts',
    operations: ['vendorContacts.get', 'vendorContacts.filter'],
    show: showPlain('vendorContacts'),
  },
  {
    noun: 'user',
    words: ['user', 'rep'],
    resource: 'users',
    operations: ['users.get', 'users.filter'],
    show: showPlain('users'),
  },
  {
    noun: 'document',
    words: ['document', 'paper', 'file'],
    resource: 'documents',
    operations: ['documents.get', 'documents.filter'],
    show: { tool: 'get_document', argument: 'document' },
  },
];
