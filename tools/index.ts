import type { Tool } from '../src/mcp/tool/tool.ts';
import { analyze } from './insight/analyze.ts';
import { describeMetrics } from './insight/describe_metrics.ts';
import { explainFigure } from './insight/explain_figure.ts';
import { agingReport } from './ledger/aging_report.ts';
import { apiRead } from './raw/api_read.ts';
import { apiSearch } from './raw/api_search.ts';
import { apiWrite } from './raw/api_write.ts';
import { approveBills } from './bills/approve_bills.ts';
import { auditLog } from './control/audit_log.ts';
import { addAccessorial } from './booking/add_accessorial.ts';
import { bookCarrier } from './booking/book_carrier.ts';
import { coverLoad } from './booking/cover_load.ts';
import { replaceCarrier } from './booking/replace_carrier.ts';
import { cancelShipment } from './freight/cancel_shipment.ts';
import { closeQuote } from './freight/close_quote.ts';
import { createShipment } from './freight/create_shipment.ts';
import { restoreShipment } from './freight/restore_shipment.ts';
import { updateStop } from './freight/update_stop.ts';
import { billingQueue } from './ledger/billing_queue.ts';
import { collections } from './ledger/collections.ts';
import { convertQuote } from './freight/convert_quote.ts';
import { createQuote } from './freight/create_quote.ts';
import { find } from './find/find.ts';
import { findCarriers } from './carriers/find_carriers.ts';
import { generateInvoices } from './billing/generate_invoices.ts';
import { getCarrier } from './carriers/get_carrier.ts';
import { getCustomer } from './customers/get_customer.ts';
import { getDocument } from './documents/get_document.ts';
import { getRecord } from './record/get_record.ts';
import { getShipment } from './shipments/get_shipment.ts';
import { laneHistory } from './lanes/lane_history.ts';
import { listApprovals } from './control/list_approvals.ts';
import { listBills } from './bills/list_bills.ts';
import { listInvoices } from './ledger/list_invoices.ts';
import { listQuotes } from './quotes/list_quotes.ts';
import { listShipments } from './shipments/list_shipments.ts';
import { payBills } from './payables/pay_bills.ts';
import { morningBrief } from './brief/morning_brief.ts';
import { priceQuote } from './quotes/price_quote.ts';
import { recordBill } from './payables/record_bill.ts';
import { referenceData } from './find/reference_data.ts';
import { reverseBill } from './payables/reverse_bill.ts';
import { runApproved } from './control/run_approved.ts';
import { saveDocument } from './documents/save_document.ts';
import { issueCredit } from './billing/issue_credit.ts';
import { recordPayment } from './billing/record_payment.ts';
import { sendInvoice } from './billing/send_invoice.ts';
import { setInvoiceReadiness } from './billing/set_invoice_readiness.ts';
import { voidInvoice } from './billing/void_invoice.ts';
import { sendRemittance } from './payables/send_remittance.ts';
import { setUpCarrier } from './parties/set_up_carrier.ts';
import { setUpCustomer } from './parties/set_up_customer.ts';
import { trackShipments } from './tracking/track_shipments.ts';
import { undo } from './control/undo.ts';
import { uploadDocument } from './documents/upload_document.ts';

/** Every tool, by toolset, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  // desk
  find,
  trackShipments,
  getShipment,
  listShipments,
  listQuotes,
  findCarriers,
  getCarrier,
  getCustomer,
  getRecord,
  referenceData,
  createQuote,
  priceQuote,
  convertQuote,
  closeQuote,
  createShipment,
  updateStop,
  bookCarrier,
  replaceCarrier,
  addAccessorial,
  cancelShipment,
  restoreShipment,
  setUpCustomer,
  setUpCarrier,
  uploadDocument,
  getDocument,
  saveDocument,
  // billing
  agingReport,
  listInvoices,
  billingQueue,
  collections,
  setInvoiceReadiness,
  generateInvoices,
  sendInvoice,
  voidInvoice,
  recordPayment,
  issueCredit,
  // payables
  listBills,
  recordBill,
  approveBills,
  payBills,
  reverseBill,
  sendRemittance,
  // catalogue
  apiSearch,
  apiRead,
  apiWrite,
  // insight
  analyze,
  describeMetrics,
  explainFigure,
  morningBrief,
  coverLoad,
  laneHistory,
  // control
  runApproved,
  listApprovals,
  auditLog,
  undo,
];
