import type { ApiOrganization } from '../../../client/calls/api-organization.ts';
import type { Log } from '../../../log.ts';
import {
  formatDesktopNotification,
  formatResetNotification,
  type NotifiedOrganization,
  type ResetNotification,
} from '../../../mcp/approvals/notifications.ts';
import { chooseDeskZone } from '../../../mcp/run/desk-zone.ts';
import type { Notify } from '../../../mcp/tool/notification.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { toOneLine } from '../../output.ts';
import type { ChannelOptions, NotificationChannel } from './channel.ts';
import { createDesktopNotification } from './desktop.ts';
import { openMailChannel } from './mail.ts';
import { openWebhookChannel } from './webhook.ts';

/** Notifier of people about approvals: on the desktop, by mail and at an address, as the settings say. */
export interface ApprovalNotifier {
  readonly notify: Notify;
  /** Channels that are set up and there, in words. */
  readonly channels: readonly string[];
  /** Tells on every channel that the approver's secret was reset. */
  readonly notifyReset: (reset: ResetNotification) => void;
  /** Waits a moment for what is under way, then gives it up. */
  close(): Promise<void>;
}

export interface NotifierOptions {
  readonly now: Clock;
  readonly log: Log;
  /** Asks the API whose records it keeps. */
  readonly organization: (signal: AbortSignal) => Promise<ApiOrganization | undefined>;
}

export function openNotifier(config: Config, { now, log, organization }: NotifierOptions): ApprovalNotifier {
  const options: ChannelOptions = {
    now,
    log,
    readOrganization: () => describeOrganization(config, organization),
    timeZone: chooseDeskZone(config.timeZone, undefined),
    commandText: config.commandText,
  };
  const channels = [
    openWebhookChannel(config, options),
    openMailChannel(config, options),
    openDesktopChannel(config, options),
  ].filter((channel) => channel !== undefined);
  return {
    channels: channels.map(({ name }) => name),
    notify(notification) {
      for (const channel of channels) channel.notify(notification);
    },
    notifyReset(reset) {
      for (const channel of channels) channel.notifyReset(reset);
    },
    async close() {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}

type FormatWords = (organization: NotifiedOrganization) => { readonly heading: string; readonly text: string };

/** Opens the channel to this machine's desktop; undefined where there is none. */
function openDesktopChannel(
  { desktopNotifications, environment }: Config,
  { readOrganization, timeZone }: ChannelOptions,
): NotificationChannel | undefined {
  const show = desktopNotifications
    ? createDesktopNotification({ platform: process.platform, environment })
    : undefined;
  if (!show) return undefined;
  const underWay = new Set<Promise<void>>();
  const showWords = (format: FormatWords): void => {
    const display = async () => {
      const { heading, text } = format(await readOrganization());
      show(toOneLine(heading), toOneLine(text));
    };
    const task = display().then(() => void underWay.delete(task));
    underWay.add(task);
  };
  return {
    name: 'desktop',
    notify(notification) {
      if (notification.event === 'APPROVAL_WAITING') showWords((desk) => formatDesktopNotification(notification, desk));
    },
    notifyReset: (reset) => showWords((desk) => formatResetNotification(reset, desk, timeZone)),
    async close() {
      await Promise.all(underWay);
    },
  };
}

const namedWithinMs = 3000;

/** Names the desk of this process, as the API names it if it responds in time. */
export async function describeOrganization(
  { api, databaseUrl, organization }: Config,
  ask: NotifierOptions['organization'],
): Promise<NotifiedOrganization> {
  const namedOrganization = await ask(AbortSignal.timeout(namedWithinMs)).catch(() => undefined);
  if (namedOrganization !== undefined) return namedOrganization;
  const place = api.kind === 'embedded' ? 'embedded brokerage' : new URL(api.baseUrl).host;
  return {
    id: organization ?? null,
    name: organization ?? place,
    isSandbox: api.kind === 'embedded' && databaseUrl === undefined,
  };
}
