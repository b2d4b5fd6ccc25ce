import { PassThrough, type Readable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import { normalizeMessage } from '../../../mcp/input/incoming-message.ts';

const newline = 0x0a;
/** The library closes the connection at this size. */
const lineMax = STDIO_DEFAULT_MAX_BUFFER_SIZE;
const tooLong = {
  id: null,
  error: { code: -32_600, message: 'A line may have 10 MiB; this one is longer, and the connection ends.' },
};
const byteOrderMark = /^\u{FEFF}/u;
/** The only revision of the protocol that has batches. */
const batchRevision = '2025-03-26';

export interface LineReader {
  /** Lines with one message each, as the library reads them. */
  readonly lines: Readable;
  /** Takes an answer for a request that came in a batch; false for any other message, which leaves by itself. */
  readonly takeAnswer: (message: unknown) => boolean;
}

interface LineReaderOptions {
  /** Writes a line to the client. */
  readonly answer: (line: string) => void;
  /** Ends the connection after a line that is too long. */
  readonly giveUp: () => void;
}

/**
 * Reads the messages of a client before the library does, which drops what it cannot read without a word: a malformed
 * message gets its JSON-RPC error, and the messages of a batch are passed on one by one and answered together.
 */
export function readLines(input: Readable, { answer, giveUp }: LineReaderOptions): LineReader {
  const lines = new PassThrough();
  const answerWith = (message: unknown) => answer(`${JSON.stringify(message)}\n`);
  const batches = createBatches(answerWith);
  const passOn = (message: unknown) => {
    // A request that is cancelled gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      batches.leaveOut(message.params?.['requestId']);
    lines.write(`${JSON.stringify(message)}\n`);
  };
  let takesBatches = false;
  let isFirst = true;

  function readLine(text: string): void {
    const line = isFirst ? text.replace(byteOrderMark, '') : text;
    isFirst = false;
    if (line.trim() === '') return;
    const parsed = parseLine(line);
    if ('problem' in parsed) return answerWith(parsed.problem);
    const { message } = parsed;
    if (Array.isArray(message) && takesBatches && message.length > 0) return batches.open(message, passOn);
    const problem = findProblem(message);
    if (problem !== undefined) return answerWith(problem);
    if (isJSONRPCRequest(message) && message.method === 'initialize')
      takesBatches = message.params?.['protocolVersion'] === batchRevision;
    passOn(message);
  }

  splitLines(input, { readLine, onOverflow: () => (answerWith({ jsonrpc: '2.0', ...tooLong }), giveUp()) });
  for (const event of ['end', 'close']) input.once(event, () => lines.end());
  return { lines, takeAnswer: (message) => batches.takeAnswer(message) };
}

interface LineListener {
  readonly readLine: (line: string) => void;
  readonly onOverflow: () => void;
}

function splitLines(input: Readable, { readLine, onOverflow }: LineListener): void {
  let rest: Buffer[] = [];
  input.on('data', function read(chunk: Buffer) {
    if (rest.reduce((sum, { length }) => sum + length, chunk.length) > lineMax) {
      input.off('data', read);
      rest = [];
      return onOverflow();
    }
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) return void rest.push(chunk);
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = [chunk.subarray(end)];
    for (const line of text.split('\n')) readLine(line);
  });
}

function parseLine(line: string): { readonly message: unknown } | { readonly problem: object } {
  try {
    return { message: normalizeMessage(JSON.parse(line)) };
  } catch {
    return { problem: { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is not JSON.' } } };
  }
}

/** Returns the error for a message that is none of JSON-RPC. */
function findProblem(message: unknown): object | undefined {
  try {
    parseJSONRPCMessage(message);
    return undefined;
  } catch {
    const id = isPlainRecord(message) ? message['id'] : undefined;
    const isId = typeof id === 'string' || typeof id === 'number';
    const text = Array.isArray(message)
      ? `Messages come one by one: only protocol ${batchRevision} has batches, which have at least one message.`
      : 'This is not a JSON-RPC 2.0 message.';
    return { jsonrpc: '2.0', id: isId ? id : null, error: { code: -32_600, message: text } };
  }
}

/** A batch of which not every request is answered yet. */
interface MessageBatch {
  readonly waiting: Set<unknown>;
  readonly answers: unknown[];
}

function createBatches(answerWith: (answers: unknown) => void) {
  const batchOfRequest = new Map<unknown, MessageBatch>();
  const finish = ({ waiting, answers }: MessageBatch) => {
    if (waiting.size === 0 && answers.length > 0) answerWith(answers);
  };
  const settle = (requestId: unknown, answer?: unknown) => {
    const batch = batchOfRequest.get(requestId);
    if (batch === undefined) return;
    batchOfRequest.delete(requestId);
    batch.waiting.delete(requestId);
    if (answer !== undefined) batch.answers.push(answer);
    finish(batch);
  };
  return {
    open(messages: readonly unknown[], passOn: (message: unknown) => void): void {
      const problems = messages.map(findProblem);
      const requestIds = messages.filter(isJSONRPCRequest).map(({ id }) => id);
      const batch: MessageBatch = {
        waiting: new Set(requestIds),
        answers: problems.filter((problem) => problem !== undefined),
      };
      for (const id of requestIds) batchOfRequest.set(id, batch);
      for (const [index, message] of messages.entries()) if (problems[index] === undefined) passOn(message);
      finish(batch);
    },
    leaveOut: (requestId: unknown): void => settle(requestId),
    takeAnswer(message: unknown): boolean {
      if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return false;
      if (!batchOfRequest.has(message.id)) return false;
      settle(message.id, message);
      return true;
    },
  };
}
