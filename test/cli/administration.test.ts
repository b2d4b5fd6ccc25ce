import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { formatCommandPath } from '../../src/cli/program/administration.ts';
import { commandTable } from '../../src/cli/program/command-table.ts';
import { listDeclaredCommands, runWaybill } from './support/in-process.ts';
import { createTemporaryFolder } from './support/waybill.ts';

const administration = [
  'seed',
  'org add',
  'org set',
  'org letterhead',
  'clients add',
  'clients rotate',
  'clients revoke',
  'events replay',
  'backup',
  'sandbox advance',
  'sandbox reset',
  'approvals secret',
  'policy stop',
  'policy resume',
];

const rows = Object.values(commandTable).flat();

function listPaths(command: Command): string[] {
  if (command.name() === 'help') return [];
  return command.commands.length === 0 ? [formatCommandPath(command)] : command.commands.flatMap(listPaths);
}

test('every command of the program is a row of the table', () => {
  const commands = listDeclaredCommands().flatMap(listPaths);

  expect(commands.toSorted()).toEqual(rows.flatMap(({ words, isGroup }) => (isGroup ? [] : [words])).toSorted());
});

test('the audit log gets entries before and after each command that administers the desk, and no other', () => {
  const audited = rows.filter((row) => !row.isGroup && row.audit !== 'own' && row.audit !== 'none');

  expect(audited.map(({ words }) => words).toSorted()).toEqual(administration.toSorted());
});

test('what a person administers is in the audit log before and after, also what failed, and no secret is', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const store = ['--database', 'sqlite:desk.db'];

  const added = await runWaybill(['org', 'add', 'Vega Freight', '--json', ...store], { home });
  const { clientId, clientSecret } = JSON.parse(added.stdout);
  await runWaybill(['clients', 'rotate', clientId, ...store], { home });
  await runWaybill(['org', 'list', ...store], { home });
  await runWaybill(['events', 'replay', 'nowhere', ...store], { home });
  await runWaybill(['backup', 'copy.db', ...store], { home });
  const log = await runWaybill(['audit', 'tail', '--json'], { home });
  const verified = await runWaybill(['audit', 'verify'], { home });

  const entries = log.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ tool, kind, status }) => `${tool} ${kind}: ${status}`)).toEqual([
    'waybill org add started: started',
    'waybill org add finished: done',
    'waybill clients rotate started: started',
    'waybill clients rotate finished: done',
    'waybill events replay started: started',
    'waybill events replay finished: NOT_FOUND',
    'waybill backup started: started',
    'waybill backup finished: done',
  ]);
  expect(entries[2].summary).toBe(`clients rotate "${clientId}" database=${home}/desk.db`);
  expect(log.stdout).not.toContain(clientSecret);
  expect(verified.code).toBe(0);
});
