import path from 'node:path';
import { expect, test } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { insertRow, insertBill, insertBillPayment } from '../../support/records/fixtures.ts';
import { readPdfPages } from '../../support/pdf-text.ts';
import { createServiceClient, startServiceCommand } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const lines = 2500;
const perInsert = 1250;

test('while a paper of 2,500 lines is made, other requests are answered', async () => {
  using folder = createTemporaryFolder();
  const home = { home: folder.path };
  await using service = await startServiceCommand(['--database', 'sqlite:desk.db'], home);
  await using api = createServiceClient(service.ready, service.ready.clientSecret);
  const id = await insertLargePayment(`sqlite:${path.join(folder.path, 'desk.db')}`);
  await api.paymentTerms.filter();

  const isMade = { value: false };
  const making = api
    .raw('billPayments.remittanceAdvice', { id }, { accept: 'application/pdf' })
    .finally(() => (isMade.value = true));
  let answered = 0;
  while (!isMade.value) {
    await api.paymentTerms.filter();
    answered += isMade.value ? 0 : 1;
  }
  const paper = await making;

  expect(answered).toBeGreaterThan(10);
  expect(readPdfPages(Buffer.from(paper.bytes)).length).toBeGreaterThan(50);
});

/** Writes a payment over very many bills, past the API. */
async function insertLargePayment(url: string): Promise<string> {
  const database = await openBrokerage(url);
  try {
    const { id: organizationId } = await database.reader
      .selectFrom('organization')
      .select('id')
      .executeTakeFirstOrThrow();
    const home = { database, organizationId };
    const bill = await insertBill(home, { owed_cents: lines * 100, amount_cents: lines * 100 });
    const payment = await insertBillPayment(home, [{ bill, cents: 100 }]);
    const row = await insertRow(home, 'bill_payment_application', {
      bill_payment_id: payment.id,
      bill_id: bill.id,
      amount_cents: 100,
    });
    for (let n = 0; n < lines; n += perInsert) {
      const rows = Array.from({ length: perInsert }, (_, index) => ({ ...row, id: `${row.id}-${n + index}` }));
      await database.transaction((tx) => tx.insertInto('bill_payment_application').values(rows).execute());
    }
    return payment.id;
  } finally {
    await database.close();
  }
}
