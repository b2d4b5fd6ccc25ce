import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { connectTaskClient, type TaskClient } from '../../support/desk/task-client.ts';
import { decideOnPage, openVisit } from '../sign-in/browser-visit.ts';
import { startTaskAgent } from '../support/agent.ts';
import { startHttpCommand } from '../support/http.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildDeskSettings } from '../support/record.ts';
import { type CommandSettings, createTemporaryFolder } from '../support/waybill.ts';

/** A client that follows tasks and opens pages, and one that does neither. */
interface TwoAgents extends AsyncDisposable {
  readonly follower: TaskClient;
  readonly plain: TaskClient;
}

const follows = { page: 'accept' } as const;
const followsNothing = { followsTasks: false } as const;

/** One server for both, as people of a desk share it. */
async function connectOverHttp(settings: CommandSettings): Promise<TwoAgents> {
  const server = await startHttpCommand([], settings);
  const connect = (abilities: object) =>
    connectTaskClient(new StreamableHTTPClientTransport(new URL(server.ready.url)), abilities);
  const [follower, plain] = [await connect(follows), await connect(followsNothing)];
  return {
    follower,
    plain,
    async [Symbol.asyncDispose]() {
      await follower.client.close();
      await plain.client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A server for each, as the hosts of one machine start them. */
async function connectOverStdio(settings: CommandSettings): Promise<TwoAgents> {
  const [follower, plain] = [await startTaskAgent(settings, follows), await startTaskAgent(settings, followsNothing)];
  return {
    follower,
    plain,
    async [Symbol.asyncDispose]() {
      await follower[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
    },
  };
}

async function requestDeletion(agent: TaskClient, name: string) {
  const write = (operation: string, input: object) => agent.call('api_write', { operation, input });
  const { id } = (await write('paymentTerms.create', { name }))['structuredContent'].record;
  return write('paymentTerms.delete', { id });
}

async function makeSecret(settings: CommandSettings): Promise<string> {
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  return /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
}

/** Signs a person in on a page with a link, and approves there. */
async function approveOnPage(settings: CommandSettings, secret: string, address: string): Promise<void> {
  const { origin, pathname } = new URL(address);
  const linked = await runWaybill(['approvals', 'link', '--as', 'R. Vega'], settings, () => secret);
  const visit = openVisit({ origin });
  await visit.post('/approvals/link', { link: linked.stdout.trim().split('#link=')[1] ?? '' });
  const { status } = await decideOnPage(visit, pathname.split('/').at(-1) ?? '', 'approve');
  expect(status).toBe(303);
}

test.each([
  ['HTTP', connectOverHttp],
  ['stdio', connectOverStdio],
])(
  'over %s one client goes on by itself after a yes on the page, another one with run_approved',
  async (_, connect) => {
    using folder = createTemporaryFolder();
    const settings = buildDeskSettings(folder.path);
    await using agents = await connect(settings);
    const { follower, plain } = agents;
    const secret = await makeSecret(settings);

    const task = await requestDeletion(follower, 'Net 15');
    const waiting = await follower.get(task['taskId']);
    const { approval } = (await requestDeletion(plain, 'Net 20'))['structuredContent'];
    const pending = await plain.call('run_approved', { approvalId: approval.id });
    await approveOnPage(settings, secret, waiting['inputRequests'].page.params.url);
    await approveOnPage(settings, secret, approval.how.url);
    const ended = await follower.settle(task['taskId']);
    const run = await plain.call('run_approved', { approvalId: approval.id });

    expect(task).toMatchObject({ status: 'input_required', structuredContent: { status: 'approval_required' } });
    expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'done' } } });
    expect(pending['structuredContent'].error.code).toBe('APPROVAL_PENDING');
    expect(run['structuredContent']).toMatchObject({ status: 'done' });
  },
);

test('a task is followed on by a server that starts after the yes', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  let taskId: string;
  {
    await using agent = await startTaskAgent(settings, follows);
    const task = await requestDeletion(agent, 'Net 15');
    ({ taskId } = task);
    await approveOnPage(settings, await makeSecret(settings), task['structuredContent'].approval.how.url);
  }

  await using later = await startTaskAgent(settings, follows);
  const ended = await later.settle(taskId);

  expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'done' } } });
});
