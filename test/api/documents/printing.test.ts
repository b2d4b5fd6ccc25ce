import { expect, test } from 'vitest';
import { makePdf } from '../../../src/service/papers/make-pdf.ts';
import type { RemittancePaper } from '../../../src/service/papers/pdf/remittance.ts';
import { renderPaper } from '../../../src/service/papers/pdf/render.ts';

const createPaper = (lines: number): RemittancePaper => ({
  number: `BP-${lines}`,
  issuer: { name: 'Vega Freight', lines: ['400 Commerce St', 'Dallas, TX 75202'] },
  payee: { name: 'Apex Factoring', lines: ['1 Main St', 'Miami, FL 33101'] },
  onBehalfOf: null,
  paymentDate: '2026-11-20',
  method: 'CHECK',
  reference: '8891',
  currency: 'USD',
  bills: Array.from({ length: lines }, (_, place) => ({
    bill: `BILL-${place}`,
    invoiceNumber: null,
    invoiceDate: null,
    shipment: null,
    billedCents: 150_000,
    paidCents: 150_000,
  })),
  totalCents: 150_000 * lines,
  at: '2026-11-20T10:00:00.000Z',
});

const print = (lines: number) => makePdf({ kind: 'remittance', paper: createPaper(lines) });

test('papers come out of their thread as they were sent, and a bad one ends no other', async () => {
  // A paper from outside of the types.
  const broken = { ...createPaper(1), bills: [null] } as unknown as RemittancePaper;

  const [short, failure, other, long] = await Promise.all([
    print(1),
    makePdf({ kind: 'remittance', paper: broken }).catch((error: unknown) => String(error)),
    print(2),
    print(101),
  ]);

  expect(failure).toMatch(/a paper could not be printed: TypeError/);
  for (const [bytes, lines] of [
    [short, 1],
    [other, 2],
    [long, 101],
  ] as const)
    expect(Buffer.from(bytes).equals(await renderPaper({ kind: 'remittance', paper: createPaper(lines) }))).toBe(true);
});
