import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCommand, startProcess, temporaryFolder } from '../cli/support/waybill.ts';
import { containerfile, findSourceStage, instructions, makeImage, readWords } from './containerfile.ts';

const findLast = (keyword: string) => instructions.findLast((instruction) => instruction.getKeyword() === keyword);
/** Parses the words of an instruction that is written as a list. */
const parseList = (instruction: Instruction | undefined): readonly string[] =>
  JSON.parse(/\[.*\]$/s.exec(instruction?.getArgumentsContent() ?? '')?.[0] ?? '[]');

const folder = temporaryFolder();
// The command of all tests is made by the build stage, from the files that it copies.
beforeAll(async () => makeImage(folder.path, path.dirname(await builtCommand())));
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

test('what its steps make serves as its command says, and is found healthy until it ends', async () => {
  using home = temporaryFolder();
  const [entry, words] = [parseList(findLast('ENTRYPOINT')), parseList(findLast('CMD'))];
  const command = path.join(folder.path, 'opt/waybill/waybill.mjs');
  const [node, ...program] = parseList(findLast('HEALTHCHECK'));
  // The port and the address of a container are its own; here they are shared.
  const here = [...words.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)), '--port', '0'];

  await using running = await startProcess(here, { home: home.path, command });
  const { url } = JSON.parse(await running.firstLine);
  const look = () =>
    spawnSync(process.execPath, program, { env: { HEALTH_URL: new URL('/healthz', url).href } }).status;
  const during = look();
  await running.stop();

  expect([entry, node, existsSync(path.join(folder.path, 'opt/waybill/LICENSE'))]).toEqual([['waybill'], 'node', true]);
  expect([during, look()]).toEqual([0, 1]);
});
