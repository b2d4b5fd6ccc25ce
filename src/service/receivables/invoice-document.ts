import { createHash } from 'node:crypto';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { insertGeneratedPdf } from '../documents/documents.ts';
import { makePdf } from '../papers/make-pdf.ts';
import { buildInvoicePaper } from './invoice-content.ts';
import { changeRecord } from '../shared/records.ts';

/** An invoice with its PDF. */
export interface InvoiceDocument {
  readonly document: Row<'document'>;
  readonly invoice: Row<'invoice'>;
}

/**
 * Gets the PDF of an invoice's current records. If the stored file differs, such as in its due date, it stays on record
 * and a new file replaces it on the invoice.
 */
export async function ensureCurrentDocument(ctx: ServiceContext, invoice: Row<'invoice'>): Promise<InvoiceDocument> {
  const bytes = await makePdf({ kind: 'invoice', paper: await buildInvoicePaper(ctx, invoice) });
  const storedDocument = await findDocument(ctx, invoice);
  if (storedDocument?.sha256 === createHash('sha256').update(bytes).digest('hex'))
    return { document: storedDocument, invoice };
  const document = await insertGeneratedPdf(ctx, {
    type: 'INVOICE',
    fileName: `invoice-${invoice.friendly_id}.pdf`,
    tags: {
      shipmentId: invoice.shipment_id,
      orderId: invoice.order_id,
      invoiceId: invoice.id,
      customerId: invoice.customer_id,
    },
    bytes,
  });
  return { document, invoice: await changeRecord(ctx, 'invoice', invoice, { document_id: document.id }) };
}

async function findDocument(
  ctx: ServiceContext,
  { document_id: id }: Row<'invoice'>,
): Promise<Row<'document'> | undefined> {
  if (id === null) return undefined;
  const document = (await findRecords(ctx, 'document', [id])).get(id);
  return document?.deleted_at === null ? document : undefined;
}
