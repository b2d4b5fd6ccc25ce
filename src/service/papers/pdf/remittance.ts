import { formatMoney } from '../../../domain/money/money.ts';
import { drawLetterhead, drawNote, drawParties, type PaperFact, type PaperParty } from './blocks.ts';
import { formatCode, formatDate } from './format.ts';
import { renderSheet } from './sheet.ts';
import { type PaperColumn, drawTable } from './table.ts';

/** Everything a remittance advice says. */
export interface RemittancePaper {
  readonly number: string;
  readonly issuer: PaperParty;
  readonly payee: PaperParty;
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
  const { number, issuer, payee, bills, totalCents, currency, at } = paper;
  const total = { label: 'Total paid', text: formatMoney(totalCents, currency), isResult: true };
  return renderSheet({ title: `Remittance advice ${number}`, author: issuer.name, at }, (sheet) => {
    drawLetterhead(sheet, issuer, 'REMITTANCE ADVICE');
    drawParties(sheet, [{ label: 'Paid to', party: payee }], listFacts(paper));
    drawTable(sheet, { heading: 'Invoices paid', columns: listColumns(paper), rows: bills, sums: [total] });
    drawNote(sheet, `This advice tells what payment ${number} covers. It is not a request for payment.`);
  });
}

function listFacts({ number, paymentDate, method, reference, currency, onBehalfOf }: RemittancePaper): PaperFact[] {
  return [
    { label: 'Payment', text: number },
    { label: 'Payment date', text: formatDate(paymentDate) },
    { label: 'Method', text: formatCode(method) },
    { label: 'Reference', text: reference ?? '–' },
    { label: 'Currency', text: currency },
    ...(onBehalfOf === null ? [] : [{ label: 'For', text: onBehalfOf }]),
  ];
}

const listColumns = ({ currency }: RemittancePaper): readonly PaperColumn<PaidBill>[] => [
  { title: 'YOUR INVOICE', width: 106, text: ({ invoiceNumber }) => invoiceNumber ?? '–' },
  { title: 'INVOICE DATE', width: 80, text: ({ invoiceDate }) => formatDate(invoiceDate) },
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
