import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { noticeData, tellExpired } from '../../mcp/approvals/notices.ts';
import type { ApprovalEvent, ApprovalNotice, Notify } from '../../mcp/tool/notice.ts';
import { addressProblem, type Reach, reachOf, resolveHost } from '../../service/webhooks/address.ts';
import { createPoster, type Message, type Poster } from '../../service/webhooks/webhook-post.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { configProblem } from '../config-problem.ts';
import { oneLine } from '../output.ts';
import { desktopNotice } from './desktop-notice.ts';

/** Tells people of approvals, on the desktop and at the address that the settings name. */
export interface Notices {
  readonly notify: Notify;
  /** Waits a moment for what is under way, then gives it up. */
  close(): Promise<void>;
}

interface NoticesOptions {
  readonly now: Clock;
  readonly log: Log;
}

const attemptMs = 5000;
/** After each attempt but the last. */
const pausesMs = [1000, 3000];
const closingMs = 8000;

export function openNotices(config: Config, { now, log }: NoticesOptions): Notices {
  const show = config.desktopNotices
    ? desktopNotice({ platform: process.platform, environment: config.environment })
    : undefined;
  const { approvalWebhook: receiver } = config;
  const hook = receiver && openHook({ ...receiver, reach: requireReach(config, receiver) }, { now, log });
  return {
    notify(notice) {
      const { event, approval } = notice;
      if (event === 'APPROVAL_WAITING')
        show?.('Waybill: a plan waits for a yes', oneLine(`${approval.id}: ${approval.plan.title}`));
      hook?.send(notice);
    },
    close: async () => hook?.close(),
  };
}

const lookEveryMs = 5 * 60_000;

/** Looks now and every few minutes for approvals that nobody decided about, or that were not run, in time. */
export function watchExpiry(teller: Parameters<typeof tellExpired>[0], log: Log) {
  const look = () =>
    tellExpired(teller).catch((error: unknown) =>
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
  readonly reach: Reach;
}

/** By the rule for receivers of the service: one on this machine only beside a sandbox that only this machine can call. */
function requireReach({ api }: Config, { url }: Receiver): Reach {
  const reach = reachOf({ isSandbox: api.kind === 'embedded', isBoundToLoopback: true });
  const problem = addressProblem(url, reach);
  if (problem !== undefined) throw configProblem('WAYBILL_APPROVAL_WEBHOOK', `${problem}.`);
  return reach;
}

function openHook(hook: Hook, { now, log }: NoticesOptions) {
  const poster = createPoster({ timeoutMs: attemptMs, resolve: resolveHost });
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    send(notice: ApprovalNotice): void {
      const message = messageOf(hook, notice);
      const sending = deliver({ poster, reach: hook.reach, signal: ending.signal, now }, message)
        .then((error) => error && log('warn', 'A notice of an approval was not delivered.', { id: message.id, error }))
        .then(() => void underWay.delete(sending));
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

/** The name of the event in the id of its message: told twice, it is known by it. */
const wordOf: Readonly<Record<ApprovalEvent, string>> = {
  APPROVAL_WAITING: 'waiting',
  APPROVAL_DECIDED: 'decided',
  APPROVAL_RAN: 'ran',
  APPROVAL_EXPIRED: 'expired',
};

/** As the notifications of the service are: a receiver of those reads these. */
function messageOf({ url, signingSecret }: Hook, notice: ApprovalNotice) {
  const { event, at } = notice;
  const events = [{ event, timestamp: at, data: noticeData(notice), diff: null }];
  return {
    id: `${notice.approval.id}-${wordOf[event]}`,
    url,
    signingSecret,
    bodyAt: (sentAt: string) => JSON.stringify({ sentAt, events }),
  };
}

interface Sender {
  readonly poster: Poster;
  readonly reach: Reach;
  readonly signal: AbortSignal;
  readonly now: Clock;
}

type Prepared = Omit<Message, 'body' | 'sentAt' | 'token'> & { readonly bodyAt: (sentAt: string) => string };

/** Why it was not delivered after the last attempt; null when it was. */
async function deliver({ poster, reach, signal, now }: Sender, { bodyAt, ...message }: Prepared) {
  for (const wait of [...pausesMs, undefined]) {
    const sentAt = now();
    const { error } = await poster.post({ ...message, body: bodyAt(sentAt), sentAt }, reach, signal);
    if (error === null || wait === undefined || signal.aborted) return error;
    await pause(wait, undefined, { signal, ref: false }).catch(() => {});
  }
  return null;
}
