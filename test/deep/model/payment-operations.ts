import * as fc from 'fast-check';
import {
  listRefusals,
  listRecordRefusals,
  defineOperation,
  pick,
  pickMore,
  place,
  share,
  computeShare,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { computeRemainingCredit, computeOwed } from './statuses.ts';
import {
  type CashLine,
  type Credit,
  type ModelInvoice,
  type Memo,
  requireRecord,
  type ModelParty,
  type ModelPayment,
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
  readonly customer: ModelParty;
  readonly currency: string;
  readonly date: string;
  readonly lines: readonly CashLine[];
  readonly offers: readonly Offer[];
  /** Invoices whose date was compared with the payment's before. */
  readonly dated: ReadonlySet<string>;
}

/** Computes the cents of an invoice or memo that a payment can use: its own share counts as open. */
const openTo = (world: World, invoice: ModelInvoice, payment: ModelPayment | undefined): number =>
  computeOwed(world, invoice) +
  sum((payment?.lines ?? []).filter(({ invoiceId }) => invoiceId === invoice.id).map(({ cents }) => cents)) +
  sum(
    listCredits(world, payment)
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map(({ cents }) => cents),
  );

const computeCreditFor = (world: World, memo: Memo, payment: ModelPayment | undefined): number =>
  computeRemainingCredit(memo) +
  sum(
    listCredits(world, payment)
      .filter(({ memoId }) => memoId === memo.id)
      .map(({ cents }) => cents),
  );

function listCredits(world: World, payment: ModelPayment | undefined): (Credit & Offer)[] {
  if (!payment) return [];
  return world.memos.flatMap(({ id: memoId, credits }) =>
    credits.filter(({ paymentId }) => paymentId === payment.id).map((credit) => ({ ...credit, memoId })),
  );
}

function listPaymentRefusals(world: World, proposal: Proposal, payment?: ModelPayment): number[] {
  const invoices = proposal.lines.map(({ invoiceId }) => requireRecord(world.invoices, invoiceId));
  const isStrange = (record: ModelInvoice | Memo) =>
    record.customer !== proposal.customer || record.currency !== proposal.currency;
  const open = proposal.lines.map((line, index) => {
    const invoice = invoices[index];
    return invoice ? openTo(world, invoice, payment) - line.cents : 0;
  });
  return listRefusals(
    [invoices.some((invoice) => invoice.gone || isStrange(invoice)), 422],
    [new Set(invoices).size < invoices.length, 422],
    [invoices.some((invoice) => !proposal.dated.has(invoice.id) && proposal.date < invoice.date), 422],
    [invoices.some((invoice) => !invoice.gone && openTo(world, invoice, payment) === 0), 409],
    [open.some((openCents) => openCents < 0), 422],
    [new Set(proposal.offers.map(({ memoId }) => memoId)).size < proposal.offers.length, 422],
    [
      proposal.offers.some(({ memoId, cents }) => {
        const memo = requireRecord(world.memos, memoId);
        return isStrange(memo) || cents > computeCreditFor(world, memo, payment);
      }),
      422,
    ],
    [sum(proposal.offers.map(({ cents }) => cents)) > sum(open), 422],
  );
}

/** Each credit in its turn fills the invoices in their order, after the cash; to be called without the payment's own. */
function applyCredits(world: World, payment: ModelPayment, offers: readonly Offer[]): void {
  for (const { memoId, cents } of offers) {
    let remainingCents = cents;
    for (const { invoiceId } of payment.lines) {
      const part = Math.min(remainingCents, computeOwed(world, requireRecord(world.invoices, invoiceId)));
      if (part === 0) continue;
      requireRecord(world.memos, memoId).credits.push({ invoiceId, cents: part, paymentId: payment.id });
      remainingCents -= part;
    }
  }
}

function releaseCredits(world: World, payment: ModelPayment): void {
  for (const memo of world.memos) memo.credits = memo.credits.filter(({ paymentId }) => paymentId !== payment.id);
}

function chooseLines(world: World, chosen: CashChoice, payment?: ModelPayment): CashLine[] {
  const lines: CashLine[] = [];
  for (const { invoice: at, how } of chosen) {
    const like = payment ?? (lines[0] && requireRecord(world.invoices, lines[0].invoiceId));
    const isNext = (candidate: ModelInvoice) =>
      candidate.customer === (like ?? candidate).customer &&
      candidate.currency === (like ?? candidate).currency &&
      lines.every(({ invoiceId }) => invoiceId !== candidate.id);
    const choose = lines.length === 0 ? pick : pickMore;
    const invoice = choose(
      world.invoices,
      at,
      (candidate) => openTo(world, candidate, payment) > 0 && isNext(candidate),
    );
    if (invoice) lines.push({ invoiceId: invoice.id, cents: computeShare(how, openTo(world, invoice, payment)) });
  }
  return lines;
}

/** Chooses mostly credit that may go with such a payment, and as much of it as the cash leaves open. */
function chooseOffers(
  world: World,
  chosen: CreditChoice,
  to: { readonly customer: ModelParty; readonly currency: string; readonly lines: readonly CashLine[] },
  payment?: ModelPayment,
): Offer[] {
  const offers: Offer[] = [];
  let open = sum(
    to.lines.map((line) => openTo(world, requireRecord(world.invoices, line.invoiceId), payment) - line.cents),
  );
  for (const { memo: at, how } of chosen) {
    const isMeant = (memo: Memo) =>
      open > 0 &&
      computeCreditFor(world, memo, payment) > 0 &&
      memo.customer === to.customer &&
      memo.currency === to.currency;
    const memo = pickMore(world.memos, at, isMeant);
    if (!memo) continue;
    const cents = computeShare(how, Math.min(open, computeCreditFor(world, memo, payment)));
    offers.push({ memoId: memo.id, cents });
    open -= cents;
  }
  return offers;
}

const toApplications = (lines: readonly CashLine[]) =>
  lines.map(({ invoiceId, cents }) => ({ invoiceId, amount: toDollars(cents) }));
const toCredits = (offers: readonly Offer[]) =>
  offers.map(({ memoId, cents }) => ({ creditMemoId: memoId, amount: toDollars(cents) }));

const newPayment = fc.record({ cash: cashChoice, credits: creditChoice, date: dates });

const create = defineOperation('receive payment', newPayment, (world, choice) => {
  const lines = chooseLines(world, choice.cash);
  const first = lines[0] && requireRecord(world.invoices, lines[0].invoiceId);
  if (!first) return undefined;
  const { customer, currency } = first;
  const { date } = choice;
  const offers = chooseOffers(world, choice.credits, { customer, currency, lines });
  const body = {
    customerId: customer.id,
    paymentDate: date,
    applications: toApplications(lines),
    creditApplications: toCredits(offers),
  };
  return {
    request: ['POST', '/v1/payments', body],
    refusals: listPaymentRefusals(world, { customer, currency, date, lines, offers, dated: new Set() }),
    after({ id }) {
      const payment = { id, gone: false, customer, currency, date, lines, memoIds: offers.map(({ memoId }) => memoId) };
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

const change = defineOperation('change payment', patched, (world, choice) => {
  const payment = pick(world.payments, choice.payment);
  if (!payment) return undefined;
  const newLines = choice.cash && chooseLines(world, choice.cash, payment);
  const lines = newLines ?? payment.lines;
  const offered = choice.credits && chooseOffers(world, choice.credits, { ...payment, lines }, payment);
  const offers = offered ?? listCarriedOffers(world, payment);
  const date = choice.date ?? payment.date;
  const dated = new Set(choice.date === null ? payment.lines.map(({ invoiceId }) => invoiceId) : []);
  const { customer, currency } = payment;
  const body = {
    ...(newLines && { applications: toApplications(newLines) }),
    ...(offered && { creditApplications: toCredits(offered) }),
    ...(choice.date !== null && { paymentDate: choice.date }),
    notes: 'read again',
  };
  return {
    request: ['PATCH', `/v1/payments/${payment.id}`, body],
    refusals: payment.gone
      ? [404]
      : listPaymentRefusals(world, { customer, currency, date, lines, offers, dated }, payment),
    after() {
      payment.date = date;
      // Money moves only where the request says what it is for.
      if (!newLines && !offered) return;
      releaseCredits(world, payment);
      payment.lines = lines;
      payment.memoIds = offers.map(({ memoId }) => memoId);
      applyCredits(world, payment, offers);
    },
  };
});

/** Lists the credit that a payment carries, one offer for each memo, in the order in which they were offered. */
function listCarriedOffers(world: World, payment: ModelPayment): Offer[] {
  const carried = Map.groupBy(listCredits(world, payment), ({ memoId }) => memoId);
  return [...carried]
    .map(([memoId, credits]) => ({ memoId, cents: sum(credits.map(({ cents }) => cents)) }))
    .toSorted((a, b) => payment.memoIds.indexOf(a.memoId) - payment.memoIds.indexOf(b.memoId));
}

const remove = defineOperation('delete payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.payments, choice.payment);
  if (!payment) return undefined;
  return {
    request: ['DELETE', `/v1/payments/${payment.id}`],
    refusals: listRecordRefusals(payment),
    after() {
      payment.gone = true;
      releaseCredits(world, payment);
    },
  };
});

export const paymentOperations = repeatByWeight([create, 4], [change, 3], [remove, 1]);
