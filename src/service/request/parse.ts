import * as z from 'zod';
import type { Operation } from '../../contract/kit/operation.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { buildSchemaProblem } from '../shared/problem.ts';
import { requireStorableText } from './storable-text.ts';

/** Returns the path and query of an address. */
export const getPath = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Checks path, query and body against the declaration and merges them into one flat object. */
export function parseInput(
  operation: Operation,
  params: Record<string, string>,
  url: string,
  body: string,
): Record<string, unknown> {
  requireStorableText(params);
  return { ...params, ...parseQuery(operation, url), ...parseBody(operation, body) };
}

function parseQuery(operation: Operation, url: string): object {
  const start = url.indexOf('?');
  const search = start === -1 ? '' : url.slice(start);
  const query = Object.fromEntries(new URLSearchParams(search));
  requireStorableText(query);
  requireDecoded(query, search);
  if (operation.query) return check(operation.query, query);
  const [unknown] = Object.keys(query);
  if (unknown === undefined) return {};
  throw createFieldError('BAD_REQUEST', unknown, 'is not a parameter of this operation');
}

/** Refuses a value whose percent-encoding is no UTF-8: decoding has put the replacement character into it. */
function requireDecoded(query: Readonly<Record<string, string>>, search: string): void {
  const [name] = Object.entries(query).find(([, value]) => value.includes('\uFFFD')) ?? [];
  if (name === undefined || isPercentEncoded(search)) return;
  throw createFieldError('BAD_REQUEST', name, 'is not percent-encoded UTF-8');
}

function isPercentEncoded(search: string): boolean {
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    // Encodings that are no UTF-8 are refused by a URIError, and by nothing else.
    return false;
  }
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
  const value = parseText(text);
  requireStorableText(value);
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WaybillError('BAD_REQUEST', 'The request body is not valid JSON.', {
      details: [{ field: 'body', message: 'is not valid JSON' }],
      cause: error,
    });
  }
}

function check(schema: z.ZodType, value: unknown): object {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw buildSchemaProblem(parsed.error);
  // Query and body schemas are objects by the Operation type or by their declaration.
  return parsed.data as object;
}
