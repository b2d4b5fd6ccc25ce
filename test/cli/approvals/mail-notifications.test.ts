import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { mailFrom, startMailServer } from '../../support/servers/mail-server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startAgent } from '../support/agent.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { buildDeskSettings, givenPendingDeletion } from '../support/record.ts';
import { type CommandSettings, createTemporaryFolder } from '../support/waybill.ts';

const approvers = ['ann@vega.example', 'ap@vega.example'];

const mailTo = (url: string) => ({
  WAYBILL_SMTP_URL: url,
  WAYBILL_MAIL_FROM: mailFrom,
  WAYBILL_APPROVAL_MAIL: approvers.join(', '),
});

/** Returns the subject and the lines of a short mail in plain text, as it is sent. */
function readMail(source: string) {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)?.[1]?.replaceAll('\r\n', '');
  return { subject, lines: body.join('\r\n').split('\r\n').filter(Boolean) };
}

/** Builds settings of a desk with the sandbox's freight whose approvals are mailed. */
const buildSandboxSettings = (home: string, environment: CommandSettings['environment']): CommandSettings => ({
  home,
  environment: { WAYBILL_TOOLSETS: 'desk,payables', ...environment },
});

test('a mail says whose plan waits, what it does, how much it moves, who asked, until when, and where to decide', async () => {
  using folder = await createOpenedHome();
  await using server = await startMailServer();
  await using agent = await startAgent(buildSandboxSettings(folder.path, mailTo(server.url)));
  const { data: bills } = await agent.call('list_bills', { verdict: 'clean', limit: 2 });

  const planned = await agent.call('approve_bills', {
    bills: bills.rows.map(({ friendlyId }: { readonly friendlyId: string }) => friendlyId),
  });
  await waitUntil(() => server.received.length === 1);

  const { approval, plan } = planned.data;
  const [received] = server.received;
  const { subject, lines } = readMail(received?.source ?? '');
  expect(received).toMatchObject({ from: mailFrom, to: approvers });
  expect(subject).toBe(`Approval needed: ${plan.title}`);
  expect(lines).toEqual([
    plan.title,
    'Desk: Juniper Freight Brokerage (sandbox)',
    expect.stringMatching(/^Amount: \$[\d,]+\.\d\d$/),
    expect.stringMatching(/^Asked by: .+ with test agent$/),
    expect.stringMatching(/^Decide before: \w{3} \d+, \d+:\d\d [AP]M [A-Z]{3}$/),
    `Read the plan and decide: ${approval.how.url}`,
    `Nothing happens until a person approves ${approval.id}.`,
  ]);
});

test.each([
  [451, 'is sent again within seconds', 2],
  [550, 'is given up', 1],
])('a mail to which the server says %i %s', async (answer, _what, count) => {
  using folder = createTemporaryFolder();
  await using server = await startMailServer({ answers: [answer] });
  const { environment } = buildDeskSettings(folder.path);
  const settings = { home: folder.path, environment: { ...environment, ...mailTo(server.url) } };
  const ids: string[] = [];
  {
    await using agent = await startAgent(settings);
    for (const name of ['Net 30', 'Net 45']) {
      const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name } });
      const planned = await agent.call('api_write', {
        operation: 'paymentTerms.delete',
        input: { id: made.data.record.id },
      });
      ids.push(String(planned.data.approval.id));
      // The first answer is that to the first mail.
      if (ids.length === 1) await server.arrived;
    }
  }

  // A process that ends waits for what is under way.
  const sources = server.received.map(({ source }) => source);
  expect(ids.filter((id) => sources.some((source) => source.includes(id)))).toEqual(ids.slice(-count));
  expect(sources).toHaveLength(count);
});

test('without a mail server the mail is a file of the outbox, and a reset of the secret is mailed too', async () => {
  using folder = createTemporaryFolder();
  const { environment } = buildDeskSettings(folder.path);
  const settings = {
    home: folder.path,
    environment: { ...environment, WAYBILL_APPROVAL_MAIL: approvers.join(',') },
  };
  const { approvalId } = await givenPendingDeletion(settings);
  await runWaybill(['approvals', 'secret'], settings, () => '');

  const reset = await runWaybill(['approvals', 'secret', '--reset', '--yes'], settings);

  expect(reset).toMatchObject({ code: 0, stdout: expect.stringContaining('Notifications go out by mail.') });
  const outbox = path.join(folder.path, 'outbox');
  const [file = ''] = readdirSync(outbox).filter((name) => name.startsWith('approver-secret-reset'));
  const mail = readMail(readFileSync(path.join(outbox, file), 'utf8'));
  expect(mail.subject).toBe("Approver's secret reset: My brokerage");
  expect(mail.lines).toContain(`These approvals are void: ${approvalId}.`);
  expect(mail.lines.at(-1)).toMatch(/policy stop$/);
});

const slowness = isDeep ? '' : ' (skipped: takes fifteen seconds; in test:deep)';

test.skipIf(!isDeep)(
  `a mail server that says nothing keeps nobody for long${slowness}`,
  { timeout: 120_000 },
  async () => {
    using folder = createTemporaryFolder();
    const { promise: never, resolve: letGo } = Promise.withResolvers<void>();
    await using server = await startMailServer({ until: never });
    const { environment } = buildDeskSettings(folder.path);
    const settings = { home: folder.path, environment: { ...environment, ...mailTo(server.url) } };
    await givenPendingDeletion(settings);
    await runWaybill(['approvals', 'secret'], settings, () => '');

    // Without a limit of its own it would wait ten minutes, longer than this test may take.
    const reset = await runWaybill(['approvals', 'secret', '--reset', '--yes'], settings);
    letGo();

    expect(reset.code).toBe(0);
  },
);
