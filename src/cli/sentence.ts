import { findHelpfulCommand, type ErrorCode, errorKinds, WaybillError } from '../errors.ts';
import type { LocalCommandText } from './command-text.ts';

/** Advice for a person at a terminal, where a model needs different advice. */
const adviceForPerson: Partial<Record<ErrorCode, string>> = {
  CONFIGURATION: '',
  COPY_UNAVAILABLE: '',
  CONFLICT: '',
  NOT_FOUND: '',
  APPROVAL_UNKNOWN: '',
};

/**
 * Formats an error as one or two sentences for a person at a terminal. `running` is a command that is not recommended,
 * because it runs.
 */
export function formatErrorSentence(error: unknown, commandText: LocalCommandText, running?: string): string {
  if (!(error instanceof WaybillError)) return endSentence(error instanceof Error ? error.message : String(error));
  // Without a request id no API responded: a store on this machine failed, and its sentence says what to do.
  const isLocal =
    error.code === 'STORE_UNAVAILABLE' || (error.code === 'SERVICE_UNAVAILABLE' && error.requestId === undefined);
  const advice = isLocal ? '' : (adviceForPerson[error.code] ?? errorKinds[error.code].advice);
  const command = findHelpfulCommand(error);
  const way = command && command.words !== running && `\`${commandText(command.words)}\` ${command.does}.`;
  return [endSentence(error.message), advice, way].filter(Boolean).join(' ');
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
