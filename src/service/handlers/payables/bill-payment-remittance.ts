import type { Operations } from '../../../contract/types.ts';
import { makePdf } from '../../papers/make-pdf.ts';
import { formatAttachment } from '../../documents/attachment.ts';
import { pickType } from '../../shared/accept.ts';
import { requireRecord } from '../../shared/records.ts';
import { queueRemittance } from '../../payables/remittance-mail.ts';
import { buildRemittancePaper, showRemittance } from '../../payables/remittance-content.ts';
import type { Handlers } from '../../shared/handlers.ts';

/** The remittance advice that payees get for a payment. */
export const remittanceHandlers: Pick<Handlers<Operations['billPayments']>, 'remittanceAdvice' | 'sendRemittance'> = {
  async remittanceAdvice(ctx, input) {
    const payment = await requireRecord(ctx, 'bill_payment', 'bill payment', input);
    const paper = await buildRemittancePaper(ctx, payment);
    const type = pickType(ctx.accept, ['application/pdf', 'application/json']);
    if (type === 'application/json') return showRemittance(paper);
    const bytes = Buffer.from(await makePdf({ kind: 'remittance', paper }));
    return new Response(bytes, {
      headers: {
        'content-type': type,
        'content-length': String(bytes.byteLength),
        'content-disposition': formatAttachment(`remittance-${payment.friendly_id}.pdf`),
      },
    });
  },

  async sendRemittance(ctx, input) {
    const payment = await requireRecord(ctx, 'bill_payment', 'bill payment', input);
    return { success: true, sentTo: await queueRemittance(ctx, payment, input) };
  },
};
