import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { WaybillError } from '../errors.ts';
import type { Streams } from './program-context.ts';

/** Refuses what has no person in front of it, such as the shell of an assistant. */
export function requireTerminal({ stdin }: Pick<Streams, 'stdin'>, command: string): void {
  if (stdin.isTTY) return;
  throw new WaybillError('REFUSED', `${command} is for a person at a terminal, and this is none.`);
}

/** Asks for what nobody may read over the shoulder: nothing of it is shown. A terminal that ends says nothing. */
export async function askHidden({ stdin, stderr }: Streams, question: string): Promise<string> {
  stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
