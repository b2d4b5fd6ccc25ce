import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { readNow } from '../src/cli/clock.ts';
import { runProgram } from '../src/cli/program/run-program.ts';

interface Terminal {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Typed where the command asks for it. */
  readonly secret: string;
  /** Resolves when the demo ends. */
  readonly waitForStop: () => Promise<void>;
}

/** The line after which a command that serves the approvals page prints nothing more. */
const servingLine = /^This serves the page until/m;

/**
 * Runs a command at a terminal where a person types the approver's secret, and returns what it prints. The command is the
 * real one; only its terminal belongs to the demo.
 */
export async function enterAtTerminal(
  words: readonly string[],
  { env, cwd, secret, waitForStop }: Terminal,
): Promise<string> {
  const stdin: PassThrough = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const serving = Promise.withResolvers<number>();
  let [output, errors] = ['', ''];
  const stdout = collect((text) => {
    output += text;
    if (servingLine.test(output)) serving.resolve(0);
  });
  const stderr = collect((text) => {
    errors += text;
    if (text.endsWith(': ')) setImmediate(() => stdin.write(`${secret}\n`));
  });
  const program = runProgram(words, {
    streams: { stdin, stdout, stderr },
    env,
    now: readNow,
    resolvePath: (file) => path.resolve(cwd, file),
    waitForStop,
  });
  const code = await Promise.race([program, serving.promise]);
  if (code !== 0) throw new Error(errors.trim());
  return output.trimEnd();
}

const collect = (take: (text: string) => void): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      take(String(chunk));
      done();
    },
  });
