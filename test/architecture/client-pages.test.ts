import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildEntry } from '../../src/cli/commands/install/host-entry.ts';
import { buildLinks } from '../../src/cli/commands/install/host-links.ts';
import { findHostFile } from '../../src/cli/commands/install/host-paths.ts';
import { type McpHost, type HostName, hosts } from '../../src/cli/commands/install/hosts.ts';
import { runWaybill } from '../cli/support/in-process.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';

const folder = 'docs/clients';
const names = Object.keys(hosts) as readonly HostName[];
const npx = { command: 'npx', args: ['-y', 'waybill'], isNpx: true };
const readPage = (name: string) => readFileSync(path.join(folder, `${name}.md`), 'utf8');
const overview = readPage('README');

/** Returns the settings file as a page names it, with the system's name for a home folder. */
function describeFile(host: McpHost, platform: NodeJS.Platform): string | undefined {
  const home = '/home/dana';
  const file = findHostFile(host, { platform, environment: platform === 'win32' ? { APPDATA: '/roaming' } : {}, home });
  if (platform !== 'win32') return file?.replace(home, '~');
  return file?.replace(home, '%USERPROFILE%').replace('/roaming', '%APPDATA%').replaceAll('/', '\\');
}

function findLink(host: McpHost): string | undefined {
  const links = host.link && buildLinks(host.link, buildEntry(host, npx, 'linux'), npx);
  return links?.webAddress ?? links?.address;
}

test('every client has a page, and no other has one', () => {
  expect(readdirSync(folder).sort()).toEqual(['README.md', ...names.map((name) => `${name}.md`)].sort());
});

describe.each(names)('the page of %s', (name) => {
  const host: McpHost = hosts[name];
  const page = readPage(name);

  test('is named after it, and has the same parts as the others', () => {
    const [title, ...parts] = page.match(/^##? .*$/gm) ?? [];

    expect(title).toBe(`# ${host.title}`);
    expect(parts).toEqual([
      '## Connect',
      '## Ask',
      '## When something needs your yes',
      '## Connect by address',
      "## If it doesn't work",
      '## Remove it',
    ]);
    expect(page.match(/^\d\. \*".*"\*$/gm)).toHaveLength(3);
    expect(page).toMatch(/\n---\n\nHow this page was checked: .*\n$/);
  });

  test('shows the entry that install --print prints', async () => {
    using home = createTemporaryFolder();
    const data = path.join(home.path, 'data');
    const environment = { HOME: home.path, XDG_DATA_HOME: data, WAYBILL_HOME: path.join(data, 'waybill') };

    const { stdout } = await runWaybill(['install', name, '--npx', '--print'], { home: home.path, environment });

    expect(page).toContain(`\`\`\`${host.format}\n${stdout.trim()}\n\`\`\`\n`);
  });

  test('names the commands, and the file on each system', () => {
    expect(page).toContain(`npx -y waybill install ${name}\n`);
    expect(page).toContain(`npx -y waybill uninstall ${name}\n`);
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const file = describeFile(host, platform);
      expect(page).toContain(file === undefined ? 'prints what' : `| \`${file}\` |`);
    }
  });

  test('says how a confirmation is asked for, and whether plans are cards', () => {
    expect(page).toContain(host.hasForms ? `${host.title} opens a form` : `${host.title} shows no forms.`);
    expect(page).toContain(host.hasCards ? 'appear as cards' : `${host.title} shows no cards`);
  });

  test('has the link of its button, and no other', () => {
    const links = page.match(/\S*(?:install-mcp|mcp\/install|extension)\?[^\s)]*/g) ?? [];
    const link = findLink(host);

    expect(links.map((text) => text.replace(/^.*\]\(/, ''))).toEqual(link === undefined ? [] : [link]);
  });

  test('has a row in the overview that says the same', () => {
    const link = findLink(host);
    const button =
      link === undefined ? '' : link.startsWith('https:') ? `[Add](${link})` : `[link](${name}.md#connect)`;
    const cells = [
      `[${host.title}](${name}.md)`,
      `\`npx -y waybill install ${name}\``,
      host.hasForms ? 'yes' : 'no',
      host.hasCards ? 'yes' : 'no',
      button,
    ];

    expect(overview).toContain(`\n| ${cells.join(' | ')} |\n`);
  });
});

test('every setting that a page shows can be read in its format', () => {
  const blocks = names.flatMap((name) =>
    [...readPage(name).matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => ({ name, text })),
  );

  expect(blocks.length).toBeGreaterThan(10);
  for (const { text } of blocks) expect(() => JSON.parse(text)).not.toThrow();
});
