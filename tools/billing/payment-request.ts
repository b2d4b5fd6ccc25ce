import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { issuedInvoice } from '../../src/domain/money/invoice.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { createFieldError } from '../../src/errors.ts';
import { methodExamples, findMethod } from '../../src/domain/payments/method-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getDeskClock, parseDay, getDeskToday } from '../arguments/date-words.ts';
import { customerFinder, invoiceFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { resolveAll } from '../arguments/finders/resolve-all.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { type MoneyText, parseCents } from '../arguments/money-input.ts';
import type { CustomerOpenInvoice } from '../customers/open-invoices.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import type { CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import { type Share, shareMoney } from './invoice-shares.ts';
import { settleOpenInvoices } from './settled-invoices.ts';
import { requireParty } from '../records/parties.ts';

type NamedInvoice = string | { readonly invoice: string; readonly amount: MoneyText };

export interface PaymentArguments {
  readonly customer: string;
  readonly amount: MoneyText;
  readonly reference: string;
  readonly date?: string | undefined;
  readonly method?: string | undefined;
  readonly invoices?: readonly NamedInvoice[] | undefined;
}

export interface PaymentRequest {
  readonly customer: CustomerRecord;
  readonly cents: number;
  readonly currency: string;
  readonly date: string;
  readonly method: string | undefined;
  readonly reference: string;
  /** Shares of the money, by invoice. */
  readonly shares: readonly Share[];
  /** Cents that no invoice takes. */
  readonly restCents: number;
  readonly notes: readonly string[];
}

/** Reads the arguments of a payment, and shares its money among the named invoices, else among the oldest first. */
export async function readPaymentRequest(ctx: ToolContext, input: PaymentArguments): Promise<PaymentRequest> {
  const {
    customer,
    date,
    method,
    named: namedInvoices,
  } = await readTogether({
    customer: async () => (await resolve(ctx, customerFinder, input.customer)).record,
    date: () => readDate(ctx, input.date),
    method: () => readMethod(input.method),
    named: () => resolveAll(ctx, invoiceFinder, (input.invoices ?? []).map(getInvoiceText)),
  });
  const entries = listEntries(input.invoices ?? [], namedInvoices.byText);
  const invoices: readonly CustomerOpenInvoice[] =
    namedInvoices.records.length > 0
      ? requirePayable(customer, namedInvoices.records)
      : await settleOldestInvoices(ctx, customer, input.amount);
  const currency = invoices[0]?.currency ?? customer.currency ?? 'USD';
  const cents = parseCents(input.amount, 'amount', currency);
  if (cents === 0) throw createFieldError('BAD_REQUEST', 'amount', 'must be more than nothing');
  const fixed = collectFixedShares(entries, currency);
  const shares = distribute(invoices, cents, fixed);
  refuseEarlyDate(date, shares);
  const restCents = cents - shares.reduce((sum, share) => sum + share.cents, 0);
  return {
    customer,
    cents,
    currency,
    date,
    method,
    reference: input.reference.trim(),
    shares,
    restCents,
    notes: namedInvoices.notes,
  };
}

const getInvoiceText = (invoice: NamedInvoice) => (typeof invoice === 'string' ? invoice : invoice.invoice).trim();

/** Invoice with the amount that was given for it. */
interface Entry {
  readonly invoice: InvoiceRecord;
  readonly amount: MoneyText | undefined;
}

/** Lists the named invoices, each once: of two amounts for one invoice, either may be right. */
function listEntries(
  namedInvoices: readonly NamedInvoice[],
  byText: ReadonlyMap<string, InvoiceRecord>,
): readonly Entry[] {
  const entries = namedInvoices.flatMap((namedInvoice): readonly Entry[] => {
    const invoice = byText.get(getInvoiceText(namedInvoice));
    return invoice ? [{ invoice, amount: typeof namedInvoice === 'string' ? undefined : namedInvoice.amount }] : [];
  });
  const ids = entries.map(({ invoice }) => invoice.id);
  const twice = entries.find(({ invoice }, at) => ids.indexOf(invoice.id) < at);
  if (twice === undefined) return entries;
  throw createFieldError(
    'BAD_REQUEST',
    'invoices',
    `${twice.invoice.friendlyId} is named twice; name it once with all that it takes`,
  );
}

function readDate(ctx: ToolContext, text: string | undefined): string {
  const deskClock = getDeskClock(ctx);
  return text === undefined ? getDeskToday(deskClock) : parseDay(deskClock, { name: 'date', text, lean: 'past' });
}

function readMethod(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const method = findMethod(text);
  if (method !== undefined) return method;
  throw createFieldError(
    'BAD_REQUEST',
    'method',
    `${recordText(text, 'list')} is no means of payment; use ${methodExamples}`,
  );
}

function requirePayable(customer: CustomerRecord, invoices: readonly InvoiceRecord[]): readonly InvoiceRecord[] {
  const [first] = invoices;
  for (const invoice of invoices) {
    const refuse = (why: string) => createFieldError('BAD_REQUEST', 'invoices', `${invoice.friendlyId} ${why}`);
    const { id, name } = requireParty(invoice.customer, 'customer', invoice.friendlyId);
    if (id !== customer.id)
      throw refuse(`is an invoice of ${recordText(name, 'list')}, not of ${recordText(customer.name, 'list')}`);
    if (!isMet(issuedInvoice, invoice)) throw refuse(`is ${formatCode(invoice.status)} and takes no payment`);
    if (invoice.amountOwed <= 0) throw refuse('is paid: nothing is open on it');
    if (invoice.currency !== first?.currency)
      throw refuse(`is in ${invoice.currency}, ${first?.friendlyId} in ${first?.currency}; a payment has one currency`);
  }
  return invoices;
}

/**
 * Settles which invoices take the money where none is named; where nothing is open any more, those that were paid since
 * are refused by name.
 */
async function settleOldestInvoices(
  ctx: ToolContext,
  customer: CustomerRecord,
  amount: MoneyText,
): Promise<readonly CustomerOpenInvoice[]> {
  const invoices = await settleOpenInvoices(ctx, customer.id, (rows) => {
    const [first, ...otherInvoices] = requireOneCurrency(customer, rows);
    return first ? shareMoney([first, ...otherInvoices], parseCents(amount, 'amount', first.currency)) : [];
  });
  const open = invoices.filter(({ amountOwed }) => amountOwed > 0);
  return open.length > 0 ? open : requirePayable(customer, invoices);
}

function requireOneCurrency(
  customer: CustomerRecord,
  open: readonly CustomerOpenInvoice[],
): readonly CustomerOpenInvoice[] {
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  if (open.length === 0)
    throw createFieldError(
      'BAD_REQUEST',
      'customer',
      `${customer.friendlyId} ${recordText(customer.name, 'list')} has no open invoice; keep the money as credit with issue_credit`,
    );
  if (currencies.length === 1) return open;
  throw createFieldError(
    'BAD_REQUEST',
    'invoices',
    `are needed: the customer has open ones in ${currencies.join(' and ')}`,
  );
}

/** Collects the amounts that were given for single invoices. */
const collectFixedShares = (entries: readonly Entry[], currency: string): ReadonlyMap<string, number> =>
  new Map(
    entries.flatMap(({ invoice, amount }) =>
      amount === undefined ? [] : [[invoice.id, parseCents(amount, 'invoices', currency)] as const],
    ),
  );

/**
 * Distributes the money: given amounts first, the rest on the other invoices, the oldest first where none was named.
 */
function distribute(
  invoices: readonly CustomerOpenInvoice[],
  cents: number,
  fixed: ReadonlyMap<string, number>,
): readonly Share[] {
  const typed = invoices.flatMap((invoice) => buildFixedShares(invoice, fixed.get(invoice.id)));
  const remainingCents = cents - typed.reduce((sum, share) => sum + share.cents, 0);
  if (remainingCents < 0) throw createFieldError('BAD_REQUEST', 'invoices', 'take more than the amount that came');
  return [
    ...typed,
    ...shareMoney(
      invoices.filter(({ id }) => !fixed.has(id)),
      remainingCents,
    ),
  ];
}

function buildFixedShares(invoice: CustomerOpenInvoice, cents: number | undefined): readonly Share[] {
  if (cents === undefined) return [];
  const openCents = toAmountCents(invoice.amountOwed);
  if (cents > 0 && cents <= openCents) return [{ invoice, cents, openCents }];
  const open = formatWireAmount(invoice.amountOwed, invoice.currency);
  throw createFieldError(
    'BAD_REQUEST',
    'invoices',
    `${invoice.friendlyId} takes between nothing and the ${open} that is open on it`,
  );
}

function refuseEarlyDate(date: string, shares: readonly Share[]): void {
  const later = shares.find(({ invoice }) => invoice.invoiceDate > date);
  if (later === undefined) return;
  const { friendlyId, invoiceDate } = later.invoice;
  throw createFieldError(
    'BAD_REQUEST',
    'date',
    `${formatDate(date)} is before ${formatDate(invoiceDate)}, the date of ${friendlyId}; name invoices of that day or earlier`,
  );
}
