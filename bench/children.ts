import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const bundledCommand = path.join(import.meta.dirname, '..', 'dist', 'waybill.mjs');
export const sourceCommand = path.join(import.meta.dirname, '..', 'bin', 'waybill.mjs');

const started = new Set<ChildProcess>();
const endMs = 3000;
let isOver = false;

/** Builds the published bundle, which is the measured program. */
export function buildBundle(): void {
  execFileSync(process.execPath, ['build.mjs'], { cwd: path.join(import.meta.dirname, '..'), stdio: 'inherit' });
}

export interface ChildOptions {
  readonly environment?: Record<string, string>;
  readonly cwd?: string;
  readonly showErrors?: boolean;
  /** Called with what the process writes to stderr, such as its log. */
  readonly onErrors?: (text: string) => void;
}

/** A Node process of this run, with pipes for stdin and stdout. */
export function startNode(args: readonly string[], { environment = {}, cwd, showErrors, onErrors }: ChildOptions = {}) {
  if (isOver) throw new Error('The run has been ended.');
  const child = spawn(process.execPath, [...args], {
    env: buildEnvironment(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  child.stderr.on('data', (chunk: Buffer) => {
    onErrors?.(chunk.toString());
    if (showErrors) process.stderr.write(chunk);
  });
  // A child that has ended no longer reads.
  child.stdin.on('error', () => {});
  return child;
}

/** Runs a program to its end, with the terminal of this run; returns its exit code, 1 where a signal ended it. */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  if (isOver) throw new Error('The run has been ended.');
  const child = spawn(program, [...args], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  started.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      started.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Builds an environment that keeps the machine's own desk out of the measurement. */
export function buildEnvironment(more: Record<string, string>): Record<string, string> {
  const foreignEntries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('WAYBILL_'),
  );
  return { ...Object.fromEntries(foreignEntries), WAYBILL_LOG: 'error', ...more };
}

export function readFirstLine(child: ReturnType<typeof startNode>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`a child ended with ${code} before its first line`)));
  });
}

/** Waits until a child ends by itself. */
export async function waitForEnd(child: ReturnType<typeof startNode>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Asks the child to end, and makes it end when it does not. */
export async function endChild(child: ReturnType<typeof startNode>, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const overdue = setTimeout(() => child.kill('SIGKILL'), endMs);
  child.stdin.end();
  child.kill(signal);
  await ended;
  clearTimeout(overdue);
}

/** Ends what is left of this run's own children, by their process ids, and lets no new one start. */
export function killChildren(): void {
  isOver = true;
  for (const child of started) child.kill('SIGKILL');
}

/** Reads the peak memory of a process, in MB; null where the system does not tell. */
export function readPeakMemory(pid: number | undefined): number | null {
  return readStatusRow(pid, 'VmHWM');
}

/** Reads the memory that a process holds now (resident set), in MB; null where the system does not tell. */
export function readMemory(pid: number | undefined): number | null {
  return readStatusRow(pid, 'VmRSS');
}

function readStatusRow(pid: number | undefined, row: string): number | null {
  try {
    const [, kilobytes] =
      new RegExp(`^${row}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

const tickMs = 10;

/** Processor time of a process so far, with that of threads that have ended, in steps of 10 ms; null where the system does not tell. */
export function processCpuMs(pid: number | undefined): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may have spaces in it; user and system time are the 12th and 13th number behind it.
    const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return null;
  }
}

/**
 * Reads the processor time of a process so far, of the threads that it has, in ms; null where the system does not tell.
 */
export function readCpuMs(pid: number | undefined): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((id) =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return null;
  }
}
