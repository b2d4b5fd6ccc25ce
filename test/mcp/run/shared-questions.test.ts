import { expect, test } from 'vitest';
import { replaceMethods } from '../../../src/mcp/tool/allowed-calls.ts';
import type { ToolPrincipal } from '../../../src/mcp/tool/context.ts';
import { apiRead } from '../../../tools/raw/api_read.ts';
import { startDesk } from '../../support/desk.ts';

const withRoles = (...names: readonly string[]) => ({ access: { roles: names, approves: false } });
const dana: ToolPrincipal = { name: 'Dana', kind: 'person', ...withRoles('billing') };
const readTerms = { operation: 'paymentTerms.filter' };

test('only questions of the same person in the same roles share requests, and nothing that a plan rests on', async () => {
  await using desk = await startDesk({ tools: [apiRead] });
  const { body: term } = await desk.request('POST', '/v1/payment-terms', { name: 'Net 12', days: 12 });
  const sharedFor: unknown[] = [];
  let principal = dana;
  const observed = replaceMethods(desk.api, {
    call(name, input, options) {
      sharedFor.push(options?.sharedFor);
      return desk.api.call(name, input, options);
    },
  });
  await using server = await desk.restart({ apiOf: () => observed, principalOf: () => principal });

  for (const asker of [
    dana,
    dana,
    { ...dana, name: 'Lee' },
    { ...dana, kind: 'program' } satisfies ToolPrincipal,
    { ...dana, ...withRoles('billing', 'manager') },
  ]) {
    principal = asker;
    await server.callTool('api_read', readTerms);
  }
  const questions = [...sharedFor];
  sharedFor.length = 0;
  const input = { id: term.id, name: 'Net 13' };
  const { text } = await server.callTool('api_write', { operation: 'paymentTerms.update', input });

  expect(text).toContain('Net 13');
  expect(questions).toHaveLength(5);
  expect(questions[1]).toBe(questions[0]);
  expect(new Set(questions).size).toBe(4);
  expect(questions).not.toContain(undefined);
  expect(new Set(sharedFor)).toEqual(new Set([undefined]));
});
