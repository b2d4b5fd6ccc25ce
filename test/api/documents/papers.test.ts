import { expect, test } from 'vitest';
import { type InvoicePaper, renderInvoice } from '../../../src/service/papers/pdf/invoice.ts';
import { type RemittancePaper, renderRemittance } from '../../../src/service/papers/pdf/remittance.ts';
import { readPdfPages, readPdfText } from '../../support/pdf-text.ts';

const order = {
  number: 'O-00091',
  origin: 'Acme Chicago DC, Chicago, IL 60608',
  destination: 'Dallas, TX 75247',
  pickUpDate: '2026-11-10',
  deliveryDate: '2026-11-12',
  references: [
    { name: 'PURCHASE_ORDER_NUMBER', value: '4711-A' },
    { name: 'BOL', value: 'B-99871' },
  ],
};

const invoice: InvoicePaper = {
  number: 'INV-00042',
  issuer: { name: 'Vega Freight', lines: ['400 Commerce St', 'Dallas, TX 75202', 'US', '+1 214 555 0100'] },
  billTo: { name: 'Acme Foods', lines: ['12 Dock Rd', 'Chicago, IL 60608', 'US'] },
  remitTo: { name: 'Vega Lockbox', lines: ['PO Box 5512', 'Dallas, TX 75202'] },
  invoiceDate: '2026-11-18',
  dueDate: '2026-12-18',
  terms: 'Net 30',
  currency: 'USD',
  reference: 'AC-7',
  shipment: 'S-00077',
  orders: [order],
  charges: [
    { order: 'O-00091', description: 'Linehaul', quantity: 1, rate: null, totalCents: 200_000 },
    { order: 'O-00091', description: 'Fuel surcharge', quantity: 967, rate: 0.335, totalCents: 32_395 },
  ],
  amountCents: 232_395,
  paidCents: 50_000,
  creditedCents: 2500,
  owedCents: 179_895,
  settlements: [
    { date: '2026-11-19', kind: 'Payment', method: 'ACH_WIRE', reference: '1044', cents: 50_000 },
    { date: '2026-11-20', kind: 'Credit', method: null, reference: 'CM-00003', cents: 2500 },
  ],
  isVoid: false,
  paymentInstructions: 'Pay by ACH to First Bank.',
  at: '2026-11-18T10:00:00.000Z',
};

const remittance: RemittancePaper = {
  number: 'BP-00012',
  issuer: invoice.issuer,
  payee: { name: 'Apex Factoring', lines: ['1 Main St', 'Miami, FL 33101'] },
  onBehalfOf: 'Prairie Haul',
  paymentDate: '2026-11-20',
  method: 'CHECK',
  reference: '8891',
  currency: 'CAD',
  bills: [
    {
      bill: 'BILL-00017',
      invoiceNumber: 'PH-2211',
      invoiceDate: '2026-10-21',
      shipment: 'S-00077',
      billedCents: 150_000,
      paidCents: 120_050,
    },
  ],
  totalCents: 120_050,
  at: '2026-11-20T10:00:00.000Z',
};

const manyCharges = Array.from({ length: 60 }, (_, index) => ({
  order: 'O-00091',
  description: `Detention at dock ${index + 1}`,
  quantity: 2.5,
  rate: 75,
  totalCents: 18_750,
}));

test('an invoice says who owes what to whom, for what, and until when', async () => {
  const text = readPdfText(await renderInvoice(invoice));

  const expected = [
    ['INVOICE', 'Vega Freight', '400 Commerce St', '+1 214 555 0100'],
    ['BILL TO', 'Acme Foods', 'Chicago, IL 60608', 'REMIT TO', 'Vega Lockbox', 'PO Box 5512'],
    ['INV-00042', 'Nov 18, 2026', 'Net 30', 'Dec 18, 2026', 'USD', 'S-00077', 'AC-7'],
    ['O-00091', 'Acme Chicago DC', 'Nov 10, 2026', 'Dallas, TX 75247', 'Nov 12, 2026'],
    ['PO number', '4711-A', 'BOL', 'B-99871'],
    ['Linehaul', '$2,000.00', 'Fuel surcharge', '967', '0.335', '$323.95'],
    ['Invoice total', '$2,323.95', 'Payments received', '-$500.00', 'Credits applied', '-$25.00'],
    ['Balance due', '$1,798.95', 'ACH or wire', '1044', 'CM-00003'],
    ['Please quote INV-00042', 'Pay by ACH to First Bank.', 'Page 1 of 1'],
  ].flat();
  expect(expected.filter((piece) => !text.includes(piece))).toEqual([]);
});

test('a long invoice goes on over numbered pages, each with the header of the table and no row twice', async () => {
  const pages = readPdfPages(await renderInvoice({ ...invoice, charges: manyCharges }));

  expect(pages).toHaveLength(3);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of 3`);
  }
  const withRows = pages.filter((page) => page.some((piece) => piece.startsWith('Detention')));
  expect(withRows.filter((page) => !page.includes('DESCRIPTION'))).toEqual([]);
  const continued = 'Invoice INV-00042 · Vega Freight (continued)';
  expect(pages.slice(1).map(([first]) => first)).toEqual([continued, continued]);
  const rows = pages.flat().filter((piece) => piece.startsWith('Detention'));
  expect(rows).toEqual(manyCharges.map(({ description }) => description));
  expect(pages.flat().filter((piece) => piece === 'Balance due')).toHaveLength(1);
});

test.each([12, 13, 14, 15, 16, 17, 18, 19, 20, 21])(
  'the sums of an invoice with %d charges stand below a charge, never alone on a page',
  async (count) => {
    const pages = readPdfPages(await renderInvoice({ ...invoice, charges: manyCharges.slice(0, count) }));

    const last = pages.find((page) => page.includes('Invoice total'));
    expect(last).toContain(`Detention at dock ${count}`);
    expect(last).toContain('Balance due');
    expect(last).toContain('DESCRIPTION');
  },
);

test('a long description is wrapped and printed to its end', async () => {
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`);
  const charges = [{ order: 'O-00091', description: words.join(' '), quantity: 1, rate: null, totalCents: 1 }];
  const text = readPdfText(await renderInvoice({ ...invoice, charges }));
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

test('an invoice without charges is printed with its sums', async () => {
  const text = readPdfText(await renderInvoice({ ...invoice, orders: [], charges: [] }));
  expect(text).toContain('DESCRIPTION');
  expect(text).toContain('Balance due');
});

test('the same record makes the same bytes', async () => {
  const [first, second] = [await renderInvoice(invoice), await renderInvoice(invoice)];
  expect(Buffer.from(first).equals(second)).toBe(true);
  const other = await renderInvoice({ ...invoice, dueDate: '2026-12-19' });
  expect(Buffer.from(first).equals(other)).toBe(false);
  expect(Buffer.from(first).equals(await renderInvoice(invoice))).toBe(true);
});

test.each(['Łódzka Spółka Żywności', 'Ñandú & Söhne', 'Κρήτη', 'Привет', 'Türkiye İhracat', 'Đặng Thị Hạnh'])(
  'the name %s is printed as it is written',
  async (name) => {
    const text = readPdfText(await renderInvoice({ ...invoice, billTo: { name, lines: [] } }));
    expect(text.normalize('NFC')).toContain(name);
  },
);

test('a character that the font lacks is named by its code point, never dropped', async () => {
  const text = readPdfText(await renderInvoice({ ...invoice, billTo: { name: '中 Co 🚚', lines: [] } }));
  expect(text).toContain('[U+4E2D] Co [U+1F69A]');
});

test('a text cannot break out of its line or turn the direction of writing', async () => {
  const name = 'Acme\nBalance due\u202E00.0$';
  const pieces = readPdfPages(await renderInvoice({ ...invoice, billTo: { name, lines: [] } })).flat();
  expect(pieces.join(' ')).toContain('Acme Balance due00.0$');
  expect(pieces.join('')).not.toContain('\u202E');
});

test('an invoice that is void says so', async () => {
  const text = readPdfText(await renderInvoice({ ...invoice, isVoid: true }));
  expect(text).toContain('VOID');
  expect(text).not.toContain('Please quote');
});

test('a remittance advice says what was paid, how, and for which of the payee’s invoices', async () => {
  const text = readPdfText(await renderRemittance(remittance));

  const expected = [
    ['REMITTANCE ADVICE', 'Vega Freight', 'PAID TO', 'Apex Factoring', 'Miami, FL 33101', 'Prairie Haul'],
    ['BP-00012', 'Nov 20, 2026', 'Check', '8891', 'CAD'],
    ['PH-2211', 'Oct 21, 2026', 'BILL-00017', 'S-00077', 'CAD 1,500.00', 'CAD 1,200.50', 'Total paid'],
  ].flat();
  expect(expected.filter((piece) => !text.includes(piece))).toEqual([]);
});

test('a remittance advice over many bills repeats its header on every page', async () => {
  const [bill] = remittance.bills;
  if (!bill) throw new Error('there is a bill above');
  const bills = Array.from({ length: 90 }, (_, index) => ({ ...bill, bill: `BILL-${index}` }));
  const pages = readPdfPages(await renderRemittance({ ...remittance, bills }));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages.slice(0, -1)) expect(page).toContain('OUR BILL');
});
