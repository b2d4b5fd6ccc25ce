import { expect, test } from 'vitest';
import { findReachedParts } from '../../../src/mcp/server/reached-parts.ts';

const names = ['find', 'list_bills', 'morning_brief'];

const listReached = (messages: readonly unknown[] | undefined) => {
  const { hasTool, hasPrompt, hasResources } = findReachedParts(messages);
  return { tools: names.filter(hasTool), prompts: names.filter(hasPrompt), hasResources };
};
const buildRequest = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const nothing = { tools: [], prompts: [], hasResources: false };

test.each<[string, readonly unknown[] | undefined, ReturnType<typeof listReached>]>([
  ['a connection that lasts', undefined, { tools: names, prompts: names, hasResources: true }],
  ['a call', [buildRequest('tools/call', { name: 'find' })], { ...nothing, tools: ['find'] }],
  [
    'the calls of a batch',
    [buildRequest('tools/call', { name: 'find' }), buildRequest('tools/call', { name: 'list_bills' })],
    { ...nothing, tools: ['find', 'list_bills'] },
  ],
  ['a prompt', [buildRequest('prompts/get', { name: 'morning_brief' })], { ...nothing, prompts: ['morning_brief'] }],
  ['a resource', [buildRequest('resources/read', { uri: 'waybill://glossary' })], { ...nothing, hasResources: true }],
  ['a list, which is kept', [buildRequest('tools/list')], nothing],
  ['a call without a name', [buildRequest('tools/call'), buildRequest('tools/call', { name: ['find'] })], nothing],
  ['no message', [undefined, null, 'tools/call', 7], nothing],
])('%s reaches what it names', (_, messages, reached) => {
  expect(listReached(messages)).toEqual(reached);
});
