import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getDefaultDataFolder } from '../../src/cli/home-folder.ts';
import { readSourceFiles } from '../architecture/source-files.ts';
import { runWaybill } from '../cli/support/in-process.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { getPage, parsePage } from './support/pages.ts';

const page = getPage('troubleshooting.md');

/** Texts of the product, with open places for run-time values. */
const sources = [
  ...readSourceFiles('{src,tools}/**/*.ts').map(({ text }) => text),
  ...readSourceFiles('bin/*.mjs').map(({ text }) => text),
].map((text) => text.replaceAll(String.raw`\'`, "'").replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'));

/** Tests if one file of the source holds every fixed part of a message. */
function isSaid(message: string): boolean {
  const parts = message.split('…').map((part) => part.trim());
  return sources.some((text) => parts.every((part) => text.includes(part)));
}

const listMessages = ({ blocks }: typeof page): readonly string[] =>
  blocks.flatMap(({ language, text }) => (language === 'message' ? [text] : []));

test('the page quotes messages', () => {
  expect(listMessages(page).length).toBeGreaterThan(20);
});

test.each(listMessages(page))('the product says: %s', (message) => {
  // A message of which almost nothing stays the same would be found anywhere.
  expect(message.replaceAll('…', '').trim().length).toBeGreaterThan(10);
  expect(isSaid(message)).toBe(true);
});

test('a message that the product does not say is found', () => {
  const text = '```message\nThe disk that holds … is too full, so nothing was saved; …\n```';

  expect(listMessages(parsePage('page.md', text)).filter(isSaid)).toEqual([]);
});

test.each([
  ['Linux', 'linux', { HOME: '/~' }],
  ['Linux', 'linux', { HOME: '/~', XDG_DATA_HOME: '/$XDG_DATA_HOME' }],
  ['macOS', 'darwin', { HOME: '/~' }],
  ['Windows', 'win32', { USERPROFILE: String.raw`C:\~`, LOCALAPPDATA: String.raw`C:\%LOCALAPPDATA%` }],
] as const)('the page names the data folder of %s (%s, %j)', (system, platform, environment) => {
  const folder = getDefaultDataFolder(environment, platform).replace(/^(?:\/|C:\\)/, '');
  const row = page.text.split('\n').find((line) => line.startsWith(`| ${system} |`));

  expect(row).toContain(`\`${folder}\``);
});

test('the page says what every file of a data folder is that is in use', async () => {
  using home = await createOpenedHome();
  await runWaybill(['approvals', 'secret'], { home: home.path }, () => '');
  await runWaybill(['call', 'find', '{"query":"SHP-1042"}'], { home: home.path });

  const fileNames = readdirSync(home.path).map((name) =>
    name.replace(/^copy-.*?\.db/, 'copy-….db').replace(/-(?:wal|shm)$/, ''),
  );

  expect(fileNames).toContain('waybill.db');
  expect([...new Set(fileNames)].filter((name) => !page.text.includes(`| \`${name}\` |`))).toEqual([]);
});

test('a lost secret is replaced as the page says', async () => {
  using home = await createOpenedHome();
  await runWaybill(['approvals', 'secret'], { home: home.path }, () => '');

  const [, command = ''] = /^waybill (approvals secret --reset)$/m.exec(page.text) ?? [];
  const { code, stdout } = await runWaybill([...command.split(' '), '--yes'], { home: home.path });

  expect([code, stdout]).toEqual([0, expect.stringContaining("The approver's secret of this desk is ")]);
});
