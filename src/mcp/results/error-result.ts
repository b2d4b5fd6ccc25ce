import { findHelpfulCommand, errorKinds, WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { replaceCodes } from './code-words.ts';
import { getNextActions } from './next-actions.ts';
import { formatNextActions } from './record-result.ts';
import type { ErrorView, ToolResult, WriteOutcome } from './result.ts';
import { getUnexecutedPlan, formatUnexecutedPlan } from './unexecuted-plan.ts';
import { createOrderCheck } from '../text/instruction-like.ts';
import { stripInvisible } from '../text/invisible.ts';
import { cutSentence, formatTypedName } from '../text/text.ts';

/** Said in place of the advice that fits an error: of a write that may have been carried out it would be wrong. */
const whatNow: Readonly<Record<Exclude<WriteOutcome, 'not_done'>, string>> = {
  unknown:
    'To find out, read the record as it is now (a get tool, or a search for one that was to be created); do it again only where the change is not there.',
  partial: 'The steps listed as done stay done. Read these records before you continue.',
};
const opening: Readonly<Record<WriteOutcome, string>> = {
  not_done: 'NOT DONE.',
  unknown: 'UNKNOWN whether it was done.',
  partial: 'PARTLY DONE.',
};
const messageMax = 500;

/** A command of the command line as a person types it on this machine; `words` begin after the name of the program. */
export type CommandText = (words: string) => string;

export interface ErrorResultInput {
  readonly error: unknown;
  readonly isWrite: boolean;
  /** Outcome of a write. Without it, the error alone tells whether its request may have been carried out. */
  readonly outcome?: WriteOutcome;
  /** Descriptions of what was done before the failure. */
  readonly done?: readonly string[];
  readonly log: Log;
  readonly commandText: CommandText;
}

/**
 * Builds the result of any failure: what happened and what to do next. An unexpected error gets a fixed text, and its
 * cause goes to the log.
 */
export function buildErrorResult({
  error,
  isWrite,
  outcome: givenOutcome,
  done = [],
  log,
  commandText,
}: ErrorResultInput): ToolResult<{ readonly error: ErrorView }> {
  const waybillError = error instanceof WaybillError ? error : buildUnexpectedError(error, log);
  const outcome = givenOutcome ?? (waybillError.isOpen ? 'unknown' : 'not_done');
  const isSettled = !isWrite || outcome === 'not_done';
  const { retryable, advice } = errorKinds[waybillError.code];
  const message = cleanMessage(waybillError);
  const command = findHelpfulCommand(waybillError);
  const commandAdvice = command ? `For a person: \`${commandText(command.words)}\` ${command.does}.` : '';
  const nextActions = getNextActions(waybillError);
  // Where the code that knows the situation names the next step, looking the record up isn't it.
  const hasOwnAdvice = waybillError.code === 'NOT_FOUND' && nextActions.length > 0;
  const atStake = getUnexecutedPlan(waybillError);
  // A detail with a code is about a header that the client sends by itself, and no field of the tool's.
  const detail = waybillError.details.find(({ code }) => code === undefined);
  const view: ErrorView = {
    code: waybillError.code,
    message,
    ...(detail && { field: formatTypedName(detail.field) }),
    retryable: retryable && isSettled,
    ...(isWrite && { outcome }),
    ...(waybillError.retryAfterSeconds !== undefined && { retryAfterSeconds: waybillError.retryAfterSeconds }),
    ...(waybillError.requestId !== undefined && { requestId: waybillError.requestId }),
    ...(atStake && { atStake }),
    ...(nextActions.length > 0 && { nextActions: [...nextActions] }),
  };
  const doneText = done.length > 0 ? `Done before it failed: ${done.join(', ')}.` : '';
  const text = [
    `${isWrite ? `${opening[outcome]} ` : ''}${message}${isSettled && !hasOwnAdvice ? ` ${advice}` : ''}`,
    doneText,
    atStake ? formatUnexecutedPlan(atStake) : '',
    commandAdvice,
    isWrite && outcome !== 'not_done' ? whatNow[outcome] : '',
    formatNextActions(nextActions),
  ];
  return { text: text.filter((part) => part !== '').join('\n'), data: { error: view }, isError: true };
}

function buildUnexpectedError(error: unknown, log: Log): WaybillError {
  log('error', 'A tool failed unexpectedly.', { cause: describe(error) });
  return new WaybillError('INTERNAL_ERROR', 'Something failed inside the tool server; the log has the cause.');
}

/** A record by its resource and id, as an API names it: `customers/01a1f97e-33c0-7000-8002-31873d438a96`. */
const recordPath = /\b([a-z][A-Za-z]{0,40})\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/**
 * Cleans the message of an error. An upstream may put record text into it, which is withheld if it sounds like an
 * order.
 */
function cleanMessage({ message, requestId }: WaybillError): string {
  // On one line, so that nothing in it begins one.
  const whole = stripInvisible(message).text.replace(/(?<!\s)\s*\n\s*/g, ' / ');
  const isUpstream = requestId !== undefined;
  const text = cutSentence(isUpstream ? replaceCodes(whole.replace(recordPath, 'a record of $1')) : whole, messageMax);
  const verdict = isUpstream ? createOrderCheck().judge(whole) : null;
  if (verdict === 'instruction_like')
    return 'The API refused; its explanation reads like an instruction and is withheld.';
  if (verdict === 'unchecked') return 'The API refused; its explanation is too long to be checked and is withheld.';
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
