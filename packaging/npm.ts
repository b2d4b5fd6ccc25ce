import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writePapers } from './papers.ts';
import { copyProgram } from './program-folder.ts';
import { listAddresses, type Project } from './project.ts';

const run = promisify(execFile);

/** Builds the package.json of the published package: no dependency, no script, nothing but the command. */
export function buildPackageJson(project: Project): object {
  const { name, version, description, keywords, license, author, engines, mcpName } = project;
  const addresses = listAddresses(project);
  return {
    name,
    version,
    description,
    keywords,
    ...(addresses && {
      homepage: addresses.homepage,
      bugs: { url: addresses.support },
    }),
    license,
    author,
    ...(addresses && { repository: { type: 'git', url: `git+${addresses.repository}.git` } }),
    ...(mcpName !== undefined && { mcpName }),
    bin: { [name]: 'dist/waybill.mjs' },
    files: ['dist'],
    type: 'module',
    // Modules of the package are no interface: the command is.
    exports: { './package.json': './package.json' },
    engines,
  };
}

/** Packs the built command, of `folder` where one is named, as the archive that npm installs, and that is published as it is. */
export async function writeNpmPackage(project: Project, target: string, folder?: string): Promise<void> {
  const stage = await mkdtemp(path.join(tmpdir(), 'waybill-npm-'));
  const source = path.join(stage, 'package');
  try {
    await copyProgram(path.join(source, 'dist'), folder);
    await writePapers(project, source);
    await writeFile(path.join(source, 'package.json'), `${JSON.stringify(buildPackageJson(project), null, 2)}\n`);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', stage], {
      cwd: source,
      // On Windows npm is a script of the shell; no word here comes from outside.
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(stage, filename), target);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
