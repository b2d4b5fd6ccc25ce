export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = (level: LogLevel, message: string, facts?: Readonly<Record<string, unknown>>) => void;

const gatherMs = 20;

export interface OpenLog {
  readonly log: Log;
  /** Writes the lines that are still gathered. */
  readonly flush: () => void;
}

/**
 * JSON lines on stderr: stdout belongs to the protocol. Lines of every request are gathered for a moment, since each
 * write of its own costs as much as answering a small request; what somebody should look at is written at once.
 */
export function openLog(
  threshold: LogLevel,
  now: () => string,
  stderr: { readonly write: (text: string) => void },
): OpenLog {
  const rank = logLevels.indexOf(threshold);
  let gathered = '';
  const write = () => {
    process.off('exit', write);
    if (gathered !== '') stderr.write(gathered);
    gathered = '';
  };
  const log: Log = (level, message, facts = {}) => {
    if (logLevels.indexOf(level) > rank) return;
    if (gathered === '') {
      setTimeout(write, gatherMs).unref();
      process.once('exit', write);
    }
    gathered += `${JSON.stringify({ at: now(), level, message, ...facts })}\n`;
    if (level === 'error' || level === 'warn') write();
  };
  return { log, flush: write };
}
