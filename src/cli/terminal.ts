import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { WaybillError } from '../errors.ts';
import type { OutputStream, Streams } from './program-context.ts';

/** Refuses what has no person in front of it, such as the shell of an assistant. */
export function requireTerminal({ stdin }: Pick<Streams, 'stdin'>, command: string): void {
  if (stdin.isTTY) return;
  throw new WaybillError('REFUSED', `${command} is for a person at a terminal, and this is none.`);
}

/** Asks for a secret without showing the input. Returns an empty text if the terminal ends. */
export async function askHidden({ stdin, stderr }: Streams, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return holdLogWhile(stderr, async () => {
    stderr.write(`${question}: `);
    try {
      return await readAnswer({ input: stdin, output: nowhere, terminal: true }, '');
    } finally {
      stderr.write('\n');
    }
  });
}

/** Asks the person at the terminal a question; a terminal that ends says nothing. */
export const askVisibly = ({ stdin, stderr }: Streams, question: string): Promise<string> =>
  holdLogWhile(stderr, () => readAnswer({ input: stdin, output: stderr }, question));

async function readAnswer(options: Parameters<typeof createInterface>[0], question: string): Promise<string> {
  const lines = createInterface(options);
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

type Output = Pick<OutputStream, 'write'>;

/** Log lines that wait for the end of a question, for each terminal that asks one. */
const waitingLines = new WeakMap<Output, string[]>();

/** Returns where the log of a command goes: to the terminal, but never into the middle of a question there. */
export const createLogOutput = (stderr: Output): { readonly write: (text: string) => void } => ({
  write(text) {
    const lines = waitingLines.get(stderr);
    if (lines === undefined) stderr.write(text);
    else lines.push(text);
  },
});

async function holdLogWhile<Answer>(stderr: Output, ask: () => Promise<Answer>): Promise<Answer> {
  if (waitingLines.has(stderr)) return ask();
  const lines: string[] = [];
  waitingLines.set(stderr, lines);
  try {
    return await ask();
  } finally {
    waitingLines.delete(stderr);
    for (const line of lines) stderr.write(line);
  }
}
