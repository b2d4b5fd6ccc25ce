import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeNpmPackage } from '../../packaging/npm.ts';
import { project } from '../../packaging/project.ts';
import { buildCommandOnce } from '../cli/support/waybill.ts';

const run = promisify(execFile);

/** Node of the tests first, so that what npm starts is the same one. */
const searchPath = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);

/** Lists the environment of a user with nothing: no settings of npm, none of its cache, no project. */
const listVariables = (home: string) => ({
  PATH: searchPath,
  HOME: home,
  npm_config_cache: path.join(home, 'npm-cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
});

/** Packs what `npm publish` would send, of the built command; returns the file, which lies in `folder`. */
export async function buildPackage(folder: string): Promise<string> {
  const tarball = path.join(folder, 'waybill.tgz');
  await writeNpmPackage(project, tarball, path.dirname(await buildCommandOnce()));
  return tarball;
}

export interface Installed {
  /** The folder of the package. */
  readonly folder: string;
  /** The folder of all packages that were installed with it. */
  readonly modules: string;
  /** The command as a shell finds it. */
  readonly bin: string;
}

/** Installs the package for every folder of a user who has no network: `npm install -g`. */
export async function installGlobally(tarball: string, home: string): Promise<Installed> {
  const prefix = path.join(home, 'global');
  await run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, tarball], {
    cwd: home,
    env: listVariables(home),
  });
  const modules = path.join(prefix, 'lib', 'node_modules');
  return { modules, folder: path.join(modules, 'waybill'), bin: path.join(prefix, 'bin', 'waybill') };
}

/** Runs a command of the package without an installation, in an empty folder: `npx -y`. */
export async function runWithNpx(tarball: string, words: readonly string[], home: string): Promise<string> {
  const empty = path.join(home, 'empty');
  mkdirSync(empty, { recursive: true });
  const { stdout } = await run('npx', ['-y', `file:${tarball}`, ...words], { cwd: empty, env: listVariables(home) });
  return stdout;
}
