import { execFile } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtCommand } from '../cli/support/waybill.ts';

const run = promisify(execFile);

/** Node of the tests first, so that what npm starts is the same one. */
const searchPath = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);

/** A user with nothing: no settings of npm, none of its cache, no project. */
const newcomer = (home: string) => ({ PATH: searchPath, HOME: home, npm_config_cache: path.join(home, 'npm-cache') });

/** What `npm publish` would send, made of the built command; returns the file, which lies in `folder`. */
export async function packPackage(folder: string): Promise<string> {
  const project = path.join(folder, 'project');
  mkdirSync(project);
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(file, path.join(project, file));
  cpSync(path.dirname(await builtCommand()), path.join(project, 'dist'), { recursive: true });
  // Not a part of the package, although it lies there.
  mkdirSync(path.join(project, 'src'));
  cpSync('src/main.ts', path.join(project, 'src', 'main.ts'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: project,
    env: newcomer(folder),
  });
  return path.join(folder, JSON.parse(stdout)[0].filename);
}

/** Installs the package as a user without a network would; returns the folder that npm made. */
export async function installPackage(tarball: string, home: string): Promise<string> {
  const folder = path.join(home, 'installed');
  mkdirSync(folder);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball], {
    cwd: folder,
    env: newcomer(home),
  });
  return path.join(folder, 'node_modules');
}
