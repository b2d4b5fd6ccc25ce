import { PassThrough } from 'node:stream';
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/commands/command-line.ts';
import { type Ended, environmentOf, type Settings } from './waybill.ts';

let isRunning = false;

/** Whoever sits at the terminal: reads what is shown on stderr and types a line where the command asks for one. */
export type Person = (shown: string) => string;

/** A terminal in place of the test's own input. */
function sitDown() {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin');
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => keyboard });
  Object.defineProperty(process, 'stdin', { value: keyboard, configurable: true });
  return {
    type: (line: string) => void setImmediate(() => keyboard.write(`${line}\n`)),
    [Symbol.dispose]: () => void (before && Object.defineProperty(process, 'stdin', before)),
  };
}

/** No terminal, as in a script or in an assistant's shell. */
const leaveAlone = () => ({ type: (_line: string) => {}, [Symbol.dispose]: () => {} });

/**
 * Runs the command to its end inside the test's own process, with the folder, environment and output of a process of
 * its own: in a tenth of the time. What a test says about signals, pipes or two processes needs `waybillProcess`.
 */
export async function waybill(
  args: readonly string[],
  { home, environment, cwd: folder = home }: Settings,
  person?: Person,
): Promise<Ended> {
  if (isRunning)
    throw new Error('a process has one environment and one folder: commands run in it one after the other');
  isRunning = true;
  using open = new DisposableStack();
  const terminal = open.use(person ? sitDown() : leaveAlone());
  const output = open.use(captureOutput((shown) => person && terminal.type(person(shown))));
  open.use(surround(folder, environmentOf(home, environment)));
  try {
    process.exitCode = undefined;
    const code = Number((await runCommandLine(args)) ?? 0);
    return { code, stdout: output.stdout(), stderr: output.stderr() };
  } finally {
    process.exitCode = undefined;
    isRunning = false;
  }
}

function surround(folder: string, environment: Record<string, string>): Disposable {
  const before = { folder: process.cwd(), environment: { ...process.env } };
  // Of the object, not by name: a package that the browser's tests load remembers the folder, and puts its own in place.
  process.chdir(folder);
  replaceEnvironment(environment);
  return {
    [Symbol.dispose]() {
      replaceEnvironment(before.environment);
      process.chdir(before.folder);
    },
  };
}

function replaceEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

function captureOutput(onQuestion: (shown: string) => void) {
  const streams = [process.stdout, process.stderr].map((stream) => {
    const texts: string[] = [];
    const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      texts.push(String(chunk));
      if (stream === process.stderr && String(chunk).endsWith(': ')) onQuestion(texts.join(''));
      return true;
    });
    return { texts, write };
  });
  const textOf = (index: number) => streams[index]?.texts.join('') ?? '';
  return {
    stdout: () => textOf(0),
    stderr: () => textOf(1),
    [Symbol.dispose]() {
      for (const { write } of streams) write.mockRestore();
    },
  };
}
