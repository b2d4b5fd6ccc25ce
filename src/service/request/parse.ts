import * as z from 'zod';
import type { Operation } from '../../contract/kit/operation.ts';
import { fieldError, WaybillError } from '../../errors.ts';
import { schemaProblem } from '../shared/problem.ts';

const bodyMaxBytes = 1024 * 1024;
/** No request nests deeper; without a bound a hostile body would exhaust the stack of the code that walks it. */
const depthMax = 64;

/** The request body as text, at most 1 MB. */
export async function readBody(request: Request): Promise<string> {
  // Requests of this kind have none, and asking for it costs more than the rest of a quick read.
  if (request.method === 'GET') return '';
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > bodyMaxBytes) throw tooLarge();
  return decodeText(await (announced === null ? countedBytes(request) : announcedBytes(request)).catch(brokenOff));
}

const tooLarge = () => new WaybillError('PAYLOAD_TOO_LARGE', 'The request body is larger than 1 MB.');

async function countedBytes({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyMaxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** No more comes than was announced; a stream, in which every piece can be counted, costs several times as much. */
const announcedBytes = async (request: Request) => new Uint8Array(await request.arrayBuffer());

function brokenOff(error: unknown): never {
  if (error instanceof WaybillError) throw error;
  throw new WaybillError('BAD_REQUEST', 'The connection ended before the whole request body had come.', {
    cause: error,
  });
}

/** Text in another encoding is refused: guessing would save a name with other letters than it was sent with. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new WaybillError('BAD_REQUEST', 'The request body is not valid UTF-8.', {
      details: [{ field: 'body', message: 'is not valid UTF-8' }],
      cause: error,
    });
  }
}

/** Path and query of an address. */
export const pathOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Path, query and body, checked against the declaration and merged into one flat object. */
export function parseInput(
  operation: Operation,
  params: Record<string, string>,
  url: string,
  body: string,
): Record<string, unknown> {
  for (const [name, value] of Object.entries(params)) if (value.includes('\0')) throw nul(name);
  return { ...params, ...parseQuery(operation, url), ...parseBody(operation, body) };
}

const nul = (field: string) => fieldError('BAD_REQUEST', field, 'must not hold the character U+0000');

function parseQuery(operation: Operation, url: string): object {
  const query: Record<string, string> = {};
  const start = url.indexOf('?');
  for (const [name, value] of start === -1 ? [] : new URLSearchParams(url.slice(start))) {
    if (value.includes('\0')) throw nul(name);
    query[name] = value;
  }
  if (operation.query) return check(operation.query, query);
  const [unknown] = Object.keys(query);
  if (unknown === undefined) return {};
  throw fieldError('BAD_REQUEST', unknown, 'is not a parameter of this operation');
}

function parseBody(operation: Operation, text: string): object {
  if (text.trim() === '') {
    if (!operation.body) return {};
    if (operation.bodyOptional) return check(operation.body, {});
    throw new WaybillError('BAD_REQUEST', 'The request needs a JSON body.', {
      details: [{ field: 'body', message: 'is missing' }],
    });
  }
  return check(operation.body ?? noFields, parseJson(text));
}

const noFields = z.strictObject({});

function parseJson(text: string): unknown {
  // PostgreSQL cannot hold it and no text means it.
  if (text.includes(String.raw`\u0000`) || text.includes('\0')) throw nul('body');
  const value = parseText(text);
  if (isDeeperThan(depthMax, value)) throw fieldError('BAD_REQUEST', 'body', `is nested more than ${depthMax} deep`);
  return value;
}

/** Any escape, so that the letters after a written backslash are not taken for one: whole pairs, or half of one. */
const escapes = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(ud[89a-f][\da-f]{2})|.)/gis;

/**
 * Half of a surrogate pair, as a text has that was cut inside of an emoji, becomes the replacement character, as it does
 * in UTF-8: PostgreSQL reads no JSON that holds one. The bytes are UTF-8, so only an escape can write it.
 */
const wellFormed = (text: string): string =>
  /\\ud[89a-f]/i.test(text)
    ? text.replaceAll(escapes, (escape, half: string | undefined) => (half === undefined ? escape : String.raw`\ufffd`))
    : text;

function parseText(text: string): unknown {
  try {
    return JSON.parse(wellFormed(text));
  } catch (error) {
    throw new WaybillError('BAD_REQUEST', 'The request body is not valid JSON.', {
      details: [{ field: 'body', message: 'is not valid JSON' }],
      cause: error,
    });
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(levels - 1, entry));
}

function check(schema: z.ZodType, value: unknown): object {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw schemaProblem(parsed.error);
  // Query and body schemas are objects by the Operation type or by their declaration.
  return parsed.data as object;
}
