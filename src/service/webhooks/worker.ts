import type { BrokerageDatabase } from '../../store/connection.ts';
import { computeNextAttempt } from '../../domain/messages/webhook-retry.ts';
import type { Log } from '../../log.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { Row } from '../../store/schema.ts';
import {
  claimDeliveries,
  forgetDeliveries,
  type WebhookReceiver,
  listDueReceivers,
  finishDelivery,
} from '../../store/webhook-deliveries.ts';
import { readJson } from '../shared/fields.ts';
import { computeReach, type Resolve, resolveHost } from './address.ts';
import { createPoster, type Posted, type Poster } from './webhook-post.ts';
import { decryptSecrets } from './secrets.ts';
import type { Outages } from '../shared/outages.ts';
import { startWorker, type Worker } from '../shared/worker.ts';

const timeoutMs = 5000;
/** Longer than any attempt takes with its bookkeeping. */
const leaseMs = 30_000;
/**
 * Most deliveries that may run in this process, to all receivers and to one of them. A failing receiver gets one slot.
 */
const slotsMax = 64;
const slotsPerReceiver = 4;
const lookEveryMs = 1000;
const keptMs = 30 * 24 * 60 * 60 * 1000;
const forgetEveryMs = 60 * 60 * 1000;

export interface DelivererOptions {
  readonly database: BrokerageDatabase;
  readonly cipher: Cipher;
  readonly now: () => string;
  readonly log: Log;
  readonly outages: Outages;
  /** True if only programs of this machine can call the service. */
  readonly isBoundToLoopback: boolean;
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
  /** Called whenever an attempt is over and its slot is free again. */
  readonly onFree?: () => void;
}

export interface Deliverer {
  /** Begins to send what is due, as far as there is room; true when there may be more at once. */
  begin(): Promise<boolean>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Breaks off what is under way and leaves it to the next process. */
  close(): Promise<void>;
}

interface DeliveryWork extends DelivererOptions {
  readonly poster: Poster;
  readonly ending: AbortSignal;
}

/** Sends notifications out of the outbox, so that a slow receiver holds up neither a request nor another receiver. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const ending = new AbortController();
  const poster = createPoster({
    timeoutMs: options.timeoutMs ?? timeoutMs,
    resolve: options.resolve ?? resolveHost,
  });
  const work: DeliveryWork = { ...options, poster, ending: ending.signal };
  const underWay = new Map<Promise<void>, string>();
  const countFreeSlots = ({ id, status }: WebhookReceiver) => {
    const usedSlots = [...underWay.values()].filter((receiverId) => receiverId === id).length;
    const slots = status === 'FAILING' ? 1 : slotsPerReceiver;
    return Math.min(slots - usedSlots, slotsMax - underWay.size);
  };

  function launch(receiver: WebhookReceiver, delivery: Row<'webhook_delivery'>): void {
    const attempt = deliver(work, receiver, delivery)
      .catch((error: unknown) => {
        // The lease runs out and the delivery is taken up again.
        if (options.outages.isExplained(error)) return;
        options.log('error', 'A notification could not be accounted for and will be sent again.', {
          delivery: delivery.id,
          cause: error instanceof Error ? error.message : String(error),
        });
      })
      .finally(() => {
        underWay.delete(attempt);
        options.onFree?.();
      });
    underWay.set(attempt, receiver.id);
  }

  const waitUntilIdle = async () => {
    while (underWay.size > 0) await Promise.all(underWay.keys());
  };

  return {
    async begin() {
      const now = options.now();
      let isMoreLikely = false;
      for (const receiver of await listDueReceivers(options.database.reader, now)) {
        const limit = countFreeSlots(receiver);
        if (limit <= 0) continue;
        const leaseUntil = addMs(now, leaseMs);
        const leased = await claimDeliveries(options.database, { receiver, now, leaseUntil, limit });
        for (const delivery of leased) launch(receiver, delivery);
        isMoreLikely ||= leased.length > 0 && countFreeSlots(receiver) > 0;
      }
      return isMoreLikely;
    },
    idle: waitUntilIdle,
    async close() {
      ending.abort();
      await waitUntilIdle();
      await poster.close();
    },
  };
}

const addMs = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString();

async function deliver(
  work: DeliveryWork,
  receiver: WebhookReceiver,
  delivery: Row<'webhook_delivery'>,
): Promise<void> {
  const posted = await tryDelivery(work, receiver, delivery);
  const now = work.now();
  if (posted.error === null) await recordDelivered(work, receiver, delivery, { posted, now });
  else if (work.ending.aborted) await giveBack(work, delivery, now);
  else await recordFailed(work, receiver, delivery, { posted, now });
}

async function tryDelivery(
  { cipher, poster, ending, now, isBoundToLoopback }: DeliveryWork,
  receiver: WebhookReceiver,
  { id, payload }: Row<'webhook_delivery'>,
): Promise<Posted> {
  const secrets = tryDecryptSecrets(cipher, receiver);
  if (!secrets) return { status: null, error: 'The token cannot be decrypted; make the subscription anew.' };
  const sentAt = now();
  const body = JSON.stringify({ sentAt, events: [readJson(payload)] });
  const message = { id, url: receiver.url, body, sentAt, ...secrets };
  const reach = computeReach({ isSandbox: receiver.is_sandbox === 1, isBoundToLoopback });
  return poster.post(message, reach, ending);
}

function tryDecryptSecrets(cipher: Cipher, receiver: WebhookReceiver) {
  try {
    return decryptSecrets(cipher, receiver);
  } catch {
    // Encrypted with another key: that is this subscription's failure and must not stop the others.
    return undefined;
  }
}

interface Attempted {
  readonly posted: Posted;
  readonly now: string;
}

function recordDelivered(
  { database }: DeliveryWork,
  receiver: WebhookReceiver,
  delivery: Row<'webhook_delivery'>,
  { posted, now }: Attempted,
): Promise<void> {
  return database.transaction(async (tx) => {
    await finishDelivery(tx, delivery, {
      status: 'DELIVERED',
      next_attempt_at: null,
      delivered_at: now,
      last_status: posted.status,
      last_error: null,
    });
    await tx
      .updateTable('webhook_subscription')
      .set(({ eb }) => ({
        last_delivered_at: now,
        status: eb
          .case()
          .when('status', '=', 'FAILING')
          .then('ACTIVE' as const)
          .else(eb.ref('status'))
          .end(),
      }))
      .where('organization_id', '=', receiver.organization_id)
      .where('id', '=', receiver.id)
      .execute();
  });
}

function recordFailed(
  { database }: DeliveryWork,
  receiver: WebhookReceiver,
  delivery: Row<'webhook_delivery'>,
  { posted, now }: Attempted,
): Promise<void> {
  return database.transaction(async (tx) => {
    const next = computeNextAttempt(delivery.attempts, now);
    const isOurs = await finishDelivery(tx, delivery, {
      status: next === null ? 'FAILED' : 'PENDING',
      next_attempt_at: next,
      last_status: posted.status,
      last_error: posted.error,
    });
    if (!isOurs || next !== null) return;
    await tx
      .updateTable('webhook_subscription')
      .set(({ eb }) => ({
        failed_at: now,
        failure_attempts: delivery.attempts,
        failure_status: posted.status,
        failure_message: posted.error,
        status: eb
          .case()
          .when('status', '=', 'ACTIVE')
          .then('FAILING' as const)
          .else(eb.ref('status'))
          .end(),
      }))
      .where('organization_id', '=', receiver.organization_id)
      .where('id', '=', receiver.id)
      .execute();
  });
}

/**
 * Releases a delivery when this process ends: the attempt doesn't count, and the next process doesn't wait for the
 * lease.
 */
async function giveBack({ database }: DeliveryWork, delivery: Row<'webhook_delivery'>, now: string): Promise<void> {
  await database.transaction((tx) =>
    finishDelivery(tx, delivery, { attempts: delivery.attempts - 1, next_attempt_at: now }),
  );
}

/** Delivers beside the requests until it is stopped, and forgets once an hour what is older than thirty days. */
export function startWebhookWorker(options: DelivererOptions): Worker {
  let wake = () => {};
  const deliverer = createDeliverer({ ...options, onFree: () => wake() });
  let forgottenAt = Number.NEGATIVE_INFINITY;

  async function forgetOld(): Promise<boolean> {
    const now = Date.parse(options.now());
    // The clock of a sandbox may also have been set back.
    if (Math.abs(now - forgottenAt) < forgetEveryMs) return false;
    const isMoreLikely = await forgetDeliveries(options.database, new Date(now - keptMs).toISOString());
    if (!isMoreLikely) forgottenAt = now;
    return isMoreLikely;
  }

  const worker = startWorker({
    name: 'Sending notifications',
    everyMs: lookEveryMs,
    log: options.log,
    outages: options.outages,
    work: async () => {
      const isMoreToSend = await deliverer.begin();
      const isMoreToForget = await forgetOld();
      return isMoreToSend || isMoreToForget;
    },
  });
  wake = () => worker.wake();
  return {
    wake,
    async stop() {
      await worker.stop();
      await deliverer.close();
    },
  };
}
