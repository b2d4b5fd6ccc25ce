import { type Log, type LogLevel, logLevels } from '../../log.ts';

/** A line of a thread's log, which the process writes. */
export interface SentLine {
  readonly kind: 'log';
  readonly level: LogLevel;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
}

/** Creates a log whose lines are sent, unless the process would leave them out. */
export function createSentLog(threshold: LogLevel, send: (line: SentLine) => void): Log {
  const rank = logLevels.indexOf(threshold);
  return (level, message, facts) => {
    if (logLevels.indexOf(level) <= rank) send({ kind: 'log', level, message, facts });
  };
}
