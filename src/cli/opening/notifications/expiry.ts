import type { Log } from '../../../log.ts';
import { notifyExpired } from '../../../mcp/approvals/notifications.ts';

const lookEveryMs = 5 * 60_000;

/** Looks now and every few minutes for approvals that expired before a decision, or before they were run. */
export function watchExpiry(teller: Parameters<typeof notifyExpired>[0], log: Log) {
  const look = () =>
    notifyExpired(teller).catch((error: unknown) =>
      log('warn', 'Whether an approval expired could not be found out.', { cause: String(error) }),
    );
  let looking = look();
  const timer = setInterval(() => void (looking = looking.then(look)), lookEveryMs).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
