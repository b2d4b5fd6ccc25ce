import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as LegacyTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';
import { connectTaskClientTo } from '../../support/desk/task-client.ts';
import { startTermDesk } from '../support/term-desk.ts';

const page = 'http://desk.test/approvals';
const withPage = { approvalsPage: async () => page };

test.each(['accept', 'decline', 'cancel'] as const)(
  'a user who is offered the page and answers %s has decided nothing: the call answers as it does elsewhere',
  async (answer) => {
    await using desk = await startTermDesk(withPage);
    const id = await desk.addTerm('Net 30');
    await using agent = await connectTaskClientTo(desk.server, { followsTasks: false, page: answer });

    const planned = await agent.call('delete_terms', { ids: [id] });

    const { status, approval } = planned['structuredContent'];
    expect([status, approval.status]).toEqual(['approval_required', 'pending']);
    expect(agent.offered).toEqual([
      {
        url: `${page}/${approval.id}`,
        message: `Delete 1 payment terms (${approval.id}) needs an approval. Open the page to read the plan and decide.`,
      },
    ]);
    expect(await desk.listTermNames()).toEqual(['Net 30']);
  },
);

test('the page is offered with each call that needs a decision, and not once there is one', async () => {
  await using desk = await startTermDesk(withPage);
  const id = await desk.addTerm('Net 30');
  await using agent = await connectTaskClientTo(desk.server, { followsTasks: false, page: 'accept' });
  const plan = () => agent.call('delete_terms', { ids: [id] });
  const { id: approvalId } = (await plan())['structuredContent'].approval;
  await plan();
  const offers = agent.offered.length;

  await desk.approve(approvalId);
  const approved = await plan();
  const run = await agent.call('run_approved', { approvalId });

  expect([offers, agent.offered.length]).toEqual([2, 2]);
  expect(approved['structuredContent'].approval).toMatchObject({ id: approvalId, status: 'approved' });
  expect(run['structuredContent']).toMatchObject({ status: 'done' });
});

test('without a page to open, or for a program, the answer is text', async () => {
  await using desk = await startTermDesk();
  await using served = await desk.restart({ ...withPage, principalOf: () => ({ name: 'client:x', kind: 'program' }) });
  const id = await desk.addTerm('Net 30');
  await using person = await connectTaskClientTo(desk.server, { followsTasks: false, page: 'accept' });
  await using program = await connectTaskClientTo(served.server, { followsTasks: false, page: 'accept' });

  const answers = [await person.call('delete_terms', { ids: [id] }), await program.call('delete_terms', { ids: [id] })];

  expect(answers.map(({ structuredContent: { status } }) => status)).toEqual([
    'approval_required',
    'approval_required',
  ]);
  expect([...person.offered, ...program.offered]).toEqual([]);
});

test('a client that follows tasks is offered the page by the task, not before it', async () => {
  await using desk = await startTermDesk(withPage);
  const id = await desk.addTerm('Net 30');
  await using agent = await connectTaskClientTo(desk.server, { page: 'accept' });

  const { taskId, status } = await agent.call('delete_terms', { ids: [id] });

  expect([status, agent.offered]).toEqual(['input_required', []]);
  expect((await agent.get(taskId))['inputRequests'].page.params.url).toBe(`${page}/${taskId}`);
});

test('a client of the older protocol is offered the page over a connection that lasts', async () => {
  await using desk = await startTermDesk(withPage);
  const id = await desk.addTerm('Net 30');
  const [near, far] = LegacyTransport.createLinkedPair();
  serveStdio(desk.server.buildServer, { transport: far });
  const client = new LegacyClient({ name: 'legacy', version: '1' }, { capabilities: { elicitation: { url: {} } } });
  const offered: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    offered.push(params);
    return { action: 'accept' };
  });
  await client.connect(near);

  const result = await client.callTool({ name: 'delete_terms', arguments: { ids: [id] } });
  await client.close();

  expect(result.structuredContent).toMatchObject({ status: 'approval_required' });
  expect(offered).toMatchObject([{ mode: 'url', url: expect.stringMatching(/^http:\/\/desk\.test\/approvals\/APR-/) }]);
});
