import type { McpServerFactory } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createMessageHandler } from '../../../src/mcp/http/message-handler.ts';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk } from '../support/term-desk.ts';

test('who calls more often than the policy lets them is told when to go on, and nobody else waits for them', async () => {
  const asks = { name: 'client:nightly' };
  await using desk = await startTermDesk({
    policy: { ...builtInPolicy, callsPerMinute: 3 },
    principalOf: () => ({ name: asks.name, kind: asks.name === 'dana' ? 'person' : 'program' }),
  });
  const listCodes = async (times: number) => {
    const errorCodes: unknown[] = [];
    for (let nth = 0; nth < times; nth += 1) errorCodes.push((await desk.callTool('list_terms', {})).data.error?.code);
    return errorCodes;
  };

  const program = await listCodes(4);
  const refused = await desk.callTool('list_terms', {});
  asks.name = 'dana';
  const person = await listCodes(3);
  desk.clock.now = addMilliseconds(desk.clock.now, 60_001);
  asks.name = 'client:nightly';

  expect(program).toEqual([undefined, undefined, undefined, 'RATE_LIMIT_EXCEEDED']);
  expect(refused.text).toContain('calls of tools in a minute: 3. The next one is possible in 60 s.');
  expect(refused.data.error).toMatchObject({ retryable: true, retryAfterSeconds: 60 });
  expect(person).toEqual([undefined, undefined, undefined]);
  expect(await listCodes(1)).toEqual([undefined]);
});

test('a call that is not made for the number of calls changes nothing', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, callsPerMinute: 1 } });
  await desk.callTool('list_terms', {});

  const refused = await desk.callTool('create_term', { name: 'Net 30' });

  expect(refused.text).toMatch(/^NOT DONE\. .* calls of tools in a minute: 1\./);
  expect(await desk.listTermNames()).toEqual([]);
});

test.each(['2025-06-18', '2026-07-28'])(
  'over HTTP a call is counted once, before anything is done for it: %s',
  async (era) => {
    const counting = await startTermDesk({ policy: { ...builtInPolicy, callsPerMinute: 2 } });
    let built = 0;
    const server = {
      ...counting.server,
      buildServer: (context: Parameters<McpServerFactory>[0]) => {
        built += 1;
        return counting.server.buildServer(context);
      },
    };
    const messages = createMessageHandler(server, () => {});
    const callOnce = async (id: number) => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': era,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { name: 'create_term', arguments: { name: `Net ${id}` }, ...(era > '2026' && { _meta: meta }) };
      const parsedBody = { jsonrpc: '2.0', id, method: 'tools/call', params };
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': era,
        ...(era > '2026' && { 'mcp-method': 'tools/call', 'mcp-name': 'create_term' }),
      };
      const request = new Request('http://desk.test/mcp', {
        method: 'POST',
        headers,
        body: JSON.stringify(parsedBody),
      });
      return (await messages.fetch(request, { parsedBody })).text();
    };

    const answers = [await callOnce(1), await callOnce(2), await callOnce(3)];
    await messages.close();

    expect(answers.map((answer) => answer.includes('RATE_LIMIT_EXCEEDED'))).toEqual([false, false, true]);
    expect(answers[2]).toContain('"id":3');
    expect(built).toBe(2);
    expect(await counting.listTermNames()).toEqual(['Net 1', 'Net 2']);
    await counting[Symbol.asyncDispose]();
  },
);
