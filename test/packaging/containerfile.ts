import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';

const root = path.join(import.meta.dirname, '../..');

export const containerfile = readFileSync(path.join(root, 'Containerfile'), 'utf8');
export const instructions = DockerfileParser.parse(containerfile).getInstructions();

export const readWords = (instruction: Instruction): string[] =>
  instruction.getArguments().map((argument) => argument.getValue());

/** Finds the stage that an instruction copies from; undefined where it is this project. */
export const findSourceStage = (instruction: Instruction): string | undefined =>
  /--from=(\S+)/.exec(instruction.toString())?.[1];

const lastStage = instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM');
const buildStage = instructions.slice(0, lastStage);
const imageStage = instructions.slice(lastStage);

/** Folder of the build stage in which the published command comes to lie. */
export const builtFolder = path.posix.join(
  buildStage
    .filter((instruction) => instruction.getKeyword() === 'WORKDIR')
    .flatMap(readWords)
    .at(-1) ?? '/',
  'dist',
);

/**
 * Makes the published command in the folder, by the steps of the build stage: from the files that they copy and no other.
 * The command ends up apart from these files and from the packages, so that it cannot lean on them.
 */
export async function buildCommand(target: string): Promise<void> {
  const stage = `${target}.stage`;
  await runStage(buildStage, { stage });
  renameSync(path.join(stage, builtFolder), target);
  rmSync(stage, { recursive: true, force: true });
}

/** Carries out the steps of the image in the folder, around a command that was built before. */
export const makeImage = (stage: string, builtCommandFolder: string): Promise<void> =>
  runStage(imageStage, { stage, builtCommandFolder });

interface ImagePlace {
  /** Folder in which the root of the stage lies. */
  readonly stage: string;
  /** Folder that stands for `builtFolder` of the stage before. */
  readonly builtCommandFolder?: string;
}

/** The packages are those of this checkout, and what sets up users and links in the image is left out. */
async function runStage(steps: readonly Instruction[], place: ImagePlace): Promise<void> {
  let folder = '/';
  for (const instruction of steps) {
    const keyword = instruction.getKeyword();
    if (keyword === 'WORKDIR') folder = readWords(instruction)[0] ?? '/';
    if (keyword === 'COPY') addFiles(instruction, folder, place);
    if (keyword === 'RUN' && steps === buildStage)
      await runStep(instruction.getArgumentsContent() ?? '', path.join(place.stage, folder));
  }
}

function addFiles(instruction: Instruction, folder: string, { stage, builtCommandFolder }: ImagePlace): void {
  const words = readWords(instruction);
  const sources = words.slice(0, -1);
  const target = path.join(stage, path.posix.resolve(folder, words.at(-1) ?? ''));
  const isFromBuild = findSourceStage(instruction) !== undefined;
  for (const source of sources) {
    if (isFromBuild && (source !== builtFolder || builtCommandFolder === undefined))
      throw new Error(`${instruction.toString()}: only ${builtFolder} is made by the stage before`);
    const isSingle = sources.length === 1;
    mkdirSync(isSingle ? path.dirname(target) : target, { recursive: true });
    const from = isFromBuild ? (builtCommandFolder ?? '') : path.join(root, source);
    cpSync(from, isSingle ? target : path.join(target, source), { recursive: true });
  }
}

async function runStep(command: string, cwd: string): Promise<void> {
  if (command.startsWith('npm ci')) {
    symlinkSync(path.join(root, 'node_modules'), path.join(cwd, 'node_modules'));
    return;
  }
  const searchPath = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);
  await promisify(execFile)('sh', ['-c', command], { cwd, env: { PATH: searchPath, HOME: cwd } });
}
