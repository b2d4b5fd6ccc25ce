import { formatMoney } from '../../../domain/money/money.ts';
import { drawLetterhead, drawNote, drawParties, drawSums, type Fact, type Party } from './blocks.ts';
import { shownCode, shownDate } from './format.ts';
import { finish, newSheet } from './sheet.ts';
import { type Column, drawTable } from './table.ts';

/** Everything a remittance advice says. */
export interface RemittancePaper {
  readonly number: string;
  readonly issuer: Party;
  readonly payee: Party;
  /** The carrier, where its factor is paid. */
  readonly onBehalfOf: string | null;
  readonly paymentDate: string;
  readonly method: string | null;
  readonly reference: string | null;
  readonly currency: string;
  readonly bills: readonly PaidBill[];
  readonly totalCents: number;
  /** Instant of the record as it is printed. */
  readonly at: string;
}

export interface PaidBill {
  readonly bill: string;
  /** The payee's own invoice number. */
  readonly invoiceNumber: string | null;
  readonly invoiceDate: string | null;
  readonly shipment: string | null;
  readonly billedCents: number | null;
  readonly paidCents: number;
}

export async function renderRemittance(paper: RemittancePaper): Promise<Uint8Array> {
  const title = `Remittance advice ${paper.number}`;
  const runningTitle = `${title} · ${paper.issuer.name}`;
  const sheet = newSheet({ title, author: paper.issuer.name, runningTitle, at: paper.at });
  drawLetterhead(sheet, paper.issuer, 'REMITTANCE ADVICE');
  drawParties(sheet, [{ label: 'Paid to', party: paper.payee }], factsOf(paper));
  drawTable(sheet, columnsOf(paper), paper.bills, 'Invoices paid');
  drawSums(sheet, [{ label: 'Total paid', cents: paper.totalCents, isResult: true }], paper.currency);
  drawNote(sheet, `This advice tells what payment ${paper.number} covers. It is not a request for payment.`);
  return finish(sheet);
}

function factsOf({ number, paymentDate, method, reference, currency, onBehalfOf }: RemittancePaper): Fact[] {
  return [
    { label: 'Payment', text: number },
    { label: 'Payment date', text: shownDate(paymentDate) },
    { label: 'Method', text: shownCode(method) },
    { label: 'Reference', text: reference ?? '–' },
    { label: 'Currency', text: currency },
    ...(onBehalfOf === null ? [] : [{ label: 'For', text: onBehalfOf }]),
  ];
}

const columnsOf = ({ currency }: RemittancePaper): readonly Column<PaidBill>[] => [
  { title: 'YOUR INVOICE', width: 106, text: ({ invoiceNumber }) => invoiceNumber ?? '–' },
  { title: 'INVOICE DATE', width: 80, text: ({ invoiceDate }) => shownDate(invoiceDate) },
  { title: 'OUR BILL', width: 76, text: ({ bill }) => bill },
  { title: 'SHIPMENT', width: 76, text: ({ shipment }) => shipment ?? '–' },
  {
    title: 'BILLED',
    width: 88,
    align: 'right',
    text: ({ billedCents }) => (billedCents === null ? '–' : formatMoney(billedCents, currency)),
  },
  { title: 'PAID', width: 90, align: 'right', text: ({ paidCents }) => formatMoney(paidCents, currency) },
];
