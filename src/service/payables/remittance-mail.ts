import { isMailAddress } from '../../contract/kit/shapes.ts';
import type { Operations } from '../../contract/types.ts';
import { type MailContact, listRemittanceChoices } from '../../domain/parties/mail-recipients.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { readChildren } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { insertGeneratedPdf } from '../documents/documents.ts';
import { queueMail } from '../mail/queue.ts';
import { makePdf } from '../papers/make-pdf.ts';
import { formatDate } from '../papers/pdf/format.ts';
import { readPaymentPayee, buildRemittancePaper } from './remittance-content.ts';

type RemittanceInput = Omit<Operations['billPayments']['sendRemittance']['parsed'], 'id' | 'by'>;

/** Queues a mail with the remittance advice, which is stored as it was sent. Returns the address. */
export async function queueRemittance(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  { toEmail, ccEmails, message }: RemittanceInput,
): Promise<string> {
  const to = toEmail ?? (await requirePayeeAddress(ctx, payment));
  const paper = await buildRemittancePaper(ctx, payment);
  const document = await insertGeneratedPdf(ctx, {
    type: 'OTHER',
    fileName: `remittance-${payment.friendly_id}.pdf`,
    tags: { billPaymentId: payment.id, ...(payment.carrier_id === null ? {} : { carrierId: payment.carrier_id }) },
    bytes: await makePdf({ kind: 'remittance', paper }),
  });
  const total = formatMoney(paper.totalCents, paper.currency);
  await queueMail(ctx, {
    recordType: 'bill_payment',
    recordId: payment.id,
    to: [to],
    cc: ccEmails,
    subject: `Remittance advice ${paper.number} from ${paper.issuer.name}`,
    body: [
      message ?? 'Please find attached what our payment covers.',
      `${paper.number}: ${total}, paid ${formatDate(paper.paymentDate)}`,
      paper.issuer.name,
    ].join('\n\n'),
    documents: [document],
  });
  return to;
}

/** Finds the first address that can be mailed to; 422 if there is none. */
async function requirePayeeAddress(ctx: ServiceContext, payment: Row<'bill_payment'>): Promise<string> {
  const { factor, carrier, vendor } = await readPaymentPayee(ctx, payment);
  const choices = listRemittanceChoices({
    factor: factor && { email: factor.email },
    contacts: carrier
      ? await listCarrierContacts(ctx, carrier.id)
      : vendor
        ? await listVendorContacts(ctx, vendor.id)
        : [],
    methods: await listMethods(ctx, carrier, vendor),
    company: { email: (carrier ?? vendor)?.email ?? null },
  });
  const address = choices.map(({ email }) => email).find(isMailAddress);
  if (address !== undefined) return address;
  const name = factor?.company_name ?? carrier?.name ?? vendor?.name ?? 'The payee';
  throw createFieldError('VALIDATION_ERROR', 'toEmail', `is needed: ${name} has no billing e-mail address on record`);
}

async function listCarrierContacts(ctx: ServiceContext, id: string): Promise<readonly MailContact[]> {
  const contacts = await readChildren(ctx, { table: 'carrier_contact', parent: 'carrier_id', ids: [id] });
  return (contacts.get(id) ?? []).map(({ email, contact_types: types }) => ({
    email,
    roles: readJson<string[]>(types) ?? [],
    isPrimary: false,
  }));
}

async function listVendorContacts(ctx: ServiceContext, id: string): Promise<readonly MailContact[]> {
  const contacts = await readChildren(ctx, { table: 'vendor_contact', parent: 'vendor_id', ids: [id] });
  return (contacts.get(id) ?? []).map(({ email, role, roles }) => ({
    email,
    roles: [...(readJson<string[]>(roles) ?? []), ...(role === null ? [] : [role])],
    isPrimary: false,
  }));
}

async function listMethods(
  ctx: ServiceContext,
  carrier: { id: string } | undefined,
  vendor: { id: string } | undefined,
) {
  const methods = carrier
    ? (await readChildren(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: [carrier.id] })).get(
        carrier.id,
      )
    : vendor &&
      (await readChildren(ctx, { table: 'vendor_payment_method', parent: 'vendor_id', ids: [vendor.id] })).get(
        vendor.id,
      );
  return (methods ?? []).map(({ email, is_preferred: preferred, status }) => ({
    email,
    isPreferred: preferred === 1,
    status,
  }));
}
