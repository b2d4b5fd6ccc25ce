import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { ApiOrganization } from '../../client/calls/api-organization.ts';
import {
  buildResetData,
  formatDesktopNotification,
  formatResetNotification,
  buildNotificationData,
  type NotifiedOrganization,
  type ResetNotification,
  notifyExpired,
} from '../../mcp/approvals/notifications.ts';
import type { ApprovalEvent, ApprovalNotification, Notify } from '../../mcp/tool/notification.ts';
import {
  describeAddressProblem,
  type AllowedReach,
  computeReach,
  resolveHost,
} from '../../service/webhooks/address.ts';
import { createPoster, type WebhookMessage, type Poster } from '../../service/webhooks/webhook-post.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { configProblem } from '../config-problem.ts';
import { chooseDeskZone } from '../../mcp/run/desk-zone.ts';
import { toOneLine } from '../output.ts';
import { createDesktopNotification } from './desktop-notification.ts';

/** Notifier of people about approvals, on the desktop and at the address that the settings name. */
export interface ApprovalNotifier {
  readonly notify: Notify;
  /** Ways that are set up and there, in words. */
  readonly ways: readonly string[];
  /** Tells on every way that the approver's secret was reset. */
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

const attemptMs = 5000;
/** After each attempt but the last. */
const pausesMs = [1000, 3000];
const closingMs = 8000;

export function openNotifier(config: Config, { now, log, organization }: NotifierOptions): ApprovalNotifier {
  const show = config.desktopNotifications
    ? createDesktopNotification({ platform: process.platform, environment: config.environment })
    : undefined;
  const { approvalWebhook: receiver } = config;
  const hook = receiver && openHook({ ...receiver, reach: requireReach(config, receiver) }, { now, log });
  const readOrganization = () => describeOrganization(config, organization);
  const desktopTasks = new Set<Promise<void>>();
  type Words = (organization: NotifiedOrganization) => { readonly heading: string; readonly text: string };
  const showOnDesktop = (toWords: Words): void => {
    if (!show) return;
    const display = async () => {
      const { heading, text } = toWords(await readOrganization());
      show(toOneLine(heading), toOneLine(text));
    };
    const task = display().then(() => void desktopTasks.delete(task));
    desktopTasks.add(task);
  };
  return {
    ways: [...(hook ? ['webhook'] : []), ...(show ? ['desktop'] : [])],
    notify(notification) {
      if (notification.event === 'APPROVAL_WAITING')
        showOnDesktop((named) => formatDesktopNotification(notification, named));
      hook?.send((receiver, named) => buildMessage(receiver, notification, named), readOrganization);
    },
    notifyReset(reset) {
      const zone = chooseDeskZone(config.timeZone, undefined);
      showOnDesktop((named) => formatResetNotification(reset, named, zone));
      hook?.send((receiver, named) => buildResetMessage(receiver, reset, named), readOrganization);
    },
    async close() {
      await Promise.all([...desktopTasks, hook?.close()]);
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

type Receiver = NonNullable<Config['approvalWebhook']>;

interface Hook extends Receiver {
  readonly reach: AllowedReach;
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

type ToMessage = (hook: Hook, organization: NotifiedOrganization) => Prepared;

function openHook(hook: Hook, { now, log }: Omit<NotifierOptions, 'organization'>) {
  const poster = createPoster({ timeoutMs: attemptMs, resolve: resolveHost });
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    send(toMessage: ToMessage, readOrganization: () => Promise<NotifiedOrganization>): void {
      const send = async () => {
        const message = toMessage(hook, await readOrganization());
        const error = await deliver({ poster, reach: hook.reach, signal: ending.signal, now }, message);
        if (error) log('warn', 'A notification of an approval was not delivered.', { id: message.id, error });
      };
      const sending = send().then(() => void underWay.delete(sending));
      underWay.add(sending);
    },
    async close(): Promise<void> {
      const overdue = setTimeout(() => ending.abort(), closingMs);
      await Promise.all(underWay);
      clearTimeout(overdue);
      await poster.close();
    },
  };
}

/** Name of each event in the id of its message, by which a receiver recognizes a repeated message. */
const wordOf: Readonly<Record<ApprovalEvent, string>> = {
  APPROVAL_WAITING: 'waiting',
  APPROVAL_DECIDED: 'decided',
  APPROVAL_WITHDRAWN: 'withdrawn',
  APPROVAL_RAN: 'ran',
  APPROVAL_EXPIRED: 'expired',
};

/** Builds a message in the format of the service's notifications: a receiver of those reads these. */
function buildMessage(
  { url, signingSecret }: Hook,
  notification: ApprovalNotification,
  organization: NotifiedOrganization,
) {
  const { event, at } = notification;
  const events = [{ event, timestamp: at, data: buildNotificationData(notification, organization), diff: null }];
  return {
    id: `${notification.approval.id}-${wordOf[event]}`,
    url,
    signingSecret,
    bodyAt: (sentAt: string) => JSON.stringify({ sentAt, events }),
  };
}

/** Builds the message about a reset of the approver's secret. */
function buildResetMessage(
  { url, signingSecret }: Hook,
  reset: ResetNotification,
  organization: NotifiedOrganization,
): Prepared {
  const data = buildResetData(reset, organization);
  const events = [{ event: 'APPROVER_SECRET_RESET', timestamp: reset.at, data, diff: null }];
  return {
    id: `approver-secret-reset-${reset.at}`,
    url,
    signingSecret,
    bodyAt: (sentAt: string) => JSON.stringify({ sentAt, events }),
  };
}

interface Sender {
  readonly poster: Poster;
  readonly reach: AllowedReach;
  readonly signal: AbortSignal;
  readonly now: Clock;
}

type Prepared = Omit<WebhookMessage, 'body' | 'sentAt' | 'token'> & { readonly bodyAt: (sentAt: string) => string };

/** Delivers a message. Returns the reason if the last attempt failed; null if it was delivered. */
async function deliver({ poster, reach, signal, now }: Sender, { bodyAt, ...message }: Prepared) {
  for (const wait of [...pausesMs, undefined]) {
    const sentAt = now();
    const { error } = await poster.post({ ...message, body: bodyAt(sentAt), sentAt }, reach, signal);
    if (error === null || wait === undefined || signal.aborted) return error;
    await pause(wait, undefined, { signal, ref: false }).catch(() => {});
  }
  return null;
}
