import { allocateCredits, type CreditOffer, type CreditShare, sumCents } from '../../domain/money/allocation.ts';
import { formatMoney, requireMinorUnit, toCents } from '../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';

/**
 * The invoices that a customer's money is applied to, as the request names them. They are checked against the locked
 * records.
 */

export interface InvoiceCashLine {
  readonly invoiceId: string;
  readonly cents: number;
}

interface WireCash {
  readonly invoiceId: string;
  readonly amount: number;
}

interface WireCredit {
  readonly creditMemoId: string;
  readonly amount: number;
}

export function toCashLines(applications: readonly WireCash[]): InvoiceCashLine[] {
  const lines = applications.map(({ invoiceId, amount }) => ({
    invoiceId: invoiceId.toLowerCase(),
    cents: toCents(amount),
  }));
  refuseRepeated(lines, ({ invoiceId }) => invoiceId, 'applications', 'invoiceId');
  return lines;
}

export function toCreditOffers(applications: readonly WireCredit[]): CreditOffer[] {
  const offers = applications.map(({ creditMemoId, amount }) => ({
    creditMemoId: creditMemoId.toLowerCase(),
    cents: toCents(amount),
  }));
  refuseRepeated(offers, ({ creditMemoId }) => creditMemoId, 'creditApplications', 'creditMemoId');
  return offers;
}

/** Refuses lines that name the same invoice, memo or bill twice, which is usually a mistake. */
export function refuseRepeated<Line>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
  list: string,
  field: string,
): void {
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const name = nameOf(line);
    if (seen.has(name)) {
      throw createFieldError(
        'VALIDATION_ERROR',
        `${list}.${index}.${field}`,
        'is named twice; add the amounts up in one entry',
      );
    }
    seen.add(name);
  }
}

/** The payment that the lines belong to, and what it has on its records before the change. */
interface Receiving {
  readonly customerId: string;
  readonly currency: string;
  readonly paymentDate: string;
  /** Returns the open balance of an invoice as it would be without this payment. */
  readonly openCents: (invoice: Row<'invoice'>) => number;
  readonly remainingCents: (memo: Row<'credit_memo'>) => number;
  /** Returns true if the payment's date was already compared with that invoice's. */
  readonly isDated: (invoice: Row<'invoice'>) => boolean;
}

export function checkCash(
  lines: readonly InvoiceCashLine[],
  invoices: ReadonlyMap<string, Row<'invoice'>>,
  to: Receiving,
): void {
  for (const [index, { invoiceId, cents }] of lines.entries()) {
    const field = `applications.${index}`;
    const refuse = (message: string) => createFieldError('VALIDATION_ERROR', `${field}.invoiceId`, message);
    const invoice = invoices.get(invoiceId);
    if (!invoice) throw refuse('names a record that does not exist');
    if (invoice.customer_id !== to.customerId) throw refuse(`${invoice.friendly_id} is another customer's`);
    if (invoice.currency !== to.currency)
      throw refuse(`${invoice.friendly_id} is in ${invoice.currency}, not ${to.currency}`);
    requirePayable(invoice);
    requireMinorUnit(cents, invoice.currency, `${field}.amount`);
    if (!to.isDated(invoice) && to.paymentDate < invoice.invoice_date) {
      throw createFieldError(
        'VALIDATION_ERROR',
        'paymentDate',
        `must not be before the date of ${invoice.friendly_id}, ${invoice.invoice_date}`,
      );
    }
    requireOpen(invoice, cents, to.openCents(invoice), `${field}.amount`);
  }
}

/** Refuses (409) an invoice that isn't awaiting payment. */
export function requirePayable(invoice: Row<'invoice'>): void {
  if (invoice.status !== 'DRAFT' && invoice.status !== 'VOIDED') return;
  throw new WaybillError('CONFLICT', `${invoice.friendly_id} is ${invoice.status}: nothing can be applied to it.`);
}

function requireOpen(invoice: Row<'invoice'>, cents: number, openCents: number, field: string): void {
  if (openCents <= 0)
    throw new WaybillError('CONFLICT', `${invoice.friendly_id} has nothing open: it is paid already.`);
  if (cents <= openCents) return;
  throw createFieldError(
    'VALIDATION_ERROR',
    field,
    `is more than the ${formatMoney(openCents, invoice.currency)} that ${invoice.friendly_id} has open`,
  );
}

/**
 * Places the offered credit on the invoices of the cash lines, in order, up to the balance that the cash leaves open.
 */
export function placeCredits(
  offers: readonly CreditOffer[],
  memos: ReadonlyMap<string, Row<'credit_memo'>>,
  lines: readonly InvoiceCashLine[],
  invoices: ReadonlyMap<string, Row<'invoice'>>,
  to: Receiving,
): readonly CreditShare[] {
  checkOffers(offers, memos, to);
  const open = lines.flatMap(({ invoiceId, cents }) => {
    const invoice = invoices.get(invoiceId);
    return invoice ? [{ invoiceId, openCents: to.openCents(invoice) - cents }] : [];
  });
  const { shares, unplacedCents } = allocateCredits(open, offers);
  if (unplacedCents === 0) return shares;
  throw createFieldError(
    'VALIDATION_ERROR',
    'creditApplications',
    `ask for ${formatMoney(unplacedCents, to.currency)} more than is open on the invoices after the payment (${formatMoney(sumCents(shares), to.currency)})`,
  );
}

function checkOffers(
  offers: readonly CreditOffer[],
  memos: ReadonlyMap<string, Row<'credit_memo'>>,
  to: Receiving,
): void {
  for (const [index, { creditMemoId, cents }] of offers.entries()) {
    const field = `creditApplications.${index}`;
    const refuse = (message: string) => createFieldError('VALIDATION_ERROR', `${field}.creditMemoId`, message);
    const memo = memos.get(creditMemoId);
    if (!memo) throw refuse('names a record that does not exist');
    if (memo.customer_id !== to.customerId) throw refuse(`${memo.friendly_id} is not this customer's`);
    if (memo.currency !== to.currency) throw refuse(`${memo.friendly_id} is in ${memo.currency}, not ${to.currency}`);
    requireMinorUnit(cents, memo.currency, `${field}.amount`);
    const remainingCents = to.remainingCents(memo);
    if (cents <= remainingCents) continue;
    throw createFieldError(
      'VALIDATION_ERROR',
      `${field}.amount`,
      `is more than the ${formatMoney(remainingCents, memo.currency)} that ${memo.friendly_id} has left`,
    );
  }
}
