import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PipelineRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One connection whose requests are sent at once, and whose responses are read only when the test wants them. */
export interface Pipeline extends Disposable {
  readonly socket: Socket;
  /** Reads so many responses; rejects when the connection closes before. */
  readResponses(count: number): Promise<readonly PipelinedResponse[]>;
  /** Resolves once the server has closed the connection. */
  readonly closed: Promise<unknown>;
}

export interface PipelinedResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Opens a connection that sends the requests and reads nothing. */
export async function openPipeline(url: string, requests: readonly PipelineRequest[]): Promise<Pipeline> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.pause();
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(requests.map((request) => formatRequest(request, host)).join(''));
  let received: Buffer[] = [];
  return {
    socket,
    closed,
    async readResponses(count) {
      const responses: PipelinedResponse[] = [];
      let needed = 0;
      for (;;) {
        const size = received.reduce((sum, { length }) => sum + length, 0);
        // Putting a large body together at every chunk would take minutes.
        if (size >= needed) {
          const { response, rest, bytesNeeded } = takeResponse(Buffer.concat(received));
          received = [rest];
          needed = bytesNeeded;
          if (response !== undefined) responses.push(response);
          if (responses.length === count) return responses;
          if (response !== undefined) continue;
        }
        socket.resume();
        const [chunk] = await Promise.race([
          // A socket without an encoding emits buffers.
          once(socket, 'data') as Promise<[Buffer]>,
          closed.then(() => Promise.reject(new Error(`closed after ${responses.length} of ${count} responses`))),
        ]);
        socket.pause();
        received.push(chunk);
      }
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function formatRequest({ method = 'POST', path, headers = {}, body = '' }: PipelineRequest, host: string): string {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
}

interface ParsedResponse {
  readonly response?: PipelinedResponse;
  readonly rest: Buffer;
  /** Bytes below which there is no whole response. */
  readonly bytesNeeded: number;
}

/** Takes the first response of what was received; in these tests each has a length or comes in chunks. */
function takeResponse(received: Buffer): ParsedResponse {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return { rest: received, bytesNeeded: 0 };
  const head = received.subarray(0, headEnd).toString();
  const bodyStart = headEnd + 4;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const lastChunk = received.indexOf('0\r\n\r\n', bodyStart);
  const end = length === undefined ? lastChunk + 5 : bodyStart + Number(length);
  const isWhole = length === undefined ? lastChunk !== -1 : received.length >= end;
  if (!isWhole) return { rest: received, bytesNeeded: length === undefined ? 0 : end };
  const response = {
    status: Number(head.slice(9, 12)),
    head,
    body: received.subarray(bodyStart, end).toString(),
  };
  return { response, rest: received.subarray(end), bytesNeeded: 0 };
}
