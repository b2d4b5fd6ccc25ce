import { expect, test } from 'vitest';
import * as z from 'zod';
import { getToday } from '../../src/domain/kit/dates.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { changeOrganization } from '../../src/service/organization/settings.ts';
import { tools } from '../../tools/index.ts';
import { insertBill, insertBillPayment } from '../support/records/fixtures.ts';
import { download, insertReadyShipment } from '../support/records/invoicing.ts';
import { readPdfText } from '../support/pdf-text.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { listPlanTexts, listWarningTexts } from '../support/desk/plan-texts.ts';

const tellTime = tool({
  name: 'tell_time',
  title: 'Tell the time',
  description: 'Tells what the time is to a tool before it has called the API.',
  toolset: 'desk',
  gate: 'none',
  operations: ['paymentTerms.get'],
  input: z.strictObject({}),
  output: z.object({ now: z.string(), askedAt: z.string(), timeZone: z.string() }),
  async read({ now, askedAt, timeZone }) {
    const data = { now: now(), askedAt, timeZone };
    return recordResult({ summary: 'The time.', asOf: now(), lines: [], data, untrusted: [] });
  },
});

const moveTo = ({ service }: TestDesk, timeZone: string) =>
  service.database.transaction((tx) => changeOrganization(tx, service.organizationId, { timeZone }));

const evening = '2026-11-21T02:00:00.000Z';

onOneDatabase('at 20:00 in Chicago', (database) => {
  const start = async () => {
    const desk = await startDesk({
      tools: [...tools, tellTime],
      now: evening,
      server: { timeZone: undefined },
      database,
    });
    await moveTo(desk, 'America/Chicago');
    return desk;
  };

  test('a tool, an invoice, a payment and a filter agree on the day', async () => {
    await using desk = await start();
    const { shipment, customerId } = await insertReadyShipment(desk.service, { charges: [100_000] });

    const { invoiceId } = (await desk.request('POST', `/v1/shipments/${shipment.id}/invoice/generate`)).body;
    const { invoiceDate } = await desk.api.invoices.get({ id: invoiceId });
    const deskTime = (await desk.callTool('tell_time')).data;
    const aging = await desk.callTool('aging_report', { ledger: 'receivables' });
    const paid = await desk.request('POST', '/v1/payments', {
      customerId,
      paymentDate: invoiceDate,
      paymentMethodType: 'CHECK',
      applications: [{ invoiceId, amount: 1000 }],
    });
    const createdToday = await desk.api.invoices.filter({ filter: { createdAt: { equalTo: '2026-11-20' } } });

    expect([
      invoiceDate,
      getToday(deskTime.timeZone, deskTime.askedAt),
      aging.data.asOfDate,
      paid.status,
      createdToday.data.map(({ id }) => id),
    ]).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', 201, [invoiceId]]);
  });

  test('an answer tells the time of the organization and its zone', async () => {
    await using desk = await start();

    const { headers } = await desk.request('POST', '/v1/customers/filter', {});

    expect([headers.get('date'), headers.get('x-time-zone')]).toEqual([
      'Sat, 21 Nov 2026 02:00:00 GMT',
      'America/Chicago',
    ]);
  });

  test('what find shows, and the plan of a mail, is dated by that evening', async () => {
    await using desk = await start();
    const { customerId, order } = await insertReadyShipment(desk.service, { customer: { name: 'Acme Foods' } });
    const invoice = await desk.api.invoices.create({ orderId: order.id, invoiceDate: '2026-11-20', amount: 2000 });
    await desk.api.customerContacts.create({
      customerId,
      name: 'Lee',
      contactInfo: { name: 'Lee', email: 'lee@acme.test' },
    });

    const answer = await desk.callTool('find', { query: invoice.friendlyId });
    const mail = await desk.callTool('api_write', {
      operation: 'invoices.send',
      input: { id: invoice.id, toEmails: ['lee@acme.test'] },
    });

    expect(answer.data.rows).toMatchObject([{ friendlyId: invoice.friendlyId, created: '2026-11-20' }]);
    expect(listPlanTexts(mail.data.plan)).toContainEqual(expect.stringContaining('on record since Nov 20, 2026'));
    expect(listWarningTexts(mail.data.plan)).toContainEqual(
      expect.stringContaining('its record was made on Nov 20, 2026'),
    );
  });

  test('it is that day on the papers and in the mails', async () => {
    await using desk = await start();
    const { service } = desk;
    const { shipment, customerId } = await insertReadyShipment(service, { charges: [100_000] });
    const { invoiceId } = (await desk.request('POST', `/v1/shipments/${shipment.id}/invoice/generate`)).body;
    const { friendlyId } = (await desk.request('GET', `/v1/invoices/${invoiceId}`)).body;
    const memo = await desk.request('POST', '/v1/credit-memos', {
      customerId,
      amount: 10,
      memoDate: '2026-11-20',
      reference: 'CM-7',
    });
    await desk.request('POST', `/v1/credit-memos/${memo.body.id}/apply`, { invoiceId, amount: 10 });
    await desk.request('POST', `/v1/invoices/${invoiceId}/send`, { toEmails: ['ap@acme.test'] });
    const bill = await insertBill(service, { status: 'APPROVED_TO_PAY', invoice_date: '2026-11-20' });
    const payment = await insertBillPayment(service, [{ bill, cents: 100 }], { payment_date: '2026-11-20' });
    await desk.request('POST', `/v1/bill-payments/${payment.id}/send-remittance`, { toEmail: 'ar@prairie.test' });

    const papers = (await desk.request('POST', '/v1/documents/filter', {})).body.data;
    const texts = await Promise.all(
      papers.map(async (paper: { downloadUrl: string }) => readPdfText(await download(service, paper.downloadUrl))),
    );
    const mails = await service.database.reader.selectFrom('mail').select('body').execute();

    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) {
      expect(text).toContain('Nov 20, 2026');
      expect(text).not.toContain('Nov 21');
    }
    expect(texts.find((text) => text.includes(friendlyId) && text.includes('CM-7'))).toContain('Nov 20, 2026 Credit');
    expect(mails.map(({ body }) => body).join('\n')).toContain('paid Nov 20, 2026');
    expect(mails.map(({ body }) => body).join('\n')).not.toContain('Nov 21');
  });
});

test.each([
  [undefined, 'America/Denver'],
  ['America/Toronto', 'America/Toronto'],
])('with WAYBILL_TIME_ZONE %s the desk is in %s, from its first call on', async (timeZone, expectedZone) => {
  await using desk = await startDesk({ tools: [tellTime], server: { timeZone } });
  await moveTo(desk, 'America/Denver');

  expect((await desk.callTool('tell_time')).data).toMatchObject({ timeZone: expectedZone });
});

test("the tools' present is the API's, and the audit log stays on the clock of the machine", async () => {
  await using desk = await startDesk({ tools: [...tools, tellTime], seed: 'small' });
  const machine = desk.clock.now;
  const addHours = (hours: number) => new Date(Date.parse(machine) + hours * 3_600_000).toISOString();
  await desk.request('POST', '/sandbox/clock', { advanceHours: 24 });

  expect((await desk.callTool('tell_time')).data).toMatchObject({ now: addHours(24), askedAt: addHours(24) });
  await desk.request('POST', '/sandbox/clock', { advanceHours: 2 });
  await desk.api.customers.filter({ pageSize: 1 });
  expect((await desk.callTool('tell_time')).data).toMatchObject({ now: addHours(26), askedAt: addHours(26) });
  await desk.callTool('api_write', { operation: 'customers.create', input: { name: 'Acme Foods', status: 'ACTIVE' } });
  const written = (await desk.memory.audit.after(0, 100)).map((row) => readEntry(row).at);
  expect(new Set(written)).toEqual(new Set([machine]));
});
