import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow, insertInvoice } from '../../support/records/fixtures.ts';
import { listActivity, download, generate, insertReadyShipment } from '../../support/records/invoicing.ts';
import { readPdfText } from '../../support/pdf-text.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const send = (api: Pick<TestService, 'request'>, id: string, body: object = { toEmails: ['ap@acme.example'] }) =>
  api.request('POST', `/v1/invoices/${id}/send`, body);

const listQueuedMail = ({ database }: TestService) =>
  database.reader.selectFrom('mail').selectAll().orderBy('id').execute();

onOneDatabase('sending an invoice', (database) => {
  test('a deleted PDF is the invoice’s no more, and the next mail has a new one', async () => {
    await using api = await startService(database);
    const { shipment } = await insertReadyShipment(api);
    const { invoiceId, documentId } = (await generate(api, shipment.id)).body;

    expect((await api.request('DELETE', `/v1/documents/${documentId}`)).status).toBe(204);

    const unlinked = (await api.request('GET', `/v1/invoices/${invoiceId}`)).body;
    expect(unlinked).toMatchObject({ documentId: null, documentUrl: null });
    const sent = await api.request('POST', `/v1/invoices/${invoiceId}/send`, { toEmails: ['ap@acme.example'] });
    expect(sent.status).toBe(200);
    const linked = (await api.request('GET', `/v1/invoices/${invoiceId}`)).body;
    expect((await api.request('GET', `/v1/documents/${linked.documentId}`)).status).toBe(200);
  });

  test('makes its PDF where there is none, and queues a mail with it', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api);

    const { status, body } = await send(api, invoice.id, {
      toEmails: ['ap@acme.example', 'cfo@acme.example'],
      ccEmails: ['rep@vega.example'],
      subject: 'Your invoice',
      message: 'Thanks for your business.',
    });

    expect([status, body.success]).toEqual([200, true]);
    const invoiceView = (await api.request('GET', `/v1/invoices/${invoice.id}`)).body;
    const [mail, ...otherMails] = await listQueuedMail(api);
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({
      id: body.emailId,
      status: 'QUEUED',
      to_addresses: '["ap@acme.example","cfo@acme.example"]',
      cc_addresses: '["rep@vega.example"]',
      subject: 'Your invoice',
      body: `Thanks for your business.\n\n${invoice.friendly_id}: $2,000.00, due Nov 20, 2026\n\nTest Brokerage`,
    });
    expect(JSON.parse(mail?.attachments ?? '')).toMatchObject([{ documentId: invoiceView.documentId }]);
    expect(readPdfText(await download(api, invoiceView.documentUrl))).toContain(invoice.friendly_id);
    expect(await listActivity(api, invoice.id)).toContain('Mail to ap@acme.example, cfo@acme.example written.');
  });

  test('sends the paper that was made already, as long as it says what the books say', async () => {
    await using api = await startService(database);
    const { shipment } = await insertReadyShipment(api);
    const { invoiceId, documentId } = (await generate(api, shipment.id)).body;

    await send(api, invoiceId);
    expect((await api.request('GET', `/v1/invoices/${invoiceId}`)).body.documentId).toBe(documentId);

    await api.request('PATCH', `/v1/invoices/${invoiceId}`, { dueDate: '2027-02-03' });
    await send(api, invoiceId);
    const changed = (await api.request('GET', `/v1/invoices/${invoiceId}`)).body;
    expect(changed.documentId).not.toBe(documentId);
    expect(readPdfText(await download(api, changed.documentUrl))).toContain('Feb 3, 2027');
    expect((await api.request('GET', `/v1/documents/${documentId}`)).status).toBe(200);
  });

  test('shows what was paid and credited, and what is still due', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api, { amount_cents: 200_000, paid_cents: 50_000, credited_cents: 2500 });
    const payment = await insertRow(api, 'payment', {
      customer_id: invoice.customer_id,
      payment_date: '2026-11-12',
      payment_method_type: 'CHECK',
      reference: '1044',
      currency: 'USD',
    });
    await insertRow(api, 'payment_application', {
      payment_id: payment.id,
      invoice_id: invoice.id,
      amount_cents: 50_000,
    });
    const memo = await insertRow(api, 'credit_memo', { customer_id: invoice.customer_id, reference: 'damage' });
    const credited = { credit_memo_id: memo.id, invoice_id: invoice.id, amount_cents: 2500 };
    await insertRow(api, 'credit_application', { ...credited, applied_at: '2026-11-13T09:00:00.000Z' });

    await send(api, invoice.id);

    const { documentUrl } = (await api.request('GET', `/v1/invoices/${invoice.id}`)).body;
    const text = readPdfText(await download(api, documentUrl));
    const expected = ['-$500.00', '-$25.00', '$1,475.00', 'Check', '1044', 'damage', 'Freight charges as agreed'];
    expect(expected.filter((piece) => !text.includes(piece))).toEqual([]);
  });

  test('is refused where the addresses or the subject are none', async () => {
    await using api = await startService(database);
    const { id } = await insertInvoice(api);
    const to = ['ap@acme.example'];

    const refusals = [
      [{}, 'toEmails'],
      [{ toEmails: [] }, 'toEmails'],
      [{ toEmails: ['nobody'] }, 'toEmails.0'],
      [{ toEmails: ['a@b.example\r\nBcc: x@evil.example'] }, 'toEmails.0'],
      [{ toEmails: ['a@b.example, x@evil.example'] }, 'toEmails.0'],
      [{ toEmails: to, ccEmails: ['Ann <ann@acme.example>'] }, 'ccEmails.0'],
      [{ toEmails: to, subject: 'Hi\r\nBcc: x@evil.example' }, 'subject'],
      [{ toEmails: to, subject: 'Hi\u2028there' }, 'subject'],
    ] as const;
    for (const [body, field] of refusals) {
      const answer = await send(api, id, body);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
    }
    expect(await listQueuedMail(api)).toEqual([]);
    expect((await api.request('GET', `/v1/invoices/${id}`)).body.documentId).toBeNull();
  });

  test('that was voided, or is a stranger’s, is not possible', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await insertInvoice(api, { key: 'mine' });
    const voided = await insertInvoice(api, { status: 'VOIDED', deleted_at: '2026-11-02T08:00:00.000Z' });

    expect((await send(stranger, id)).status).toBe(404);
    expect((await send(stranger, 'mine')).status).toBe(404);
    expect((await send(api, voided.id)).status).toBe(404);
    expect((await send(api, 'mine')).status).toBe(200);
  });

  test('again under the same idempotency key sends it once', async () => {
    await using api = await startService(database);
    const { id } = await insertInvoice(api);
    const sendAgain = () =>
      api.request('POST', `/v1/invoices/${id}/send`, { toEmails: ['a@b.example'] }, { 'idempotency-key': 'once' });

    expect((await sendAgain()).body).toEqual((await sendAgain()).body);
    expect(await listQueuedMail(api)).toHaveLength(1);
  });
});
