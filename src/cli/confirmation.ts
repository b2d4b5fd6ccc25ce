import { createInterface } from 'node:readline/promises';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks the person at the terminal; only "yes" or "y" is a yes, and a terminal that ends says no. */
export async function confirmAt({ input, output }: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [yes/no] `), ended]);
    return ['yes', 'y'].includes(answer.trim().toLowerCase());
  } finally {
    lines.close();
  }
}
