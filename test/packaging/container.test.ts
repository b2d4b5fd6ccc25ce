import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWaybill, temporaryFolder } from '../cli/support/waybill.ts';

const text = readFileSync('Containerfile', 'utf8');
const instructions = DockerfileParser.parse(text).getInstructions();
const wordsOf = (instruction: Instruction) => instruction.getArguments().map((argument) => argument.getValue());
const last = (keyword: string) => instructions.findLast((instruction) => instruction.getKeyword() === keyword);
/** The stage that is copied from; undefined where it is this project. */
const fromOf = (instruction: Instruction) => /--from=(\S+)/.exec(instruction.toString())?.[1];
/** The words of an instruction that is written as a list. */
const listOf = (instruction: Instruction | undefined): readonly string[] =>
  JSON.parse(/\[.*\]$/s.exec(instruction?.getArgumentsContent() ?? '')?.[0] ?? '[]');

const folder = temporaryFolder();
/** Where a path of a stage lies here; the first stage has a name, the last one none. */
const placeOf = (stage: string, file: string) => path.join(folder.path, stage, file);
beforeAll(() => carryOut());
afterAll(() => folder[Symbol.dispose]());

/** The steps of the file in empty folders. The packages are those of this checkout, and what sets up users and links is left out. */
async function carryOut(): Promise<void> {
  let stage = '';
  let place = '/';
  for (const instruction of instructions) {
    const words = wordsOf(instruction);
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') stage = words[2] ?? 'image';
    if (keyword === 'WORKDIR') place = words[0] ?? '/';
    if (keyword === 'COPY') copy(instruction, placeOf(stage, path.resolve(place, words.at(-1) ?? '')));
    if (keyword === 'RUN' && stage === 'build')
      await run(instruction.getArgumentsContent() ?? '', placeOf(stage, place));
  }
}

function copy(instruction: Instruction, target: string): void {
  const from = fromOf(instruction);
  const sources = wordsOf(instruction).slice(0, -1);
  for (const source of sources) {
    const isOne = sources.length === 1;
    mkdirSync(isOne ? path.dirname(target) : target, { recursive: true });
    cpSync(from ? placeOf(from, source) : source, isOne ? target : path.join(target, source), { recursive: true });
  }
}

async function run(command: string, cwd: string): Promise<void> {
  if (command.startsWith('npm ci')) return symlinkSync(path.resolve('node_modules'), path.join(cwd, 'node_modules'));
  const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);
  await promisify(execFile)('sh', ['-c', command], { cwd, env: { PATH, HOME: cwd } });
}

test('a linter of container files finds nothing', () => {
  expect(validate(text)).toEqual([]);
});

test('it runs as a user without rights, on a data folder that is a volume, and holds no secret', () => {
  expect(wordsOf(last('USER') as Instruction)).toEqual(['node']);
  expect(last('VOLUME')?.getArgumentsContent()).toBe(/WAYBILL_HOME=(\S+)/.exec(text)?.[1]);
  expect(text).not.toMatch(/SECRET|TOKEN|PASSWORD|_KEY/i);
});

test('what is copied is let through to the build, and nothing else is', () => {
  const ignore = readFileSync('.dockerignore', 'utf8').split('\n');
  const copied = instructions
    .filter((instruction) => instruction.getKeyword() === 'COPY')
    .filter((instruction) => fromOf(instruction) === undefined)
    .flatMap((instruction) => wordsOf(instruction).slice(0, -1));

  expect(ignore).toContain('*');
  expect(ignore.filter((line) => line.startsWith('!')).sort()).toEqual(copied.map((source) => `!${source}`).sort());
});

test('what its steps make serves as its command says, and is found healthy until it ends', async () => {
  using home = temporaryFolder();
  const [entry, words] = [listOf(last('ENTRYPOINT')), listOf(last('CMD'))];
  const command = placeOf('image', '/opt/waybill/waybill.mjs');
  const [node, ...program] = listOf(last('HEALTHCHECK'));
  // The port and the address of a container are its own; here they are shared.
  const here = [...words.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)), '--port', '0'];

  await using running = await startWaybill(here, { home: home.path, command });
  const { url } = JSON.parse(await running.firstLine);
  const look = () =>
    spawnSync(process.execPath, program, { env: { HEALTH_URL: new URL('/healthz', url).href } }).status;
  const during = look();
  await running.stop();

  expect([entry, node, existsSync(placeOf('image', '/opt/waybill/LICENSE'))]).toEqual([['waybill'], 'node', true]);
  expect([during, look()]).toEqual([0, 1]);
});
