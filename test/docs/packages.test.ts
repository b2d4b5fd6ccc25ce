import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildCommandOnce } from '../cli/support/waybill.ts';
import { getPage } from './support/pages.ts';

const page = getPage('packages.md');

// The form of the file is npm's own.
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** Names in inline code below a heading. */
function listNames(heading: string): readonly string[] {
  const section = page.text.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const names = [...section.matchAll(/`((?:@[\w-]+\/)?[a-z][\w.-]*)`/g)].map(([, name = '']) => name);
  return names.sort();
}

/** Names of the packages in the published command, as its notices list them. */
async function listBundled(): Promise<readonly string[]> {
  const notices = readFileSync(path.join(path.dirname(await buildCommandOnce()), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const names = [...notices.matchAll(/^((?:@[\w.-]+\/)?[a-z][\w.-]*) \d+\.\d+\.\d+\S*(?:,.*)?$/gm)];
  return [...new Set(names.map(([, name = '']) => name))].sort();
}

test('the page lists each package of the bundle once, under those that are used or those that they bring along', async () => {
  const bundled = await listBundled();
  const used = bundled.filter((name) => name in devDependencies);

  expect(bundled.length).toBeGreaterThan(100);
  expect(listNames('Used directly')).toEqual(used);
  expect(listNames('Brought along')).toEqual(bundled.filter((name) => !used.includes(name)));
});

test('what the page says is not used is not in the bundle', async () => {
  const unused = listNames('Not used').filter((name) =>
    /^(?:zod-to-json-schema|@modelcontextprotocol\/sdk)$/.test(name),
  );

  expect(unused).toEqual(['@modelcontextprotocol/sdk', 'zod-to-json-schema']);
  expect((await listBundled()).filter((name) => unused.includes(name))).toEqual([]);
});
