import { formatReferenceType } from '../../../domain/text/code-words.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { drawLetterhead, drawNote, drawParties, type PaperFact, type PaperParty } from './blocks.ts';
import { formatCode, formatDate, formatQuantity, formatRate } from './format.ts';
import { renderSheet, type Sheet } from './sheet.ts';
import { type PaperColumn, drawTable, type SumLine } from './table.ts';

/** Everything an invoice says, in the words and figures that are printed. */
export interface InvoicePaper {
  readonly number: string;
  readonly issuer: PaperParty;
  readonly billTo: PaperParty;
  readonly remitTo: PaperParty;
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
  const info = { title: `Invoice ${paper.number}`, author: paper.issuer.name, at: paper.at };
  return renderSheet(info, (sheet) => {
    drawLetterhead(sheet, paper.issuer, paper.isVoid ? 'INVOICE – VOID' : 'INVOICE');
    const parties = [
      { label: 'Bill to', party: paper.billTo },
      { label: 'Remit to', party: paper.remitTo },
    ];
    drawParties(sheet, parties, listFacts(paper));
    drawTable(sheet, { columns: orderColumns, rows: paper.orders });
    drawTable(sheet, { columns: referenceColumns, rows: listReferences(paper) });
    drawTable(sheet, {
      heading: 'Charges',
      columns: listChargeColumns(paper),
      rows: paper.charges,
      sums: listSums(paper),
    });
    const settlements = { columns: listSettlementColumns(paper), rows: paper.settlements };
    drawTable(sheet, { heading: 'Payments and credits', ...settlements });
    drawClosing(sheet, paper);
  });
}

function listFacts({ number, invoiceDate, dueDate, terms, currency, reference, shipment }: InvoicePaper): PaperFact[] {
  return [
    { label: 'Invoice number', text: number },
    { label: 'Invoice date', text: formatDate(invoiceDate) },
    { label: 'Terms', text: terms ?? '–' },
    { label: 'Due date', text: formatDate(dueDate) },
    { label: 'Currency', text: currency },
    ...(shipment === null ? [] : [{ label: 'Shipment', text: shipment }]),
    ...(reference === null ? [] : [{ label: 'Your reference', text: reference }]),
  ];
}

const orderColumns: readonly PaperColumn<OrderOnPaper>[] = [
  { title: 'ORDER', width: 76, text: ({ number }) => number },
  { title: 'ORIGIN', width: 140, text: ({ origin }) => origin },
  { title: 'PICKED UP', width: 80, text: ({ pickUpDate }) => formatDate(pickUpDate) },
  { title: 'DESTINATION', width: 140, text: ({ destination }) => destination },
  { title: 'DELIVERED', width: 80, text: ({ deliveryDate }) => formatDate(deliveryDate) },
];

interface ReferenceOnPaper {
  readonly order: string;
  readonly name: string;
  readonly value: string;
}

const referenceColumns: readonly PaperColumn<ReferenceOnPaper>[] = [
  { title: 'ORDER', width: 76, text: ({ order }) => order },
  { title: 'REFERENCE', width: 140, text: ({ name }) => formatReferenceType(name) },
  { title: 'NUMBER', width: 300, text: ({ value }) => value },
];

const listReferences = ({ orders }: InvoicePaper): ReferenceOnPaper[] =>
  orders.flatMap((order) => order.references.map((entry) => ({ ...entry, order: order.number })));

function listChargeColumns({ currency, orders }: InvoicePaper): readonly PaperColumn<ChargeOnPaper>[] {
  const orderColumn = { title: 'ORDER', width: 76, text: ({ order }: ChargeOnPaper) => order };
  const hasSeveral = orders.length > 1;
  return [
    ...(hasSeveral ? [orderColumn] : []),
    { title: 'DESCRIPTION', width: hasSeveral ? 216 : 292, text: ({ description }) => description },
    { title: 'QUANTITY', width: 66, align: 'right', text: ({ quantity }) => formatQuantity(quantity) },
    { title: 'RATE', width: 68, align: 'right', text: ({ rate }) => formatRate(rate) },
    { title: 'AMOUNT', width: 90, align: 'right', text: ({ totalCents }) => formatMoney(totalCents, currency) },
  ];
}

function listSums({ amountCents, paidCents, creditedCents, owedCents, currency }: InvoicePaper): SumLine[] {
  return [
    { label: 'Invoice total', text: formatMoney(amountCents, currency) },
    { label: 'Payments received', text: formatMoney(paidCents === 0 ? 0 : -paidCents, currency) },
    { label: 'Credits applied', text: formatMoney(creditedCents === 0 ? 0 : -creditedCents, currency) },
    { label: 'Balance due', text: formatMoney(owedCents, currency), isResult: true },
  ];
}

const listSettlementColumns = ({ currency }: InvoicePaper): readonly PaperColumn<SettlementOnPaper>[] => [
  { title: 'DATE', width: 90, text: ({ date }) => formatDate(date) },
  { title: 'KIND', width: 66, text: ({ kind }) => kind },
  { title: 'METHOD', width: 120, text: ({ method }) => formatCode(method) },
  { title: 'REFERENCE', width: 150, text: ({ reference }) => reference ?? '–' },
  { title: 'AMOUNT', width: 90, align: 'right', text: ({ cents }) => formatMoney(cents, currency) },
];

function drawClosing(sheet: Sheet, { number, owedCents, paymentInstructions, isVoid }: InvoicePaper): void {
  sheet.y += 4;
  if (isVoid) return drawNote(sheet, 'This invoice is void. Please do not pay it.');
  if (owedCents > 0) drawNote(sheet, `Please quote ${number} with your payment.`);
  if (paymentInstructions !== null) drawNote(sheet, paymentInstructions);
}
