import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { planCardUri } from '../../../src/mcp/cards/plan-card.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { tools } from '../../../tools/index.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { startTermDesk } from '../support/term-desk.ts';
import { readCard } from '../support/card-host.ts';

async function listToolsWithCard(desk: TestDesk): Promise<readonly string[]> {
  const client = await desk.connect('none');
  const { tools } = await client.listTools();
  return tools.filter(({ _meta }) => JSON.stringify(_meta)?.includes(planCardUri)).map(({ name }) => name);
}

const getExtensions = (client: Client) => client.getServerCapabilities()?.extensions;

test('the tools that ask a person first have the card, and so has one that the policy makes ask', async () => {
  await using desk = await startDesk({ tools });
  const usual = tools.filter(({ gate }) => gate === 'confirm' || gate === 'approve').map(({ name }) => name);

  const withCard = await listToolsWithCard(desk);
  const stricter = await desk.restart({ policy: { ...builtInPolicy, gates: { create_quote: 'approve' } } });
  const namedThen = await listToolsWithCard(stricter);

  expect(usual).toContain('pay_bills');
  expect(withCard.toSorted()).toEqual([...usual, 'api_write'].toSorted());
  expect(namedThen.filter((name) => !withCard.includes(name))).toEqual(['create_quote']);
});

test('with the cards the list of all tools still takes at most 75 kB on the wire', async () => {
  await using desk = await startDesk({ tools });
  const client = await desk.connect('none');

  const list = await client.listTools();

  expect(list.tools).toHaveLength(tools.length);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(75_000);
});

test.each(['modern', 'legacy'] as const)('a client of the %s protocol finds the card', async (protocol) => {
  await using desk = await startTermDesk();
  const client = await desk.connect('none', { protocol });

  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: planCardUri });

  expect(getExtensions(client)).toMatchObject({ [EXTENSION_ID]: {} });
  const cards = resources.filter(({ uri }) => uri.startsWith('ui:'));
  expect(cards).toMatchObject([{ uri: 'ui://waybill/plan.html', mimeType: RESOURCE_MIME_TYPE }]);
  expect(contents).toMatchObject([{ uri: 'ui://waybill/plan.html', mimeType: RESOURCE_MIME_TYPE }]);
});

test('the card is one file that loads nothing and may reach nothing', async () => {
  await using desk = await startTermDesk();

  const { html, csp } = await readCard(await desk.connect('none'));

  expect(csp).toEqual({ connectDomains: [], resourceDomains: [] });
  expect(html).toMatch(/^<!doctype html>/);
  expect(
    html.match(/\b(?:src|href)=|url\(|@import|\bimport\b|\bfetch\(|innerHTML|outerHTML|insertAdjacent/g),
  ).toBeNull();
  expect(html.match(/<(?:\/?script|\/?style)\b/g)).toEqual(['<style', '</style', '<script', '</script']);
  expect(Buffer.byteLength(html)).toBeLessThan(24_000);
});

test('the card knows no message that calls a tool, speaks to the model or asks for more room', async () => {
  await using desk = await startTermDesk();

  const { html } = await readCard(await desk.connect('none'));

  expect([...new Set(html.match(/'(?:ui|tools|resources|sampling|notifications)\/[\w/-]+'/g))].sort()).toEqual([
    "'ui/initialize'",
    "'ui/notifications/host-context-changed'",
    "'ui/notifications/initialized'",
    "'ui/notifications/size-changed'",
    "'ui/notifications/tool-cancelled'",
    "'ui/notifications/tool-result'",
    "'ui/open-link'",
    "'ui/resource-teardown'",
  ]);
});

test('a client that shows no cards reads the same text as before', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const { text, data } = await desk.callTool('rename_term', { id, name: 'Net 45' });

  expect(text).not.toMatch(/\bui:|card/);
  expect(data.approval).toEqual({
    id: expect.stringMatching(/^APR-/),
    expiresAt: expect.any(String),
    status: 'pending',
    how: { command: expect.any(String) },
  });
});
