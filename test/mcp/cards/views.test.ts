import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { expect, test } from 'vitest';
import { readView, viewNames, views, toViewUri } from '../../../src/mcp/cards/views.ts';
import { tools } from '../../../tools/index.ts';
import { readCard } from '../support/card-host.ts';
import { startDesk } from '../../support/desk.ts';

/** Views whose tool exists. */
const shownViews = viewNames.filter((name) => tools.some((tool) => tool.name === views[name].tool));

const start = () => startDesk({ tools });

test.each(['modern', 'legacy'] as const)(
  'a client of the %s protocol finds the picture of a tool',
  async (protocol) => {
    await using desk = await start();
    const client = await desk.connect('none', { protocol });

    const [{ tools: listed }, { resources }] = await Promise.all([client.listTools(), client.listResources()]);

    expect(shownViews.length).toBeGreaterThan(5);
    for (const name of shownViews) {
      const uri = toViewUri(name);
      expect(listed.find((tool) => tool.name === views[name].tool)).toMatchObject({
        _meta: { ui: { resourceUri: uri } },
      });
      expect(resources.find((resource) => resource.uri === uri)).toMatchObject({ mimeType: RESOURCE_MIME_TYPE });
    }
  },
);

test('a tool that is not on offer has no picture', async () => {
  await using desk = await startDesk({ tools, server: { toolsets: ['payables'] } });
  const client = await desk.connect('none');

  const { resources } = await client.listResources();

  const cards = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
  expect(cards).toEqual(['ui://waybill/plan.html', toViewUri('bills')]);
});

test.each(shownViews)('the picture %s is one small file that loads nothing and may reach nothing', async (name) => {
  await using desk = await start();

  const { html, csp } = await readCard(await desk.connect('none'), toViewUri(name));

  expect(csp).toEqual({ connectDomains: [], resourceDomains: [] });
  expect(html).toMatch(/^<!doctype html>/);
  expect(
    html.match(/\b(?:src|href)=|url\((?!#)|@import|\bimport\b|\bfetch\(|innerHTML|outerHTML|insertAdjacent|\beval\b/g),
  ).toBeNull();
  expect(html.match(/<(?:\/?script|\/?style)\b/g)).toEqual(['<style', '</style', '<script', '</script']);
});

test.each(viewNames)('the picture %s takes less than 40 kB with its look', async (name) => {
  expect(Buffer.byteLength(await readView(name))).toBeLessThan(40_000);
});

test.each(shownViews)('the picture %s knows no message that asks the host for anything', async (name) => {
  await using desk = await start();

  const { html } = await readCard(await desk.connect('none'), toViewUri(name));

  expect([...new Set(html.match(/["'`](?:ui|tools|resources|sampling|notifications)\/[\w/-]+["'`]/g))].sort()).toEqual([
    '"ui/initialize"',
    '"ui/notifications/host-context-changed"',
    '"ui/notifications/initialized"',
    '"ui/notifications/size-changed"',
    '"ui/notifications/tool-cancelled"',
    '"ui/notifications/tool-result"',
    '"ui/resource-teardown"',
  ]);
});
