import { afterAll, beforeAll, expect, test } from 'vitest';
import { callMessage, type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';
import type { IssuerAccount } from '../../support/sign-in/issuer.ts';

const accounts: Record<string, IssuerAccount> = {
  ...staff,
  clerk: { email: 'clerk@example.com', email_verified: true, roles: 'ap-team, somebody-else' },
  lee: { email: 'lee@example.com', email_verified: true },
  both: { email: 'both@example.com', email_verified: true, roles: ['viewer', 'billing'] },
};
let desk: SignedInDesk;

beforeAll(async () => {
  desk = await startSignedInDesk({
    accounts,
    policy: {
      roles: {
        payables: { groups: ['ap-team'] },
        quoter: { toolsets: ['desk'], writes: ['create_quote'], people: ['lee@example.com'] },
      },
    },
  });
});
afterAll(() => desk[Symbol.asyncDispose]());

async function listTools(subject: string): Promise<ReadonlyMap<string, boolean>> {
  await using agent = await desk.connect(subject);
  const { tools } = await agent.client.listTools();
  return new Map(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint === true]));
}

test.each<[string, readonly string[], readonly string[]]>([
  [
    'vera',
    ['find', 'list_bills', 'list_invoices', 'api_read', 'list_approvals'],
    ['create_quote', 'run_approved', 'undo'],
  ],
  [
    'dan',
    ['book_carrier', 'create_quote', 'run_approved', 'undo'],
    ['pay_bills', 'list_bills', 'record_payment', 'api_write'],
  ],
  ['sol', ['create_quote', 'convert_quote', 'upload_document'], ['book_carrier', 'pay_bills', 'api_write']],
  ['bea', ['generate_invoices', 'record_payment', 'find'], ['pay_bills', 'book_carrier', 'api_write']],
  ['pam', ['pay_bills', 'list_bills', 'run_approved'], ['record_payment', 'book_carrier', 'api_write']],
  ['max', ['pay_bills', 'book_carrier', 'generate_invoices', 'api_read'], ['api_write']],
  ['ada', ['pay_bills', 'book_carrier', 'api_write'], []],
  // By a group of the issuer that the policy file names, and by their own name.
  ['clerk', ['pay_bills'], ['record_payment']],
  ['lee', ['create_quote', 'find', 'run_approved'], ['price_quote', 'morning_brief', 'list_bills']],
  // All that any of the two allows, and no more: what one only reads the other one does not write.
  ['both', ['list_bills', 'record_payment'], ['pay_bills', 'book_carrier']],
])('%s is offered what their roles allow, and nothing else', async (subject, present, missing) => {
  const tools = await listTools(subject);

  expect(present.filter((name) => !tools.has(name))).toEqual([]);
  expect(missing.filter((name) => tools.has(name))).toEqual([]);
});

test('a viewer is offered nothing that changes anything', async () => {
  const tools = await listTools('vera');

  expect(tools.size).toBeGreaterThan(20);
  expect([...tools].filter(([, isReading]) => !isReading)).toEqual([]);
});

test('lists that are kept for some roles are never those of others', async () => {
  const readLists = async (subject: string) => {
    await using agent = await desk.connect(subject);
    const { tools } = await agent.client.listTools();
    const { prompts } = await agent.client.listPrompts();
    const { resources } = await agent.client.listResources();
    return { tools, prompts, resources };
  };
  const [first, other, again] = [await readLists('vera'), await readLists('dan'), await readLists('vera')];

  expect(again).toEqual(first);
  for (const list of ['tools', 'prompts', 'resources'] as const)
    expect({ list, isOwn: JSON.stringify(other[list]) !== JSON.stringify(first[list]) }).toEqual({ list, isOwn: true });
});

test('a tool that is not offered is not there for whoever knows its name either', async () => {
  const token = `Bearer ${await desk.issuer.token('dan')}`;
  const answers = await Promise.all(
    ['pay_bills', 'api_write', 'list_bills'].map(async (name) =>
      (await desk.post(callMessage(name, {}), token)).text(),
    ),
  );

  for (const answer of answers) expect(answer).toMatch(/Tool \w+ not found|Unknown tool/i);
});

test('prompts whose tools a role does not have are not offered to it', async () => {
  const listPrompts = async (subject: string) => {
    await using agent = await desk.connect(subject);
    return (await agent.client.listPrompts()).prompts.map(({ name }) => name);
  };
  const [viewer, admin] = await Promise.all([listPrompts('vera'), listPrompts('ada')]);

  expect(viewer.length).toBeLessThan(admin.length);
});

test('what the server says of itself depends on the role, and no cache keeps it for others', async () => {
  const discover = async (subject: string) => {
    const answer = await fetch(`${desk.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await desk.issuer.token(subject)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'server/discover',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    return answer.text();
  };
  const [dispatcher, admin] = await Promise.all([discover('dan'), discover('ada')]);

  expect(admin).toContain('api_write');
  expect(dispatcher).not.toContain('api_write');
  for (const discovery of [dispatcher, admin]) expect(discovery).toContain('"cacheScope":"private"');
});

test('a role that is taken away is gone with the next token', async () => {
  expect((await listTools('pam')).has('pay_bills')).toBe(true);
  desk.issuer.setAccount('pam', { ...accounts['pam'], roles: ['viewer'] });

  expect((await listTools('pam')).has('pay_bills')).toBe(false);
});
