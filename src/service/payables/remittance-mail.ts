import type { billPayments } from '../../contract/payables/bill-payments.ts';
import type { Parsed } from '../../contract/kit/operation.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { childrenOf } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { insertGeneratedPdf } from '../documents/documents.ts';
import { isMailAddress, queueMail } from '../mail/queue.ts';
import { formatDate } from '../papers/pdf/format.ts';
import { payeeOfPayment, remittancePaper } from './remittance-content.ts';

type SendRemittance = Omit<Parsed<(typeof billPayments)['sendRemittance']>, 'id' | 'by'>;

/** Writes a mail with the remittance advice, which is stored as it was sent; returns where it goes. */
export async function mailRemittance(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  { toEmail, ccEmails, message }: SendRemittance,
): Promise<string> {
  const to = toEmail ?? (await addressOfPayee(ctx, payment));
  const paper = await remittancePaper(ctx, payment);
  const { renderRemittance } = await import('../papers/pdf/remittance.ts');
  const document = await insertGeneratedPdf(ctx, {
    type: 'OTHER',
    fileName: `remittance-${payment.friendly_id}.pdf`,
    tags: { billPaymentId: payment.id, ...(payment.carrier_id === null ? {} : { carrierId: payment.carrier_id }) },
    bytes: await renderRemittance(paper),
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

/** The factor's address, else the billing address of the carrier or vendor; 422 when none of them has one. */
async function addressOfPayee(ctx: ServiceContext, payment: Row<'bill_payment'>): Promise<string> {
  const { factor, carrier, vendor } = await payeeOfPayment(ctx, payment);
  const known = [
    factor?.email,
    ...(carrier ? await carrierAddresses(ctx, carrier) : []),
    ...(vendor ? await vendorAddresses(ctx, vendor) : []),
  ];
  const address = known.find((email) => typeof email === 'string' && isMailAddress(email));
  if (typeof address === 'string') return address;
  const name = factor?.company_name ?? carrier?.name ?? vendor?.name ?? 'The payee';
  throw fieldError('VALIDATION_ERROR', 'toEmail', `is needed: ${name} has no billing e-mail address on record`);
}

type Candidates = (string | null)[];

/** Accounting contacts first, then the payment method in use, then the company itself. */
async function carrierAddresses(ctx: ServiceContext, { id, email }: Row<'carrier'>): Promise<Candidates> {
  const contacts = await childrenOf(ctx, { table: 'carrier_contact', parent: 'carrier_id', ids: [id] });
  const methods = await childrenOf(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: [id] });
  const accounting = (contacts.get(id) ?? []).filter((contact) => hasRole(contact.contact_types, 'ACCOUNTING'));
  return [...accounting.map((contact) => contact.email), ...methodAddresses(methods.get(id)), email];
}

async function vendorAddresses(ctx: ServiceContext, { id, email }: Row<'vendor'>): Promise<Candidates> {
  const contacts = await childrenOf(ctx, { table: 'vendor_contact', parent: 'vendor_id', ids: [id] });
  const methods = await childrenOf(ctx, { table: 'vendor_payment_method', parent: 'vendor_id', ids: [id] });
  const billing = (contacts.get(id) ?? []).filter(
    (contact) => contact.role === 'BILLING' || hasRole(contact.roles, 'BILLING'),
  );
  return [...billing.map((contact) => contact.email), ...methodAddresses(methods.get(id)), email];
}

const hasRole = (stored: string | null, role: string) => readJson<string[]>(stored)?.includes(role) === true;

type Method = Pick<Row<'vendor_payment_method'>, 'email' | 'is_preferred' | 'status'>;

const methodAddresses = (methods: readonly Method[] = []): Candidates =>
  methods.filter((method) => method.is_preferred === 1 && method.status === 'ACTIVE').map((method) => method.email);
