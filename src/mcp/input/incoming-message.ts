import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/**
 * Returns a JSON-RPC message, or a batch of them, without the forms in which some clients send nothing: null or an empty
 * list for parameters, null for one of them, and null, "" or a JSON text for the arguments of a call.
 */
export function normalizeMessage(message: unknown): unknown {
  return Array.isArray(message) ? message.map(normalizeSingle) : normalizeSingle(message);
}

function normalizeSingle(message: unknown): unknown {
  if (!isPlainRecord(message) || typeof message['method'] !== 'string' || !('params' in message)) return message;
  const { params, ...rest } = message;
  if (params === null || isEmptyList(params)) return rest;
  return isPlainRecord(params) ? { ...message, params: normalizeParameters(params) } : message;
}

function normalizeParameters(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
      const normalized = name === 'arguments' ? readArguments(value) : value;
      return normalized === null ? [] : [[name, normalized]];
    }),
  );
}

/** Returns null for arguments that say nothing. */
function readArguments(value: unknown): unknown {
  if (value === '' || isEmptyList(value)) return null;
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isPlainRecord(parsed) || parsed === null ? parsed : value;
  } catch {
    // The protocol's own error names the member.
    return value;
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
