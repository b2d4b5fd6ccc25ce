import { createFieldError, type ErrorDetail, WaybillError } from '../../errors.ts';

/** No request nests deeper; without a limit a hostile body would exhaust the stack of the code that walks it. */
const depthMax = 64;
/** Fields that one refusal names at most. */
const detailsMax = 20;

/**
 * Refuses input that nests too deep, or text that no database stores as it was sent: the character U+0000, and half of a
 * surrogate pair, as a text has that was cut inside of an emoji. The refusal names each field.
 */
export function requireStorableText(input: unknown): void {
  const details = [...findFaults(input, [])].slice(0, detailsMax);
  const [first] = details;
  if (first === undefined) return;
  throw new WaybillError('BAD_REQUEST', `${first.field}: ${first.message}`, { details });
}

function* findFaults(value: unknown, path: readonly string[]): Iterable<ErrorDetail> {
  if (typeof value === 'string') {
    const message = describeFault(value);
    if (message !== undefined) yield { field: path.length === 0 ? 'body' : path.join('.'), message };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length === depthMax) throw createFieldError('BAD_REQUEST', 'body', `is nested more than ${depthMax} deep`);
  for (const [name, entry] of Object.entries(value)) {
    const fault = describeFault(name);
    if (fault === undefined) yield* findFaults(entry, [...path, name]);
    else
      yield {
        field: [...path, name.toWellFormed().replaceAll('\0', '\uFFFD')].join('.'),
        message: `its name ${fault}`,
      };
  }
}

function describeFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character U+0000';
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair; send the whole character';
}
