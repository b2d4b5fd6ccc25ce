export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = (level: LogLevel, message: string, facts?: Readonly<Record<string, unknown>>) => void;

/** JSON lines on stderr: stdout belongs to the protocol. */
export function createLog(threshold: LogLevel, now: () => string): Log {
  const rank = logLevels.indexOf(threshold);
  return (level, message, facts = {}) => {
    if (logLevels.indexOf(level) > rank) return;
    process.stderr.write(`${JSON.stringify({ at: now(), level, message, ...facts })}\n`);
  };
}
