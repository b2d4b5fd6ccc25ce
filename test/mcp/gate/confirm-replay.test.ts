import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { makeToolServer } from '../../support/tool-server.ts';
import type { TestDesk } from '../../support/desk.ts';
import { startTermDesk } from '../support/term-desk.ts';

interface WireResponse {
  readonly result?: { readonly requestState?: string; readonly structuredContent?: Record<string, unknown> };
  readonly error?: { readonly code: number };
}

interface ConfirmRound {
  readonly name?: string;
  readonly state?: string | undefined;
  readonly action?: 'accept' | 'decline';
  readonly as?: string;
}

/** Returns a function that sends one request of the newest protocol, written by hand as an attacker would. */
function createAttacker(desk: TestDesk, id: string) {
  return async ({ name = 'Net 45', state, action, as = 'dana' }: ConfirmRound): Promise<WireResponse> => {
    const server = await makeToolServer({ ...desk.options, principalOf: () => ({ name: as, kind: 'person' }) });
    const answer = action && { inputResponses: { confirm: { action, content: { confirm: action === 'accept' } } } };
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'rename_term',
        arguments: { id, name },
        ...(state !== undefined && { requestState: state }),
        ...answer,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
        },
      },
    };
    const response = await createMcpHandler(server.buildServer).fetch(
      new Request('http://desk.test/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'rename_term',
        },
        body: JSON.stringify(body),
      }),
    );
    // The protocol's own envelope; each assertion looks at what it needs.
    return (await response.json()) as WireResponse;
  };
}

test('an accepted answer that is sent again answers with the first outcome and changes nothing', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const send = createAttacker(desk, id);
  const { result } = await send({});
  await send({ state: result?.requestState, action: 'accept' });
  await desk.api.paymentTerms.update({ id, name: 'Net 60' });

  const again = await send({ state: result?.requestState, action: 'accept' });

  expect(again.result?.structuredContent).toMatchObject({ status: 'already_done' });
  expect(await desk.listTermNames()).toEqual(['Net 60']);
});

test('an answer that comes twice while the first is followed says that, and not that nothing was changed', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const send = createAttacker(desk, id);
  const { result } = await send({});
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  desk.wire.intercept = async () => {
    begun.resolve();
    await release.promise;
    return undefined;
  };
  const first = send({ state: result?.requestState, action: 'accept' });
  await begun.promise;

  const second = await send({ state: result?.requestState, action: 'accept' });
  release.resolve();

  expect(second.result?.structuredContent).toMatchObject({ error: { code: 'STILL_RUNNING' } });
  expect((await first).result?.structuredContent).toMatchObject({ status: 'done' });
  expect(await desk.listTermNames()).toEqual(['Net 45']);
});

test('a no cannot be turned into a yes by answering the same question again', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const send = createAttacker(desk, id);
  const { result } = await send({});
  await send({ state: result?.requestState, action: 'decline' });

  const again = await send({ state: result?.requestState, action: 'accept' });

  expect(again.result?.structuredContent).toMatchObject({ status: 'cancelled' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('an answer without the signed question, or to another question, only asks', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const send = createAttacker(desk, id);
  const { result } = await send({});

  const forged = await send({ action: 'accept' });
  const other = await send({ name: 'Net 99', state: result?.requestState, action: 'accept' });

  expect(forged.result?.requestState).toBeDefined();
  expect(other.result?.requestState).toBeDefined();
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('a question that was tampered with, or put to somebody else, is refused', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const send = createAttacker(desk, id);
  const { result } = await send({});
  const [version, body = '', mac] = result?.requestState?.split('.') ?? [];
  const forged = Buffer.from(body, 'base64url').toString().replace('rename_term', 'delete_term');

  const tampered = await send({
    state: `${version}.${Buffer.from(forged).toString('base64url')}.${mac}`,
    action: 'accept',
  });
  const stolen = await send({ state: result?.requestState, action: 'accept', as: 'mallory' });

  expect([tampered.error?.code, stolen.error?.code]).toEqual([-32602, -32602]);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('the question holds nothing that can be read', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const { result } = await createAttacker(desk, id)({});

  const [, body = ''] = result?.requestState?.split('.') ?? [];
  const { p: payload } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: object };
  expect(Object.keys(payload).sort()).toEqual([
    'args',
    'askedAt',
    'atStake',
    'expiresAt',
    'id',
    'plan',
    'sealed',
    'tool',
  ]);
  expect(JSON.stringify(payload)).not.toContain('Net 45');
});

test('an answer to a question of before the policy changed confirms nothing', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const { result } = await createAttacker(desk, id)({});
  await using strict = await desk.restart({ policy: { ...builtInPolicy, confirmInClient: false } });

  const answer = await createAttacker(strict, id)({ state: result?.requestState, action: 'accept' });

  expect(answer.result?.structuredContent).toMatchObject({ status: 'approval_required' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});
