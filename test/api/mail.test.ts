import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutages } from '../../src/service/shared/outages.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { onBothDatabases, onOneDatabase } from '../support/stores/databases.ts';
import { insertRow, insertInvoice } from '../support/records/fixtures.ts';
import { listActivity } from '../support/records/invoicing.ts';
import { deliverAll, deliverOne, createMailer, mailFrom } from '../support/servers/mail-server.ts';
import { startMailServer, startSilentServer, createTemporaryOutbox } from '../support/servers/mail-server.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** Sends a new invoice over the API, and returns the mail's id and its invoice. */
async function queueMail(api: TestService, body: object = {}) {
  const invoice = await insertInvoice(api);
  const answer = await api.request('POST', `/v1/invoices/${invoice.id}/send`, {
    toEmails: ['ap@acme.example'],
    ...body,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { id: String(answer.body.emailId), invoice };
}

const readMail = ({ database }: TestService, id: string) =>
  database.reader.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Parses the headers of a mail, unfolded, with names in lower case. */
function parseHeaders(source: string): Map<string, string> {
  const [head = ''] = source.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

function decodeAttachment(source: string): Buffer {
  const [, encoded = ''] = /Content-Disposition: attachment[^]*?\r\n\r\n([^-]*)/.exec(source) ?? [];
  return Buffer.from(encoded, 'base64');
}

const addSeconds = (instant: string, seconds: number) => new Date(Date.parse(instant) + seconds * 1000).toISOString();

onOneDatabase('mail', (database) => {
  test('reaches everybody it is for, with the paper attached and the organization as its sender', async () => {
    await using api = await startService(database);
    await using server = await startMailServer();
    await insertRow(api, 'letterhead', {
      organization_id: api.organizationId,
      name: 'Vega "Sud" Frête',
      email: 'ar@vega.example',
    });
    const body = { ccEmails: ['boss@acme.example'], subject: 'Rechnung für März', message: 'Danke schön!' };
    const { id, invoice } = await queueMail(api, { toEmails: ['ap@acme.example', 'cfo@acme.example'], ...body });

    await deliverAll(api, createMailer(server.url));

    const [mail, ...otherMails] = server.received;
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ from: mailFrom, to: ['ap@acme.example', 'cfo@acme.example', 'boss@acme.example'] });
    const headers = parseHeaders(mail?.source ?? '');
    expect(headers.get('to')).toBe('ap@acme.example, cfo@acme.example');
    expect(headers.get('cc')).toBe('boss@acme.example');
    expect(headers.get('reply-to')).toBe('ar@vega.example');
    expect(headers.get('from')).toContain(`<${mailFrom}>`);
    expect(headers.get('message-id')).toBe(`<${id}@vega.example>`);
    expect(headers.get('subject')).toMatch(/^=\?UTF-8\?/);
    expect(mail?.source).toContain(`filename=invoice-${invoice.friendly_id}.pdf`);
    expect(
      decodeAttachment(mail?.source ?? '')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await readMail(api, id)).toMatchObject({
      status: 'SENT',
      attempts: 1,
      sent_at: api.clock.now,
      last_error: null,
    });
    expect(await listActivity(api, invoice.id)).toContain('Mail to ap@acme.example, cfo@acme.example sent.');
  });

  test('of a mail server that is away the log has one line, and one when it is back, for however many mails', async () => {
    await using api = await startService(database);
    await using server = await startMailServer();
    const lines: string[] = [];
    const now = () => api.clock.now;
    const outages = createOutages({ log: (level, message) => void lines.push(`${level}: ${message}`), now });
    const ids = [await queueMail(api), await queueMail(api), await queueMail(api)].map(({ id }) => id);

    await deliverAll(api, createMailer('smtp://127.0.0.1:1'), outages);
    api.clock.now = addSeconds(api.clock.now, 60);
    await deliverAll(api, createMailer(server.url), outages);

    expect(await Promise.all(ids.map(async (id) => (await readMail(api, id)).status))).toEqual([
      'SENT',
      'SENT',
      'SENT',
    ]);
    expect(lines).toEqual([
      'error: Mail cannot be handed over; it is tried again.',
      'info: Mail is handed over again.',
    ]);
  });

  test('is an .eml file in the outbox where there is no mail server', async () => {
    await using api = await startService(database);
    using outbox = createTemporaryOutbox();
    const { id, invoice } = await queueMail(api, { message: 'Hello' });

    await deliverAll(api, outbox.mailer);

    expect(readdirSync(outbox.folder)).toEqual([`${id}.eml`]);
    const file = path.join(outbox.folder, `${id}.eml`);
    const source = readFileSync(file, 'utf8');
    expect(parseHeaders(source).get('to')).toBe('ap@acme.example');
    expect(parseHeaders(source).get('subject')).toBe(`Invoice ${invoice.friendly_id} from Test Brokerage`);
    expect(source).toContain(`Hello\r\n\r\n${invoice.friendly_id}: $2,000.00, due Nov 20, 2026`);
    expect(decodeAttachment(source).subarray(0, 5).toString()).toBe('%PDF-');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT' });
  });

  test('that is put off is tried again later, and only once it is due', async () => {
    await using api = await startService(database);
    await using server = await startMailServer({ answers: [451, 451] });
    const { id } = await queueMail(api);
    const start = api.clock.now;

    await deliverAll(api, createMailer(server.url));
    expect(await readMail(api, id)).toMatchObject({
      status: 'QUEUED',
      attempts: 1,
      next_attempt_at: addSeconds(start, 30),
    });
    expect((await readMail(api, id)).last_error).toContain('try me later');

    api.clock.now = addSeconds(start, 29);
    await deliverAll(api, createMailer(server.url));
    expect(await readMail(api, id)).toMatchObject({ attempts: 1 });

    api.clock.now = addSeconds(start, 30);
    await deliverAll(api, createMailer(server.url));
    expect(await readMail(api, id)).toMatchObject({ attempts: 2, next_attempt_at: addSeconds(start, 150) });

    api.clock.now = addSeconds(start, 150);
    await deliverAll(api, createMailer(server.url));
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT', attempts: 3, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  test('that nobody takes for a day has failed, and the record says why', async () => {
    await using api = await startService(database);
    const { url } = await startClosedServer();
    const { id, invoice } = await queueMail(api);

    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await deliverAll(api, createMailer(url));
      const { next_attempt_at: next } = await readMail(api, id);
      waits.push((Date.parse(next) - Date.parse(api.clock.now)) / 1000);
      api.clock.now = addSeconds(next, 0);
    }

    expect(waits.slice(0, 6)).toEqual([30, 120, 600, 3600, 14_400, 43_200]);
    expect(await readMail(api, id)).toMatchObject({ status: 'FAILED', attempts: 7 });
    expect((await listActivity(api, invoice.id)).at(-1)).toMatch(
      /^Mail to ap@acme.example could not be sent: .*ECONNREFUSED/,
    );
    expect(await deliverOne(api, createMailer(url))).toBe(false);
  });

  test('to a mailbox that does not exist fails at once', async () => {
    await using api = await startService(database);
    await using server = await startMailServer({ unknown: ['ap@acme.example'] });
    const { id, invoice } = await queueMail(api);

    await deliverAll(api, createMailer(server.url));

    expect(await readMail(api, id)).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect(await listActivity(api, invoice.id)).toContainEqual(expect.stringContaining('no such mailbox'));
  });

  test('that some recipients refuse is sent to the others once, and says who did not get it', async () => {
    await using api = await startService(database);
    await using server = await startMailServer({ unknown: ['gone@acme.example'] });
    const { id, invoice } = await queueMail(api, { toEmails: ['ap@acme.example', 'gone@acme.example'] });

    await deliverAll(api, createMailer(server.url));

    expect(server.received.map(({ to }) => to)).toEqual([['ap@acme.example']]);
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT' });
    expect(await listActivity(api, invoice.id)).toContainEqual(
      expect.stringContaining('Refused for gone@acme.example.'),
    );
  });

  test('to a server that never answers holds up no request, and goes out once the server is back', async () => {
    await using api = await startService(database);
    await using silent = await startSilentServer();
    await using server = await startMailServer();
    const { id } = await queueMail(api);
    const ending = new AbortController();

    const hanging = deliverOne(api, createMailer(silent.url, { graceMs: 1 }), ending.signal);
    await silent.connected;
    const other = await queueMail(api);
    ending.abort();
    await hanging;

    expect(await readMail(api, id)).toMatchObject({ status: 'QUEUED', last_error: 'The service was stopped.' });
    api.clock.now = addSeconds(api.clock.now, 30);
    await deliverAll(api, createMailer(server.url));
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT' });
    expect(await readMail(api, other.id)).toMatchObject({ status: 'SENT' });
  });

  test('that a server has in hand is waited for, also by a process that is to stop', async () => {
    await using api = await startService(database);
    const { promise: until, resolve: take } = Promise.withResolvers<void>();
    await using server = await startMailServer({ until });
    const { id } = await queueMail(api);
    const ending = new AbortController();

    const sending = deliverOne(api, createMailer(server.url, { graceMs: 1 }), ending.signal);
    await server.arrived;
    ending.abort();
    // Set after the end of the grace was, and so over after it.
    await new Promise((resolve) => setTimeout(resolve, 1));
    take();
    await sending;

    expect(server.received).toHaveLength(1);
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT', attempts: 1 });
  });

  test('has a deadline, whatever the server does', async () => {
    await using api = await startService(database);
    await using silent = await startSilentServer();
    const { id } = await queueMail(api);

    await deliverOne(api, createMailer(silent.url, { deadlineMs: 20 }));

    expect((await readMail(api, id)).last_error).toBe('The mail server took longer than 0.02 s.');
  });

  test('whose paper is no longer stored fails and says which', async () => {
    await using api = await startService(database);
    using outbox = createTemporaryOutbox();
    const { id, invoice } = await queueMail(api);
    const [attachment] = JSON.parse((await readMail(api, id)).attachments) as { documentId: string }[];
    await api.storage.remove(attachment?.documentId ?? '');

    await deliverAll(api, outbox.mailer);

    const last_error = `The file invoice-${invoice.friendly_id}.pdf is no longer stored.`;
    expect(await readMail(api, id)).toMatchObject({ status: 'FAILED', last_error });
  });

  test('that a failed request wrote is never sent', async () => {
    await using api = await startService(database);
    using outbox = createTemporaryOutbox();
    const invoice = await insertInvoice(api);

    const refused = await api.request('POST', `/v1/invoices/${invoice.id}/send`, {
      toEmails: ['a@b.example'],
      subject: 'x\ny',
    });

    expect(refused.status).toBe(400);
    expect(await deliverOne(api, outbox.mailer)).toBe(false);
  });

  test('names, subjects and addresses cannot add a header or a recipient', async () => {
    await using api = await startService(database);
    using outbox = createTemporaryOutbox();
    const { id } = await queueMail(api);
    const stored = {
      from_name: 'Evil\r\nBcc: x@evil.example',
      subject: 'Hi\r\nBcc: x@evil.example\r\n\r\nbody',
      to_addresses: JSON.stringify(['ap@acme.example\r\nBcc: x@evil.example']),
    };
    await api.database.transaction((tx) => tx.updateTable('mail').set(stored).where('id', '=', id).execute());

    await deliverAll(api, outbox.mailer);

    const headers = parseHeaders(readFileSync(path.join(outbox.folder, `${id}.eml`), 'utf8'));
    expect([...headers.keys()].filter((name) => name === 'bcc')).toEqual([]);
  });

  test('logs in where the server asks for it, and a wrong password is tried again rather than given up', async () => {
    await using api = await startService(database);
    await using server = await startMailServer({ login: { user: 'desk', pass: 'p@ss' } });
    const { id } = await queueMail(api);

    await deliverAll(api, createMailer(server.url.replace('//', '//desk:wrong@')));
    expect(await readMail(api, id)).toMatchObject({ status: 'QUEUED', attempts: 1 });
    api.clock.now = addSeconds(api.clock.now, 30);
    await deliverAll(api, createMailer(server.url.replace('//', '//desk:p%40ss@')));

    expect(await readMail(api, id)).toMatchObject({ status: 'SENT' });
  });
});

onBothDatabases('the lease of a mail', (database) => {
  test('is sent by one process only, however many look at once', async () => {
    await using api = await startService(database);
    await using server = await startMailServer();
    await queueMail(api);
    const stores = await Promise.all([openBrokerage(api.url), openBrokerage(api.url)]);
    const processes = [api, ...stores.map((store) => ({ database: store, storage: api.storage, clock: api.clock }))];

    await Promise.all(processes.map((process) => deliverAll(process, createMailer(server.url))));
    await Promise.all(stores.map((store) => store.close()));

    expect(server.received).toHaveLength(1);
  });

  test('whose process died in the middle is sent by another once its lease has run out', async () => {
    await using api = await startService(database);
    await using server = await startMailServer();
    const { id } = await queueMail(api);
    const lease = { lease_id: 'of the dead', leased_until: addSeconds(api.clock.now, 600), attempts: 1 };
    await api.database.transaction((tx) => tx.updateTable('mail').set(lease).where('id', '=', id).execute());

    expect(await deliverOne(api, createMailer(server.url))).toBe(false);
    api.clock.now = addSeconds(api.clock.now, 600);
    await deliverAll(api, createMailer(server.url));

    expect(server.received).toHaveLength(1);
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT', attempts: 2, lease_id: null });
  });

  test('whose lease or next attempt a clock that ran ahead has dated is sent at once', async () => {
    await using api = await startService(database);
    await using server = await startMailServer();
    const { id } = await queueMail(api);
    const day = addSeconds(api.clock.now, 86_400);
    const dated = { lease_id: 'of a clock that ran ahead', leased_until: day, next_attempt_at: day };
    await api.database.transaction((tx) => tx.updateTable('mail').set(dated).where('id', '=', id).execute());

    await deliverAll(api, createMailer(server.url));

    expect(server.received).toHaveLength(1);
    expect(await readMail(api, id)).toMatchObject({ status: 'SENT', lease_id: null });
  });
});

/** Starts and closes a server, so that its address is no longer served. */
async function startClosedServer(): Promise<{ readonly url: string }> {
  await using server = await startMailServer();
  return { url: server.url };
}
