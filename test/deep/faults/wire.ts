import type { IncomingMessage } from 'node:http';

/** A request as it arrived. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** An answer, whole. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Headers that hold for one connection only. */
const hopHeaders: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

const removeHopHeaders = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hopHeaders.has(name)).map(([name, value]) => [name, String(value)]),
  );

export async function readSent(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: removeHopHeaders(Object.entries(request.headers)),
    body: Buffer.concat(chunks),
  };
}

export function toRequest({ method, path, headers, body }: WireRequest, origin: string): Request {
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(`${origin}${path}`, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) });
}

export async function readAnswer(response: Response): Promise<WireAnswer> {
  return {
    status: response.status,
    headers: removeHopHeaders(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The same question from its beginning: without the cursor. */
export function fromBeginning(sent: WireRequest): WireRequest {
  const { cursor: _cursor, ...rest } = JSON.parse(sent.body.toString()) as Record<string, unknown>;
  return { ...sent, body: Buffer.from(JSON.stringify(rest)) };
}

export const isLaterPageRequest = ({ path, body }: WireRequest): boolean =>
  path.endsWith('/filter') && body.toString().includes('"cursor":"');
