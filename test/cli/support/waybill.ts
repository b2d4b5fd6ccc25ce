import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { buildCommand } from '../../packaging/containerfile.ts';
import { makeOnce } from '../../support/stores/made-once.ts';

/** Longer than any machine takes to start or to end: it only ends a command that would hang. A server runs as long as its test. */
const guardMs = 300_000;

export interface EndedCommand {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandSettings {
  /** Data folder, and the folder that the command runs in unless `cwd` says otherwise. */
  readonly home: string;
  readonly environment?: Record<string, string>;
  readonly cwd?: string;
  readonly input?: string;
  /** Left out: the published command. */
  readonly command?: string;
}

export interface RunningProcess extends AsyncDisposable {
  readonly pid: number;
  /** The first line on stdout; rejects with what stderr says when the command ends before. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<EndedCommand>;
  write(text: string): void;
  endInput(): void;
  /** Stops reading, as `| head` does. */
  closeOutput(): void;
  /** Everything on stdout so far. */
  shown(): string;
  /** Everything on stderr so far. */
  logged(): string;
  stop(signal?: NodeJS.Signals): Promise<EndedCommand>;
}

/**
 * Builds the published command, for the first test that needs it, by the steps of the Containerfile. It starts in half
 * the time of the many files of the source.
 */
export const buildCommandOnce = async (): Promise<string> =>
  path.join(await makeOnce('command', buildCommand), 'waybill.mjs');

/** Runs the command to its end, in a process of its own. */
export async function runWaybillProcess(
  args: readonly string[],
  { input, ...settings }: CommandSettings,
): Promise<EndedCommand> {
  await using running = await startProcess(args, settings);
  if (input !== undefined) running.write(input);
  running.endInput();
  return await running.ended;
}

/** Starts the command as a host or an operator would; disposing it kills what is left of it. */
export async function startProcess(
  args: readonly string[],
  { home, environment, cwd = home, command }: CommandSettings,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [command ?? (await buildCommandOnce()), ...args], {
    cwd,
    env: buildEnvironment(home, environment),
  });
  let isOverdue = false;
  let hasToEnd = false;
  let overdue: NodeJS.Timeout | undefined;
  const awaitNext = () => {
    clearTimeout(overdue);
    if (child.exitCode !== null || child.signalCode !== null) return;
    overdue = setTimeout(() => {
      isOverdue = true;
      child.kill('SIGKILL');
    }, guardMs);
  };
  const awaitEnd = () => {
    hasToEnd = true;
    awaitNext();
  };
  awaitNext();
  const ended = collect(child)
    .finally(() => clearTimeout(overdue))
    .then((result) => {
      // A command that hangs must not pass as one that was stopped.
      if (isOverdue) throw new Error(`\`${args.join(' ')}\` still ran after ${guardMs / 1000} s: ${result.stderr}`);
      return result;
    });
  // A test that never asks how it ended hears of it when the process is disposed of.
  ended.catch(() => {});
  const firstLine = readFirstLine(child, ended);
  const endWait = () => {
    if (!hasToEnd) clearTimeout(overdue);
  };
  firstLine.finally(endWait).catch(() => {});
  return {
    // A child whose program exists has a process id as soon as it is spawned.
    pid: child.pid as number,
    firstLine,
    ended,
    write: (text) => void child.stdin?.write(text),
    endInput() {
      awaitEnd();
      child.stdin?.end();
    },
    closeOutput: () => void child.stdout?.destroy(),
    shown: () => output.get(child)?.stdout ?? '',
    logged: () => output.get(child)?.stderr ?? '',
    stop(signal = 'SIGTERM') {
      awaitEnd();
      child.kill(signal);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Builds an environment without the machine's own settings: the variables that a program needs to run, and those of the
 * test.
 */
export function buildEnvironment(home: string, more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', TMPDIR } = process.env;
  const cache = path.join(inject('runFolder'), 'compile-cache');
  return {
    PATH,
    ...(TMPDIR && { TMPDIR }),
    NODE_COMPILE_CACHE: cache,
    HOME: home,
    WAYBILL_HOME: home,
    WAYBILL_LOG: 'error',
    ...more,
  };
}

export interface Folder extends Disposable {
  readonly path: string;
}

export function createTemporaryFolder(): Folder {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-cli-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

interface CommandOutput {
  stdout: string;
  stderr: string;
}

const output = new WeakMap<ChildProcess, CommandOutput>();

function collect(child: ChildProcess): Promise<EndedCommand> {
  const texts: CommandOutput = { stdout: '', stderr: '' };
  output.set(child, texts);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  // Writing to a command that has ended is part of some tests.
  child.stdin?.on('error', () => {});
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...texts }));
  });
}

function readFirstLine(child: ChildProcess, ended: Promise<EndedCommand>): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [first, ...more] = (output.get(child)?.stdout ?? '').split('\n');
      if (more.length > 0) resolve(first ?? '');
    });
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before its first line: ${stderr}`)), reject);
  });
  // A test that never asks for the line must not fail over it.
  line.catch(() => {});
  return line;
}
