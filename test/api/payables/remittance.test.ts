import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertBillPayment,
  insertCarrier,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { listActivity, download } from '../../support/records/invoicing.ts';
import { readPdfText } from '../../support/pdf-text.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import type { Row } from '../../../src/store/schema.ts';

const json = { accept: 'application/json' };
const readAdvice = (api: ApiCaller, id: string, headers: Record<string, string> = {}) =>
  api.request('GET', `/v1/bill-payments/${id}/remittance-advice`, undefined, headers);
const send = (api: ApiCaller, id: string, body?: object) =>
  api.request('POST', `/v1/bill-payments/${id}/send-remittance`, body);
const listQueuedMail = ({ database }: TestService) =>
  database.reader.selectFrom('mail').selectAll().orderBy('id').execute();

async function fetchAdviceFile({ service, token }: TestService, id: string, accept?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(accept === undefined ? {} : { accept }) };
  return service.fetch(new Request(`http://service.test/v1/bill-payments/${id}/remittance-advice`, { headers }));
}

const address = JSON.stringify({ line1: '1 Main St', city: 'Miami', state: 'FL', zipCode: '33101', country: 'US' });

async function insertPaidCarrier(
  api: TestService,
  carrierColumns: Partial<Row<'carrier'>> = {},
  columns: Partial<Row<'bill_payment'>> = {},
) {
  const carrier = await insertCarrier(api, { billing_address: address, ...carrierColumns });
  const bill = await insertBill(api, { carrier_id: carrier.id, status: 'APPROVED_TO_PAY', reference: 'PH-2211' });
  const payment = await insertBillPayment(api, [{ bill, cents: 60_050 }], {
    payment_method_type: 'CHECK',
    reference: '8891',
    ...columns,
  });
  return { carrier, bill, payment };
}

async function insertPaidVendor(api: TestService, columns: Partial<Row<'vendor'>> = {}) {
  const vendor = await insertVendor(api, columns);
  const bill = await insertBill(api, {
    entity_type: 'VENDOR',
    carrier_id: null,
    load_carrier_id: null,
    vendor_id: vendor.id,
    status: 'APPROVED_TO_PAY',
  });
  const payment = await insertBillPayment(api, [{ bill, cents: 100 }], {
    recipient_type: 'VENDOR',
    carrier_id: null,
    vendor_id: vendor.id,
  });
  return { vendor, payment };
}

const insertFactor = (api: TestService, email: string | null) =>
  insertRow(api, 'carrier_factor', {
    company_name: 'Apex Factoring',
    email,
    address_line1: '9 Bank Row',
    city: 'Austin',
    state: 'TX',
    zip_code: '73301',
    country: 'US',
  });

onOneDatabase('a remittance advice', (database) => {
  test('is a PDF unless JSON is asked for', async () => {
    await using api = await startService(database);
    const { payment, bill, carrier } = await insertPaidCarrier(api);

    for (const accept of [undefined, '*/*', 'application/pdf', 'application/pdf, application/json;q=0.5']) {
      const response = await fetchAdviceFile(api, payment.id, accept);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const text = readPdfText(new Uint8Array(await response.arrayBuffer()));
      const expected = [payment.friendly_id, carrier.name, '1 Main St', 'PH-2211', bill.friendly_id, '$600.50', '8891'];
      expect(expected.filter((piece) => !text.includes(piece))).toEqual([]);
    }
    const { body } = await readAdvice(api, payment.id, json);
    const shipment = await api.request('GET', `/v1/bills/${bill.id}`);
    expect(body).toEqual({
      paymentDate: '2026-11-10',
      paymentMethod: 'CHECK',
      reference: '8891',
      payee: { name: carrier.name, address: '1 Main St\nMiami, FL 33101\nUS' },
      applications: [
        {
          billFriendlyId: bill.friendly_id,
          shipmentFriendlyId: shipment.body.shipmentKey,
          invoiceDate: '2026-10-21',
          amount: 600.5,
        },
      ],
      currency: 'USD',
      totalAmount: 600.5,
    });
  });

  test('of a payment to a factor names the factor, and the carrier it is for', async () => {
    await using api = await startService(database);
    const factor = await insertFactor(api, null);
    const { payment, carrier } = await insertPaidCarrier(api, {}, { carrier_factor_id: factor.id });

    const { body } = await readAdvice(api, payment.id, json);
    const file = await fetchAdviceFile(api, payment.id);

    expect(body.payee).toEqual({ name: 'Apex Factoring', address: '9 Bank Row\nAustin, TX 73301\nUS' });
    const text = readPdfText(new Uint8Array(await file.arrayBuffer()));
    expect(text).toContain('Apex Factoring');
    expect(text).toContain(carrier.name);
  });

  test('of a payee without an address shows none', async () => {
    await using api = await startService(database);
    const { payment, vendor } = await insertPaidVendor(api);
    expect((await readAdvice(api, payment.id, json)).body.payee).toEqual({ name: vendor.name, address: null });
  });

  test('goes by mail to the payee of record, and is kept on file as it was sent', async () => {
    await using api = await startService(database);
    const { payment, carrier } = await insertPaidCarrier(api, { email: 'office@prairie.example' });

    const { status, body } = await send(api, payment.id);

    expect([status, body]).toEqual([200, { success: true, sentTo: 'office@prairie.example' }]);
    const [mail] = await listQueuedMail(api);
    expect(mail).toMatchObject({
      to_addresses: '["office@prairie.example"]',
      subject: `Remittance advice ${payment.friendly_id} from Test Brokerage`,
    });
    const filter = { filter: { carrierId: { equalTo: carrier.id } } };
    const [document, ...otherDocuments] = (await api.request('POST', '/v1/documents/filter', filter)).body.data;
    expect(otherDocuments).toEqual([]);
    expect(document.tags).toEqual({ billPaymentId: payment.id, carrierId: carrier.id });
    expect(JSON.parse(mail?.attachments ?? '')).toMatchObject([{ documentId: document.id }]);
    expect(readPdfText(await download(api, document.downloadUrl))).toContain('$600.50');
    expect(await listActivity(api, payment.id)).toEqual(['Mail to office@prairie.example written.']);
  });

  test('is addressed to the factor, else to accounting, else to the payment method, else to the company', async () => {
    await using api = await startService(database);
    const factor = await insertFactor(api, 'remit@apex.example');
    const { payment, carrier } = await insertPaidCarrier(api, { email: 'office@prairie.example' });
    const readSentTo = async (id: string) => (await send(api, id)).body.sentTo;

    expect(await readSentTo(payment.id)).toBe('office@prairie.example');
    await insertRow(api, 'carrier_payment_method', {
      carrier_id: carrier.id,
      payment_recipient_type: 'DIRECT',
      payment_method_type: 'ACH',
      status: 'ACTIVE',
      is_preferred: 1,
      email: 'pay@prairie.example',
    });
    expect(await readSentTo(payment.id)).toBe('pay@prairie.example');
    const contact = { carrier_id: carrier.id, name: 'Ann', contact_types: '["ACCOUNTING"]' };
    await insertRow(api, 'carrier_contact', { ...contact, email: 'ar@prairie.example' });
    expect(await readSentTo(payment.id)).toBe('ar@prairie.example');
    const toFactor = await insertPaidCarrier(api, { email: 'x@y.example' }, { carrier_factor_id: factor.id });
    expect(await readSentTo(toFactor.payment.id)).toBe('remit@apex.example');
  });

  test('of a vendor goes to its billing contact, else to the vendor', async () => {
    await using api = await startService(database);
    const { payment, vendor } = await insertPaidVendor(api, { email: 'office@gulf.example' });

    expect((await send(api, payment.id, {})).body.sentTo).toBe('office@gulf.example');
    await insertRow(api, 'vendor_contact', { vendor_id: vendor.id, email: 'ar@gulf.example', role: 'BILLING' });
    expect((await send(api, payment.id, {})).body.sentTo).toBe('ar@gulf.example');
  });

  test('goes where the request says, with copies and a message', async () => {
    await using api = await startService(database);
    const { payment } = await insertPaidCarrier(api, { email: 'office@prairie.example' });
    const body = { toEmail: 'other@prairie.example', ccEmails: ['rep@vega.example'], message: 'As discussed.' };

    expect((await send(api, payment.id, body)).body.sentTo).toBe('other@prairie.example');

    const [mail] = await listQueuedMail(api);
    expect(mail).toMatchObject({ to_addresses: '["other@prairie.example"]', cc_addresses: '["rep@vega.example"]' });
    expect(mail?.body).toMatch(/^As discussed\.\n\n/);
  });

  test('that nobody could be sent to is refused, naming the remedy', async () => {
    await using api = await startService(database);
    const carrier = await insertPaidCarrier(api, { email: null });
    const vendor = await insertPaidVendor(api, { email: 'no address' });

    for (const { payment } of [carrier, vendor]) {
      const answer = await send(api, payment.id);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'toEmail']);
    }
    expect((await send(api, carrier.payment.id, { toEmail: 'nobody' })).status).toBe(400);
    expect((await send(api, carrier.payment.id, { ccEmails: ['a@b.example\nBcc: c@d.example'] })).status).toBe(400);
    expect(await listQueuedMail(api)).toEqual([]);
  });

  test('of another organization, or of a deleted payment, does not exist', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { payment } = await insertPaidCarrier(api, { email: 'a@b.example' }, { key: 'pay-1' });
    const deleted = await insertPaidCarrier(api, { email: 'a@b.example' }, { deleted_at: '2026-11-12T08:00:00.000Z' });

    expect((await readAdvice(stranger, payment.id, json)).status).toBe(404);
    expect((await send(stranger, 'pay-1')).status).toBe(404);
    expect((await readAdvice(api, deleted.payment.id)).status).toBe(404);
    expect((await send(api, deleted.payment.id)).status).toBe(404);
    expect((await readAdvice(api, 'pay-1', json)).status).toBe(200);
  });
});
