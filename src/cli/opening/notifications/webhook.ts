import {
  buildNotificationData,
  buildResetData,
  type NotifiedOrganization,
  type ResetNotification,
} from '../../../mcp/approvals/notifications.ts';
import type { ApprovalEvent, ApprovalNotification } from '../../../mcp/tool/notification.ts';
import {
  describeAddressProblem,
  type AllowedReach,
  computeReach,
  resolveHost,
} from '../../../service/webhooks/address.ts';
import { createPoster, type WebhookMessage } from '../../../service/webhooks/webhook-post.ts';
import type { Config } from '../../config.ts';
import { configProblem } from '../../config-problem.ts';
import type { ChannelOptions, NotificationChannel } from './channel.ts';
import { createSending } from './sending.ts';

const attemptMs = 5000;

type Receiver = NonNullable<Config['approvalWebhook']>;

type PreparedMessage = Pick<WebhookMessage, 'id'> & { readonly bodyAt: (sentAt: string) => string };

/** Opens the channel to the address that the settings name; undefined where they name none. */
export function openWebhookChannel(
  config: Config,
  { now, log, readOrganization }: ChannelOptions,
): NotificationChannel | undefined {
  const { approvalWebhook: receiver } = config;
  if (!receiver) return undefined;
  const reach = requireReach(config, receiver);
  const poster = createPoster({ timeoutMs: attemptMs, resolve: resolveHost });
  const sending = createSending(log);
  const send = (build: (organization: NotifiedOrganization) => PreparedMessage): void =>
    sending.send(async () => {
      const { id, bodyAt } = build(await readOrganization());
      return {
        id,
        async attempt(signal) {
          const sentAt = now();
          const { error } = await poster.post({ id, ...receiver, body: bodyAt(sentAt), sentAt }, reach, signal);
          return error === null ? null : { reason: error };
        },
      };
    });
  return {
    name: 'webhook',
    notify: (notification) => send((organization) => buildMessage(notification, organization)),
    notifyReset: (reset) => send((organization) => buildResetMessage(reset, organization)),
    async close() {
      await sending.close();
      await poster.close();
    },
  };
}

/**
 * Refuses a receiver by the rule of the service: one on this machine only beside a sandbox that only this machine can
 * call.
 */
function requireReach({ api }: Config, { url }: Receiver): AllowedReach {
  const reach = computeReach({ isSandbox: api.kind === 'embedded', isBoundToLoopback: true });
  const problem = describeAddressProblem(url, reach);
  if (problem !== undefined) throw configProblem('WAYBILL_APPROVAL_WEBHOOK', `${problem}.`);
  return reach;
}

/** Name of each event in the id of its message, by which a receiver recognizes a repeated message. */
const eventWords: Readonly<Record<ApprovalEvent, string>> = {
  APPROVAL_WAITING: 'waiting',
  APPROVAL_DECIDED: 'decided',
  APPROVAL_WITHDRAWN: 'withdrawn',
  APPROVAL_RAN: 'ran',
  APPROVAL_EXPIRED: 'expired',
};

/** Builds a message in the format of the service's notifications: a receiver of those reads these. */
function buildMessage(notification: ApprovalNotification, organization: NotifiedOrganization): PreparedMessage {
  const { event, at } = notification;
  const events = [{ event, timestamp: at, data: buildNotificationData(notification, organization), diff: null }];
  return {
    id: `${notification.approval.id}-${eventWords[event]}`,
    bodyAt: (sentAt) => JSON.stringify({ sentAt, events }),
  };
}

/** Builds the message about a reset of the approver's secret. */
function buildResetMessage(reset: ResetNotification, organization: NotifiedOrganization): PreparedMessage {
  const data = buildResetData(reset, organization);
  const events = [{ event: 'APPROVER_SECRET_RESET', timestamp: reset.at, data, diff: null }];
  return {
    id: `approver-secret-reset-${reset.at}`,
    bodyAt: (sentAt) => JSON.stringify({ sentAt, events }),
  };
}
