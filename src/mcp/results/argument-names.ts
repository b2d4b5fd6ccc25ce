import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { recordText } from '../text/text.ts';
import { getNextActions, withNextActions } from './next-actions.ts';

/** A call as the tool was called. */
interface CalledWith {
  /** Names of all arguments that the tool takes. */
  readonly names: readonly string[];
  readonly input: unknown;
}

/**
 * Renames the field of a refusal to the argument that it is about, where the refusal names a kind of record ("carrier" for
 * `with`) or a path inside a request ("orders.0.weight" for `weight`). Anything else stays as it is.
 */
export function renameRefusedFields(error: unknown, { names, input }: CalledWith): unknown {
  if (!(error instanceof WaybillError) || !isPlainRecord(input)) return error;
  const quoted = listTexts(input).filter(({ text }) => isQuotedIn(error.message, text));
  const usedArguments = new Set(error.details.map(({ field }) => getRoot(field)));
  let { message } = error;
  const details = error.details.map((detail) => {
    if (detail.code !== undefined || detail.field === '' || names.includes(getRoot(detail.field))) return detail;
    const argument =
      quoted.find(({ path }) => !usedArguments.has(getRoot(path)))?.path ?? findLeaf(detail.field, names, input);
    if (argument === undefined) return detail;
    usedArguments.add(getRoot(argument));
    // A message that stands for several refusals begins with the first of them only.
    if (error.details.length === 1) message = renameIn(message, detail.field, argument);
    return { ...detail, field: argument };
  });
  if (details.every((detail, index) => detail === error.details[index])) return error;
  const renamed = new WaybillError(error.code, message, {
    details,
    cause: error,
    isOpen: error.isOpen,
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.command && { command: error.command }),
  });
  return withNextActions(renamed, getNextActions(error));
}

const getRoot = (field: string): string => field.split(/[.[]/)[0] ?? '';

const isQuotedIn = (message: string, text: string): boolean =>
  text.trim() !== '' && message.includes(recordText(text.trim(), 'list'));

interface TextAt {
  readonly path: string;
  readonly text: string;
}

function listTexts(value: unknown, path = ''): readonly TextAt[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => listTexts(member, path === '' ? name : `${path}.${name}`));
}

/** Finds the argument that is called like a member of the path. */
const findLeaf = (field: string, names: readonly string[], input: Readonly<Record<string, unknown>>) =>
  field.split('.').findLast((member) => names.includes(member) && input[member] !== undefined);

/**
 * Renames the field in a message. "No shipment matches" is clear enough for `shipments`; any other argument is named at
 * the start.
 */
function renameIn(message: string, field: string, argument: string): string {
  if (message.startsWith(`${field}: `)) return `${argument}${message.slice(field.length)}`;
  if (field.includes('.'))
    return message.includes(field) ? message.replaceAll(field, argument) : `${argument}: ${message}`;
  const [name = ''] = argument.split('.');
  return name.replace(/s$/, '') === field ? message : `${argument}: ${message}`;
}
