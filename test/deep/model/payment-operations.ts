import * as fc from 'fast-check';
import { broken, missing, operation, pick, pickMore, place, share, shareOf, weighted, wire } from './operation.ts';
import { leftOf, owedOn } from './standing.ts';
import {
  type CashLine,
  type Credit,
  type Invoice,
  type Memo,
  must,
  type Party,
  type Payment,
  sum,
  type World,
} from './world.ts';

const dates = fc.constantFrom('2026-11-15', '2026-11-20', '2026-11-20', '2026-11-20');
const cashChoice = fc.array(fc.record({ invoice: place, how: share }), { minLength: 1, maxLength: 3 });
const creditChoice = fc.array(fc.record({ memo: place, how: share }), { maxLength: 2 });
type CashChoice = typeof cashChoice extends fc.Arbitrary<infer Chosen> ? Chosen : never;
type CreditChoice = typeof creditChoice extends fc.Arbitrary<infer Chosen> ? Chosen : never;

interface Offer {
  readonly memoId: string;
  readonly cents: number;
}

/** A payment as it would be, against records as they are without it. */
interface Proposal {
  readonly customer: Party;
  readonly currency: string;
  readonly date: string;
  readonly lines: readonly CashLine[];
  readonly offers: readonly Offer[];
  /** Invoices whose date was compared with the payment's before. */
  readonly dated: ReadonlySet<string>;
}

/** What of an invoice, or of a memo, is there for a payment: what it has there itself counts as open. */
const openTo = (world: World, invoice: Invoice, payment: Payment | undefined): number =>
  owedOn(world, invoice) +
  sum((payment?.lines ?? []).filter(({ invoiceId }) => invoiceId === invoice.id).map(({ cents }) => cents)) +
  sum(
    creditsOf(world, payment)
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map(({ cents }) => cents),
  );

const leftFor = (world: World, memo: Memo, payment: Payment | undefined): number =>
  leftOf(memo) +
  sum(
    creditsOf(world, payment)
      .filter(({ memoId }) => memoId === memo.id)
      .map(({ cents }) => cents),
  );

function creditsOf(world: World, payment: Payment | undefined): (Credit & Offer)[] {
  if (!payment) return [];
  return world.memos.flatMap(({ id: memoId, credits }) =>
    credits.filter(({ paymentId }) => paymentId === payment.id).map((credit) => ({ ...credit, memoId })),
  );
}

function refusalsOf(world: World, wanted: Proposal, payment?: Payment): number[] {
  const invoices = wanted.lines.map(({ invoiceId }) => must(world.invoices, invoiceId));
  const isStrange = (one: Invoice | Memo) => one.customer !== wanted.customer || one.currency !== wanted.currency;
  const open = wanted.lines.map((line, index) => {
    const invoice = invoices[index];
    return invoice ? openTo(world, invoice, payment) - line.cents : 0;
  });
  return broken(
    [invoices.some((invoice) => invoice.gone || isStrange(invoice)), 422],
    [new Set(invoices).size < invoices.length, 422],
    [invoices.some((invoice) => !wanted.dated.has(invoice.id) && wanted.date < invoice.date), 422],
    [invoices.some((invoice) => !invoice.gone && openTo(world, invoice, payment) === 0), 409],
    [open.some((left) => left < 0), 422],
    [new Set(wanted.offers.map(({ memoId }) => memoId)).size < wanted.offers.length, 422],
    [
      wanted.offers.some(({ memoId, cents }) => {
        const memo = must(world.memos, memoId);
        return isStrange(memo) || cents > leftFor(world, memo, payment);
      }),
      422,
    ],
    [sum(wanted.offers.map(({ cents }) => cents)) > sum(open), 422],
  );
}

/** Each credit in its turn fills the invoices in their order, after the cash; to be called without the payment's own. */
function applyCredits(world: World, payment: Payment, offers: readonly Offer[]): void {
  for (const { memoId, cents } of offers) {
    let left = cents;
    for (const { invoiceId } of payment.lines) {
      const part = Math.min(left, owedOn(world, must(world.invoices, invoiceId)));
      if (part === 0) continue;
      must(world.memos, memoId).credits.push({ invoiceId, cents: part, paymentId: payment.id });
      left -= part;
    }
  }
}

function releaseCredits(world: World, payment: Payment): void {
  for (const memo of world.memos) memo.credits = memo.credits.filter(({ paymentId }) => paymentId !== payment.id);
}

function chosenLines(world: World, chosen: CashChoice, payment?: Payment): CashLine[] {
  const lines: CashLine[] = [];
  for (const { invoice: at, how } of chosen) {
    const like = payment ?? (lines[0] && must(world.invoices, lines[0].invoiceId));
    const isNext = (one: Invoice) =>
      one.customer === (like ?? one).customer &&
      one.currency === (like ?? one).currency &&
      lines.every(({ invoiceId }) => invoiceId !== one.id);
    const choose = lines.length === 0 ? pick : pickMore;
    const invoice = choose(world.invoices, at, (one) => openTo(world, one, payment) > 0 && isNext(one));
    if (invoice) lines.push({ invoiceId: invoice.id, cents: shareOf(how, openTo(world, invoice, payment)) });
  }
  return lines;
}

/** Mostly credit that may go with such a payment, and as much of it as the cash leaves open. */
function chosenOffers(
  world: World,
  chosen: CreditChoice,
  to: { readonly customer: Party; readonly currency: string; readonly lines: readonly CashLine[] },
  payment?: Payment,
): Offer[] {
  const offers: Offer[] = [];
  let open = sum(to.lines.map((line) => openTo(world, must(world.invoices, line.invoiceId), payment) - line.cents));
  for (const { memo: at, how } of chosen) {
    const isMeant = (memo: Memo) =>
      open > 0 && leftFor(world, memo, payment) > 0 && memo.customer === to.customer && memo.currency === to.currency;
    const memo = pickMore(world.memos, at, isMeant);
    if (!memo) continue;
    const cents = shareOf(how, Math.min(open, leftFor(world, memo, payment)));
    offers.push({ memoId: memo.id, cents });
    open -= cents;
  }
  return offers;
}

const applicationsBody = (lines: readonly CashLine[]) =>
  lines.map(({ invoiceId, cents }) => ({ invoiceId, amount: wire(cents) }));
const creditsBody = (offers: readonly Offer[]) =>
  offers.map(({ memoId, cents }) => ({ creditMemoId: memoId, amount: wire(cents) }));

const newPayment = fc.record({ cash: cashChoice, credits: creditChoice, date: dates });

const create = operation('receive payment', newPayment, (world, choice) => {
  const lines = chosenLines(world, choice.cash);
  const first = lines[0] && must(world.invoices, lines[0].invoiceId);
  if (!first) return undefined;
  const { customer, currency } = first;
  const { date } = choice;
  const offers = chosenOffers(world, choice.credits, { customer, currency, lines });
  const body = {
    customerId: customer.id,
    paymentDate: date,
    applications: applicationsBody(lines),
    creditApplications: creditsBody(offers),
  };
  return {
    request: ['POST', '/v1/payments', body],
    refusals: refusalsOf(world, { customer, currency, date, lines, offers, dated: new Set() }),
    after({ id }) {
      const payment = { id, gone: false, customer, currency, date, lines };
      world.payments.push(payment);
      applyCredits(world, payment, offers);
    },
  };
});

const patched = fc.record({
  payment: place,
  cash: fc.option(cashChoice, { freq: 2 }),
  credits: fc.option(creditChoice, { freq: 2 }),
  date: fc.option(dates, { freq: 2 }),
});

const change = operation('change payment', patched, (world, choice) => {
  const payment = pick(world.payments, choice.payment);
  if (!payment) return undefined;
  const named = choice.cash && chosenLines(world, choice.cash, payment);
  const lines = named ?? payment.lines;
  const offered = choice.credits && chosenOffers(world, choice.credits, { ...payment, lines }, payment);
  const offers = offered ?? keptOffers(world, payment);
  const date = choice.date ?? payment.date;
  const dated = new Set(choice.date === null ? payment.lines.map(({ invoiceId }) => invoiceId) : []);
  const { customer, currency } = payment;
  const body = {
    ...(named && { applications: applicationsBody(named) }),
    ...(offered && { creditApplications: creditsBody(offered) }),
    ...(choice.date !== null && { paymentDate: choice.date }),
    notes: 'read again',
  };
  return {
    request: ['PATCH', `/v1/payments/${payment.id}`, body],
    refusals: payment.gone ? [404] : refusalsOf(world, { customer, currency, date, lines, offers, dated }, payment),
    after() {
      payment.date = date;
      // Money moves only where the request says what it is for.
      if (!named && !offered) return;
      releaseCredits(world, payment);
      payment.lines = lines;
      applyCredits(world, payment, offers);
    },
  };
});

/** The credit that a payment carries, one offer for each memo. */
function keptOffers(world: World, payment: Payment): Offer[] {
  const carried = Map.groupBy(creditsOf(world, payment), ({ memoId }) => memoId);
  return [...carried].map(([memoId, credits]) => ({ memoId, cents: sum(credits.map(({ cents }) => cents)) }));
}

const remove = operation('delete payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.payments, choice.payment);
  if (!payment) return undefined;
  return {
    request: ['DELETE', `/v1/payments/${payment.id}`],
    refusals: missing(payment),
    after() {
      payment.gone = true;
      releaseCredits(world, payment);
    },
  };
});

export const paymentOperations = weighted([create, 4], [change, 3], [remove, 1]);
