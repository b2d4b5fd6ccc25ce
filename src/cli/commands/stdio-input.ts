import type { Readable } from 'node:stream';
import { isPlainRecord } from '../../mcp/text/plain-record.ts';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';

const newline = 0x0a;
/** The library closes the connection at this size; nothing is kept here beyond it. */
const lineMax = 10 * 1024 * 1024;

/** Listens beside the library, which drops malformed lines without a word, and gives each its JSON-RPC error. */
export function answerMalformed(input: Readable, answer: (line: string) => void): void {
  let rest: Buffer[] = [];
  input.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(newline) + 1;
    const lines =
      end === 0
        ? []
        : Buffer.concat([...rest, chunk.subarray(0, end)])
            .toString('utf8')
            .split('\n');
    rest = end === 0 ? [...rest, chunk] : [chunk.subarray(end)];
    if (rest.reduce((sum, { length }) => sum + length, 0) > lineMax) rest = [];
    for (const line of lines) {
      const problem = line.trim() === '' ? undefined : problemOf(line);
      if (problem) answer(`${JSON.stringify({ jsonrpc: '2.0', ...problem })}\n`);
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
