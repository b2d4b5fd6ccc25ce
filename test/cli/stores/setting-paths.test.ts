import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findDatabaseFileProblem, findFolderProblem } from '../../../src/cli/setting-paths.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const source = path.join(import.meta.dirname, '../../../src/cli/setting-paths.ts');
/** A user without rights of their own, where the tests run as the one who has all. */
const ordinaryUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test('a folder or file without the rights that it needs is named with the place that lacks them', () => {
  using folder = createTemporaryFolder();
  const place = (name: string) => path.join(folder.path, name);
  for (const [name, mode] of [
    ['unreadable', 0o000],
    ['read-only', 0o555],
  ] as const)
    mkdirSync(place(name), { mode });
  writeFileSync(place('locked.db'), '');
  chmodSync(place('locked.db'), 0o000);
  chmodSync(folder.path, 0o755);
  const module = place('setting-paths.ts');
  copyFileSync(source, module);
  const script = `
    const { findFolderProblem, findDatabaseFileProblem } = await import(${JSON.stringify(module)});
    const at = (name) => ${JSON.stringify(folder.path)} + '/' + name;
    console.log(JSON.stringify([
      findFolderProblem(at('unreadable'), 'read'),
      findFolderProblem(at('read-only'), 'write'),
      findFolderProblem(at('read-only'), 'read') ?? 'none',
      findFolderProblem(at('read-only/desk'), 'write'),
      findDatabaseFileProblem(at('locked.db')),
    ]));
  `;

  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    ...ordinaryUser,
    encoding: 'utf8',
    cwd: '/',
  });

  expect(JSON.parse(printed)).toEqual([
    `names the folder ${place('unreadable')}, which can't be read; name a folder that you own`,
    `names the folder ${place('read-only')}, which can't be written; name a folder that you own`,
    'none',
    `names the folder ${place('read-only/desk')}, which can't be made: ${place('read-only')} can't be written; name a folder that you own`,
    `names the file ${place('locked.db')}, which can't be read and written; give your user both rights`,
  ]);
});

test('a link that leads nowhere is named as one', () => {
  using folder = createTemporaryFolder();
  const link = path.join(folder.path, 'home');
  symlinkSync(path.join(folder.path, 'gone'), link);

  expect(findFolderProblem(link, 'write')).toBe(`names ${link}, which is a link to nothing; name a folder`);
  expect(findDatabaseFileProblem(link)).toBeUndefined();
});
