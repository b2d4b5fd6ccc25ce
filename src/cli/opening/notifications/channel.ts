import type { Log } from '../../../log.ts';
import type { NotifiedOrganization, ResetNotification } from '../../../mcp/approvals/notifications.ts';
import type { CommandText } from '../../../mcp/results/error-result.ts';
import type { Notify } from '../../../mcp/tool/notification.ts';
import type { Clock } from '../../clock.ts';

/** A channel to people. It neither waits nor fails. */
export interface NotificationChannel {
  readonly name: 'webhook' | 'mail' | 'desktop';
  readonly notify: Notify;
  readonly notifyReset: (reset: ResetNotification) => void;
  close(): Promise<void>;
}

/** Options of a channel, with the name and the time of the desk that it speaks for. */
export interface ChannelOptions {
  readonly now: Clock;
  readonly log: Log;
  readonly readOrganization: () => Promise<NotifiedOrganization>;
  readonly timeZone: string;
  readonly commandText: CommandText;
}
