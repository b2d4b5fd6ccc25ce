import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { readNow } from '../../../src/cli/clock.ts';
import { runProgram } from '../../../src/cli/program/run-program.ts';
import { declareProgram } from '../../../packaging/reference/declared-program.ts';
import { type EndedCommand, buildEnvironment, type CommandSettings } from './waybill.ts';

/** Answers what stands on stderr with the line that a person types, where the command asks for one. */
export type TypingPerson = (shown: string) => string;

/** A command under way in the test's own process. */
export interface RunningCommand extends AsyncDisposable {
  /** The first line on stdout; rejects with the text of stderr when the command ends before. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<EndedCommand>;
  readonly stdin: PassThrough;
  /** Reads everything that the command writes to stdout from now on. */
  readonly stdout: PassThrough;
  write(text: string): void;
  endInput(): void;
  /** Everything on stdout so far. */
  shown(): string;
  /** Everything on stderr so far. */
  logged(): string;
  /** Asks the command to end, as a signal does. */
  stop(): Promise<EndedCommand>;
}

/**
 * Runs the command to its end inside the test's own process, with streams, an environment and a working folder of its
 * own: in a tenth of the time. A test about signals, pipes or several processes needs `runWaybillProcess`.
 */
export async function runWaybill(
  args: readonly string[],
  { input, ...settings }: CommandSettings,
  person?: TypingPerson,
): Promise<EndedCommand> {
  const running = startWaybill(args, settings, person);
  if (input !== undefined) running.write(input);
  if (!person) running.endInput();
  return running.ended;
}

const { Request, Response } = globalThis;

/** Takes back the classes that a server puts in place of Node's: other tests of this process are to have Node's. */
function restoreGlobals(): void {
  for (const [name, value] of Object.entries({ Request, Response })) Object.defineProperty(globalThis, name, { value });
}

/** Starts the command inside the test's own process; disposing it stops it. */
export function startWaybill(
  args: readonly string[],
  { home, environment, cwd = home }: Omit<CommandSettings, 'input' | 'command'>,
  person?: TypingPerson,
): RunningCommand {
  const stopping = Promise.withResolvers<void>();
  const stdin = Object.assign(new PassThrough(), person && { isTTY: true, setRawMode: () => stdin });
  const stdout = new PassThrough();
  const texts = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      texts.stderr += String(chunk);
      if (person && String(chunk).endsWith(': ')) setImmediate(() => stdin.write(`${person(texts.stderr)}\n`));
      done();
    },
  });
  const command = runProgram(args, {
    streams: { stdin, stdout, stderr },
    env: buildEnvironment(home, environment),
    now: readNow,
    resolvePath: (file) => path.resolve(cwd, file),
    waitForStop: () => stopping.promise,
  });
  const ended = command.then(async (code) => {
    restoreGlobals();
    stdout.end();
    if (!stdout.readableEnded) await new Promise((resolve) => stdout.once('end', resolve));
    return { code, ...texts };
  });
  const stop = () => {
    stopping.resolve();
    return ended;
  };
  return {
    firstLine: readFirstLine(stdout, ended),
    ended,
    stdin,
    stdout,
    write: (text) => void stdin.write(text),
    endInput: () => void stdin.end(),
    shown: () => texts.stdout,
    logged: () => texts.stderr,
    stop,
    async [Symbol.asyncDispose]() {
      stdin.end();
      await stop();
    },
  };
}

/** Lists the commands as they are declared. */
export const listDeclaredCommands = () => declareProgram().commands;

function readFirstLine(stdout: PassThrough, ended: Promise<EndedCommand>): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    let text = '';
    stdout.on('data', (more: string) => {
      text += more;
      const [first, ...rest] = text.split('\n');
      if (rest.length > 0) resolve(first ?? '');
    });
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before its first line: ${stderr}`)), reject);
  });
  // A test that never asks for the line must not fail over it.
  line.catch(() => {});
  return line;
}
