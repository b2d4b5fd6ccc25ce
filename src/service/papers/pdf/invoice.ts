import { formatMoney } from '../../../domain/money/money.ts';
import { drawLetterhead, drawNote, drawParties, drawSums, type Fact, type Party } from './blocks.ts';
import { shownCode, shownDate, shownQuantity, shownRate, shownReference } from './format.ts';
import { finish, newSheet, type Sheet } from './sheet.ts';
import { type Column, drawTable } from './table.ts';

/** Everything an invoice says, in the words and figures that are printed. */
export interface InvoicePaper {
  readonly number: string;
  readonly issuer: Party;
  readonly billTo: Party;
  readonly remitTo: Party;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly terms: string | null;
  readonly currency: string;
  readonly reference: string | null;
  readonly shipment: string | null;
  readonly orders: readonly OrderOnPaper[];
  readonly charges: readonly ChargeOnPaper[];
  readonly amountCents: number;
  readonly paidCents: number;
  readonly creditedCents: number;
  readonly owedCents: number;
  /** Payments and credits so far. */
  readonly settlements: readonly SettlementOnPaper[];
  readonly isVoid: boolean;
  readonly paymentInstructions: string | null;
  /** Instant of the record as it is printed. */
  readonly at: string;
}

export interface OrderOnPaper {
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
  readonly references: readonly { readonly name: string; readonly value: string }[];
}

export interface ChargeOnPaper {
  readonly order: string;
  readonly description: string;
  readonly quantity: number;
  readonly rate: number | null;
  readonly totalCents: number;
}

export interface SettlementOnPaper {
  readonly date: string;
  readonly kind: 'Payment' | 'Credit';
  readonly method: string | null;
  readonly reference: string | null;
  readonly cents: number;
}

export async function renderInvoice(paper: InvoicePaper): Promise<Uint8Array> {
  const title = `Invoice ${paper.number}`;
  const runningTitle = `${title} · ${paper.issuer.name}`;
  const sheet = newSheet({ title, author: paper.issuer.name, runningTitle, at: paper.at });
  drawLetterhead(sheet, paper.issuer, paper.isVoid ? 'INVOICE – VOID' : 'INVOICE');
  const parties = [
    { label: 'Bill to', party: paper.billTo },
    { label: 'Remit to', party: paper.remitTo },
  ];
  drawParties(sheet, parties, factsOf(paper));
  drawRoute(sheet, paper);
  drawReferences(sheet, paper);
  drawTable(sheet, chargeColumns(paper), paper.charges, 'Charges');
  drawTotals(sheet, paper);
  drawSettlements(sheet, paper);
  drawClosing(sheet, paper);
  return finish(sheet);
}

function factsOf({ number, invoiceDate, dueDate, terms, currency, reference, shipment }: InvoicePaper): Fact[] {
  return [
    { label: 'Invoice number', text: number },
    { label: 'Invoice date', text: shownDate(invoiceDate) },
    { label: 'Terms', text: terms ?? '–' },
    { label: 'Due date', text: shownDate(dueDate) },
    { label: 'Currency', text: currency },
    ...(shipment === null ? [] : [{ label: 'Shipment', text: shipment }]),
    ...(reference === null ? [] : [{ label: 'Your reference', text: reference }]),
  ];
}

const orderColumns: readonly Column<OrderOnPaper>[] = [
  { title: 'ORDER', width: 76, text: ({ number }) => number },
  { title: 'ORIGIN', width: 140, text: ({ origin }) => origin },
  { title: 'PICKED UP', width: 80, text: ({ pickUpDate }) => shownDate(pickUpDate) },
  { title: 'DESTINATION', width: 140, text: ({ destination }) => destination },
  { title: 'DELIVERED', width: 80, text: ({ deliveryDate }) => shownDate(deliveryDate) },
];

function drawRoute(sheet: Sheet, { orders }: InvoicePaper): void {
  if (orders.length === 0) return;
  drawTable(sheet, orderColumns, orders);
  sheet.y += 10;
}

function drawReferences(sheet: Sheet, { orders }: InvoicePaper): void {
  const references = orders.flatMap((order) => order.references.map((entry) => ({ ...entry, order: order.number })));
  if (references.length === 0) return;
  drawTable(
    sheet,
    [
      { title: 'ORDER', width: 76, text: ({ order }) => order },
      { title: 'REFERENCE', width: 140, text: ({ name }) => shownReference(name) },
      { title: 'NUMBER', width: 300, text: ({ value }) => value },
    ],
    references,
  );
  sheet.y += 10;
}

function chargeColumns({ currency, orders }: InvoicePaper): readonly Column<ChargeOnPaper>[] {
  const orderColumn = { title: 'ORDER', width: 76, text: ({ order }: ChargeOnPaper) => order };
  const hasSeveral = orders.length > 1;
  return [
    ...(hasSeveral ? [orderColumn] : []),
    { title: 'DESCRIPTION', width: hasSeveral ? 216 : 292, text: ({ description }) => description },
    { title: 'QUANTITY', width: 66, align: 'right', text: ({ quantity }) => shownQuantity(quantity) },
    { title: 'RATE', width: 68, align: 'right', text: ({ rate }) => shownRate(rate) },
    { title: 'AMOUNT', width: 90, align: 'right', text: ({ totalCents }) => formatMoney(totalCents, currency) },
  ];
}

function drawTotals(sheet: Sheet, { amountCents, paidCents, creditedCents, owedCents, currency }: InvoicePaper): void {
  drawSums(
    sheet,
    [
      { label: 'Invoice total', cents: amountCents },
      { label: 'Payments received', cents: paidCents === 0 ? 0 : -paidCents },
      { label: 'Credits applied', cents: creditedCents === 0 ? 0 : -creditedCents },
      { label: 'Balance due', cents: owedCents, isResult: true },
    ],
    currency,
  );
}

function drawSettlements(sheet: Sheet, { settlements, currency }: InvoicePaper): void {
  if (settlements.length === 0) return;
  drawTable(
    sheet,
    [
      { title: 'DATE', width: 90, text: ({ date }) => shownDate(date) },
      { title: 'KIND', width: 66, text: ({ kind }) => kind },
      { title: 'METHOD', width: 120, text: ({ method }) => shownCode(method) },
      { title: 'REFERENCE', width: 150, text: ({ reference }) => reference ?? '–' },
      { title: 'AMOUNT', width: 90, align: 'right', text: ({ cents }) => formatMoney(cents, currency) },
    ],
    settlements,
    'Payments and credits',
  );
  sheet.y += 10;
}

function drawClosing(sheet: Sheet, { number, owedCents, paymentInstructions, isVoid }: InvoicePaper): void {
  sheet.y += 4;
  if (isVoid) return drawNote(sheet, 'This invoice is void. Please do not pay it.');
  if (owedCents > 0) drawNote(sheet, `Please quote ${number} with your payment.`);
  if (paymentInstructions !== null) drawNote(sheet, paymentInstructions);
}
