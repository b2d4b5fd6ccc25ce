import { createFieldError, WaybillError } from '../../errors.ts';
import { type Operation, listPathParameters } from '../../contract/kit/operation.ts';

export interface WireInput {
  /** Path and query, relative to the base address. */
  readonly target: string;
  /** JSON text. */
  readonly body: string | undefined;
}

/** Splits the flat input into path, query and body, as the operation declares them. */
export function toWireInput(operation: Operation, input: Readonly<Record<string, unknown>>): WireInput {
  const inPath = listPathParameters(operation.path);
  const inQuery = Object.keys(operation.query?.shape ?? {});
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name));
  const unknown = operation.body ? undefined : rest.find(([, value]) => value !== undefined);
  if (unknown) throw createFieldError('BAD_REQUEST', unknown[0], 'is not an input of this operation');
  const query = formatQuery(inQuery, input);
  return {
    target: `${fillPath(operation.path, input)}${query ? `?${query}` : ''}`,
    body: operation.body ? toJsonText(Object.fromEntries(rest)) : undefined,
  };
}

/** Fills the parameters of a path: `/bills/{id}/approve` with `{id: 'a b'}` -> `/bills/a%20b/approve` */
function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeSegment(name, input[name]));
}

function encodeSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw createFieldError('BAD_REQUEST', name, 'must be a non-empty text');
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) {
    throw createFieldError('BAD_REQUEST', name, 'contains characters that are not allowed in an address');
  }
  if (hasDotSegment(value)) throw createFieldError('BAD_REQUEST', name, 'must not contain the path segments . or ..');
  return encodeURIComponent(value);
}

/**
 * Returns true if a value has dot segments. URL parsing collapses them even when they are percent-encoded, and proxies
 * may decode once more: the value could then address another record or operation.
 */
function hasDotSegment(value: string): boolean {
  const parts = value.split(/[/\\]/);
  if (parts.some((part) => part === '.' || part === '..')) return true;
  const decoded = value
    .replaceAll(/%2e/gi, '.')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/%5c/gi, '\\')
    .replaceAll(/%25/g, '%');
  return decoded !== value && hasDotSegment(decoded);
}

function formatQuery(names: readonly string[], input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = input[name];
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(name, formatScalar(name, each));
    }
  }
  return query.toString();
}

function formatScalar(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw createFieldError('BAD_REQUEST', name, 'must be a text, a number or a boolean');
}

/**
 * Converts a body to JSON, and refuses NaN and Infinity: JSON writes them as null, which clears a field, and an amount
 * would be lost in silence.
 */
function toJsonText(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
      throw createFieldError('BAD_REQUEST', name, 'must be a finite number');
    }
    return value;
  });
}

/** Parses the address of an API or token endpoint, without its trailing slash. */
export function parseBaseAddress(option: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !isWeb(url) || url.username || url.password || url.search || url.hash) {
    throw new WaybillError(
      'CONFIGURATION',
      `${option} must be an http or https address without credentials, query or fragment`,
    );
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

export function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** Formats the parts of an address that may appear in a message, such as `api.example.com:443`. */
export function formatHostAndPort(address: string): string {
  const url = new URL(address);
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}
