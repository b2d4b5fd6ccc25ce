import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { lendBrokerage } from '../../support/stores/lent-stores.ts';
import { mailFrom, startMailServer } from '../../support/servers/mail-server.ts';
import { runWaybill } from '../support/in-process.ts';
import { createServiceClient, startServiceCommand } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Invoices a new shipment and mails the invoice; answers the mail's id. */
async function sendInvoice(api: ApiClient): Promise<string> {
  const customer = await api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const shipment = await api.shipments.create({
    customer: { id: customer.id },
    orders: [
      {
        mode: 'TL',
        stops: [
          { type: 'PICK', postalCode: '60608' },
          { type: 'DROP', postalCode: '75247' },
        ],
        charges: [{ chargeCodeId: 1, amount: 1200 }],
      },
    ],
  });
  const orderId = shipment.orders[0]?.id ?? '';
  const invoice = await api.invoices.create({ orderId, invoiceDate: '2026-11-18', amount: 1200 });
  const { emailId } = await api.invoices.send({ id: invoice.id, toEmails: ['ap@acme.example'] });
  return emailId;
}

onOneDatabase('mail of the service', (kind) => {
  test('lies in the outbox when the service has ended, where no mail server is configured', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using service = await startServiceCommand(['--database', database.url], { home: folder.path });
    await using api = createServiceClient(service.ready, service.ready.clientSecret);

    const id = await sendInvoice(api);
    const { code } = await service.stop();

    expect(code).toBe(0);
    expect(readdirSync(path.join(folder.path, 'outbox'))).toEqual([`${id}.eml`]);
    expect(readFileSync(path.join(folder.path, 'outbox', `${id}.eml`), 'utf8')).toContain('To: ap@acme.example');
  });

  test('goes to the mail server that is configured', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using server = await startMailServer();
    const environment = { WAYBILL_SMTP_URL: server.url, WAYBILL_MAIL_FROM: mailFrom };
    const settings = { home: folder.path, environment };
    await using service = await startServiceCommand(['--database', database.url], settings);
    await using api = createServiceClient(service.ready, service.ready.clientSecret);

    await sendInvoice(api);
    await service.stop();

    expect(server.received).toMatchObject([{ from: mailFrom, to: ['ap@acme.example'] }]);
  });
});

test('a letterhead is written from a file, shown, and refused where it says something unknown', async () => {
  using folder = createTemporaryFolder();
  await using database = await lendBrokerage('SQLite');
  const store = ['--database', database.url];
  const settings = { home: folder.path };
  const added = await runWaybill(['org', 'add', 'Vega Freight', '--json', ...store], settings);
  const { id } = JSON.parse(added.stdout) as { id: string };
  const file = path.join(folder.path, 'letterhead.json');
  const address = { line1: '400 Commerce St', city: 'Dallas', state: 'TX', zipCode: '75202', country: 'US' };
  const letterhead = { name: 'Vega', address, email: 'ar@vega.example', remitTo: { name: 'Vega Lockbox' } };

  writeFileSync(file, JSON.stringify(letterhead));
  const written = await runWaybill(['org', 'letterhead', id, file, ...store], settings);
  const printed = await runWaybill(['org', 'letterhead', id, ...store], settings);
  writeFileSync(file, JSON.stringify({ colour: 'red' }));
  const refused = await runWaybill(['org', 'letterhead', id, file, ...store], settings);
  const missing = await runWaybill(['org', 'letterhead', id, `${file}.gone`, ...store], settings);

  expect([written.code, JSON.parse(written.stdout)]).toEqual([0, letterhead]);
  expect(JSON.parse(printed.stdout)).toEqual(letterhead);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('colour');
  expect(missing.stderr).toContain('cannot be read');
});
