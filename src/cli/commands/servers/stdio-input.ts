import type { Readable } from 'node:stream';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import { parseJSONRPCMessage, STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';

const newline = 0x0a;
/** The library closes the connection at this size. */
const lineMax = STDIO_DEFAULT_MAX_BUFFER_SIZE;
const tooLong = {
  id: null,
  error: { code: -32_600, message: 'A line may have 10 MiB; this one is longer, and the connection ends.' },
};

/** Listens beside the library, which drops what it cannot read without a word, and gives it its JSON-RPC error. */
export function answerMalformed(input: Readable, answer: (line: string) => void): void {
  const answerWith = (problem: object) => answer(`${JSON.stringify({ jsonrpc: '2.0', ...problem })}\n`);
  let rest: Buffer[] = [];
  input.on('data', function read(chunk: Buffer) {
    if (rest.reduce((sum, { length }) => sum + length, chunk.length) > lineMax) {
      input.off('data', read);
      rest = [];
      return answerWith(tooLong);
    }
    const end = chunk.lastIndexOf(newline) + 1;
    const lines =
      end === 0
        ? []
        : Buffer.concat([...rest, chunk.subarray(0, end)])
            .toString('utf8')
            .split('\n');
    rest = end === 0 ? [...rest, chunk] : [chunk.subarray(end)];
    for (const line of lines) {
      const problem = line.trim() === '' ? undefined : problemOf(line);
      if (problem) answerWith(problem);
    }
  });
}

function problemOf(line: string) {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return { id: null, error: { code: -32_700, message: 'This line is not JSON.' } };
  }
  try {
    parseJSONRPCMessage(message);
    return undefined;
  } catch {
    const id = isPlainRecord(message) ? message['id'] : undefined;
    const isId = typeof id === 'string' || typeof id === 'number';
    return { id: isId ? id : null, error: { code: -32_600, message: 'This is not a JSON-RPC 2.0 message.' } };
  }
}
