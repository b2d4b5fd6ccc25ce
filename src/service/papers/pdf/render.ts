import { type InvoicePaper, renderInvoice } from './invoice.ts';
import { type RemittancePaper, renderRemittance } from './remittance.ts';

/** Content of a PDF. */
export type Paper =
  | { readonly kind: 'invoice'; readonly paper: InvoicePaper }
  | { readonly kind: 'remittance'; readonly paper: RemittancePaper };

export const renderPaper = (printed: Paper): Promise<Uint8Array> =>
  printed.kind === 'invoice' ? renderInvoice(printed.paper) : renderRemittance(printed.paper);
