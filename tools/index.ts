import type { Tool } from '../src/mcp/tool.ts';
import { agingReport } from './aging_report.ts';
import { apiRead } from './api_read.ts';
import { apiSearch } from './api_search.ts';
import { apiWrite } from './api_write.ts';
import { approveBills } from './approve_bills.ts';
import { auditLog } from './audit_log.ts';
import { cancelShipment } from './cancel_shipment.ts';
import { convertQuote } from './convert_quote.ts';
import { createQuote } from './create_quote.ts';
import { find } from './find.ts';
import { findCarriers } from './find_carriers.ts';
import { getCarrier } from './get_carrier.ts';
import { getDocument } from './get_document.ts';
import { getShipment } from './get_shipment.ts';
import { listApprovals } from './list_approvals.ts';
import { listBills } from './list_bills.ts';
import { listQuotes } from './list_quotes.ts';
import { listShipments } from './list_shipments.ts';
import { priceQuote } from './price_quote.ts';
import { referenceData } from './reference_data.ts';
import { runApproved } from './run_approved.ts';
import { trackShipments } from './track_shipments.ts';
import { uploadDocument } from './upload_document.ts';

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
  agingReport,
  referenceData,
  createQuote,
  priceQuote,
  convertQuote,
  cancelShipment,
  uploadDocument,
  getDocument,
  // payables
  listBills,
  approveBills,
  // catalogue
  apiSearch,
  apiRead,
  apiWrite,
  // control
  runApproved,
  listApprovals,
  auditLog,
];
