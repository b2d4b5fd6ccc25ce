import { expect, test } from 'vitest';
import { later } from '../../../src/mcp/tool/run.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk } from '../support/term-desk.ts';

test('who calls more often than the policy lets them is told when to go on, and nobody else waits for them', async () => {
  const asks = { name: 'client:nightly' };
  await using desk = await startTermDesk({
    policy: { ...builtInPolicy, callsPerMinute: 3 },
    principalOf: () => ({ name: asks.name, kind: asks.name === 'dana' ? 'person' : 'program' }),
  });
  const codes = async (times: number) => {
    const found: unknown[] = [];
    for (let nth = 0; nth < times; nth += 1) found.push((await desk.callTool('list_terms', {})).data.error?.code);
    return found;
  };

  const program = await codes(4);
  const refused = await desk.callTool('list_terms', {});
  asks.name = 'dana';
  const person = await codes(3);
  desk.clock.now = later(desk.clock.now, 60_001);
  asks.name = 'client:nightly';

  expect(program).toEqual([undefined, undefined, undefined, 'RATE_LIMIT_EXCEEDED']);
  expect(refused.text).toContain('calls of tools in a minute: 3. The next one is possible in 60 s.');
  expect(refused.data.error).toMatchObject({ retryable: true, retryAfterSeconds: 60 });
  expect(person).toEqual([undefined, undefined, undefined]);
  expect(await codes(1)).toEqual([undefined]);
});

test('a call that is not made for the number of calls changes nothing', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, callsPerMinute: 1 } });
  await desk.callTool('list_terms', {});

  const refused = await desk.callTool('create_term', { name: 'Net 30' });

  expect(refused.text).toMatch(/^NOT DONE\. RATE_LIMIT_EXCEEDED/);
  expect(await desk.listTermNames()).toEqual([]);
});
