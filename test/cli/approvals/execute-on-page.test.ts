import { expect, test } from 'vitest';
import { startAgent } from '../support/agent.ts';
import { runWaybill, startWaybill } from '../support/in-process.ts';
import { buildDeskSettings } from '../support/record.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Follows a link to the approvals page, and returns what reads the page and sends its forms. */
async function followLink(address: string) {
  const { origin, hash } = new URL(address);
  const post = (path: string, form: Record<string, string>, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  const admitted = await post('/approvals/link', { link: hash.slice('#link='.length) });
  const cookie = admitted.headers.get('set-cookie')?.split(';')[0] ?? '';
  const read = async (path: string) => (await fetch(`${origin}${path}`, { headers: { cookie } })).text();
  return {
    read,
    async send(path: string, page: string, form: Record<string, string> = {}) {
      const html = await read(page);
      const [token = '', plan = ''] = ['token', 'plan'].map(
        (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1],
      );
      return (await post(path, { token, plan, ...form }, cookie)).status;
    },
    async follow(path: string): Promise<string> {
      for (;;) {
        const html = await read(path);
        if (!html.includes('Executing…')) return html;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function openDesk(environment: Readonly<Record<string, string>> = {}) {
  const folder = createTemporaryFolder();
  const desk = buildDeskSettings(folder.path);
  const settings = { ...desk, environment: { ...desk.environment, ...environment } };
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
  return { settings, secret, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

type Settings = Awaited<ReturnType<typeof openDesk>>['settings'];

/** Plans the deletion of a payment term in a tool server, and returns the number of the approval. */
async function requestDeletion(settings: Settings): Promise<{ readonly termId: string; readonly id: string }> {
  await using agent = await startAgent(settings);
  const write = (operation: string, input: object) => agent.call('api_write', { operation, input });
  const termId = (await write('paymentTerms.create', { name: 'Net 15' })).data.record.id;
  const { data } = await write('paymentTerms.delete', { id: termId });
  return { termId, id: data.approval.id };
}

const findLink = (shown: string): string => /http:\/\/localhost:\d+\S+#link=\S+/.exec(shown)?.[0] ?? '';

test('the page of `approvals link` executes the plan of a server that has ended', async () => {
  using desk = await openDesk();
  const { settings, secret } = desk;
  const { id, termId } = await requestDeletion(settings);
  await using command = startWaybill(['approvals', 'link', '--as', 'R. Vega'], settings, () => secret);
  await command.firstLine;
  while (findLink(command.shown()) === '') await new Promise((resolve) => command.stdout.once('data', resolve));
  const page = await followLink(findLink(command.shown()));

  const decided = await page.send(`/approvals/${id}`, `/approvals/${id}`, { decision: 'approve', read: 'yes' });
  const begun = await page.send(`/approvals/${id}/execute`, `/approvals/${id}`);
  const ended = await page.follow(`/approvals/${id}`);
  await command.stop();
  await using agent = await startAgent(settings);
  const outcome = await agent.call('run_approved', { approvalId: id });
  const term = await agent.call('api_read', { operation: 'paymentTerms.get', input: { id: termId } });
  const audited = await runWaybill(['audit', 'tail'], settings);

  expect([decided, begun]).toEqual([303, 303]);
  expect(ended).toContain('Approved and executed');
  expect(outcome.data.status).toBe('already_done');
  expect(term.isError).toBe(true);
  expect(audited.stdout).toMatch(/executed from the approvals page by R\. Vega/);
});

test('a server that only reads offers no execution on its page, and says so', async () => {
  using desk = await openDesk();
  const { settings, secret } = desk;
  const { id } = await requestDeletion(settings);
  await runWaybill(['approvals', 'approve', id], settings, () => secret);
  const readOnly = { ...settings, environment: { ...settings.environment, WAYBILL_READ_ONLY: 'true' } };
  await using command = startWaybill(['approvals', 'link'], readOnly, () => secret);
  await command.firstLine;
  while (findLink(command.shown()) === '') await new Promise((resolve) => command.stdout.once('data', resolve));
  const page = await followLink(findLink(command.shown()));

  const html = await page.read(`/approvals/${id}`);
  const missing = await page.read('/approvals/APR-00000000');
  const empty = await page.read('/approvals');

  expect(html).toContain('This page executes nothing: its process only reads.');
  expect(html).not.toContain('/execute"');
  for (const text of [missing, empty]) {
    expect(text).toContain(`This page reads <code>`);
    expect(text).toContain(`${settings.home}/waybill.db`);
    expect(text).toContain('approvals list</code>');
    expect(text).toContain('href="/approvals/decided"');
  }
  expect(missing).toMatch(/ask the assistant to make the\s+plan\s+again/);
});
