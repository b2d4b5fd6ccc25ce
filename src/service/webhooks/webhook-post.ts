import { createHmac } from 'node:crypto';
import { describeAddressProblem, ClosedAddress, type AllowedReach, type Resolve } from './address.ts';
import type { WebhookExchange } from './exchange.ts';

/** Prefix of a shared secret in the standard for signed notifications. */
export const signingSecretPrefix = 'whsec_';

export interface WebhookMessage {
  /** The same on every attempt. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Token that identifies the sender to a subscriber. Not every sender has one. */
  readonly token?: string | undefined;
  readonly signingSecret: string;
  /** Instant of this attempt. */
  readonly sentAt: string;
}

export interface Posted {
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Why it counts as not delivered; null when it was. */
  readonly error: string | null;
}

export interface Poster {
  post(message: WebhookMessage, reach: AllowedReach, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

interface PosterOptions {
  readonly timeoutMs: number;
  readonly resolve: Resolve;
}

export function createPoster({ timeoutMs, resolve }: PosterOptions): Poster {
  let opened: Promise<WebhookExchange> | undefined;
  return {
    async post(message, reach, signal) {
      const problem = describeAddressProblem(message.url, reach);
      if (problem) return { status: null, error: `The address ${problem}.` };
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        opened ??= openExchange({ timeoutMs, resolve });
        const { send } = await opened;
        const status = await send(
          { url: message.url, headers: buildHeaders(message), body: message.body },
          reach,
          deadline,
        );
        return { status, error: status >= 200 && status < 300 ? null : `The receiver answered ${status}.` };
      } catch (error) {
        // Every way in which an exchange can fail is an outcome to be written down.
        return { status: null, error: describeReason(error, timeoutMs) };
      }
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

/** Loads the HTTP client with the first notification: most services never send one. */
async function openExchange(options: PosterOptions): Promise<WebhookExchange> {
  const { createExchange } = await import('./exchange.ts');
  return createExchange(options);
}

function buildHeaders({ id, body, token, signingSecret, sentAt }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(sentAt) / 1000));
  return {
    'content-type': 'application/json',
    'user-agent': 'waybill',
    ...(token !== undefined && { 'x-api-key': token }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': computeSignature(signingSecret, `${id}.${timestamp}.${body}`),
  };
}

/** Computes version 1 of the Standard Webhooks signature. */
function computeSignature(signingSecret: string, signed: string): string {
  const key = Buffer.from(signingSecret.slice(signingSecretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The connection broke off.',
  EPIPE: 'The connection broke off.',
  UND_ERR_SOCKET: 'The connection broke off.',
  ENOTFOUND: 'The host name is not known.',
  EAI_AGAIN: 'The host name could not be looked up.',
  EHOSTUNREACH: 'There is no route to the receiver.',
  ENETUNREACH: 'There is no route to the receiver.',
};

/** Describes an error in one sentence. It includes nothing that the receiver sent and no address behind a host name. */
function describeReason(error: unknown, timeoutMs: number): string {
  const chain = listCauses(error);
  if (chain.some((cause) => cause instanceof ClosedAddress)) return 'The address must be a public address.';
  const codes = chain.map((cause) => ('code' in cause ? String(cause.code) : ''));
  if (chain.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEOUT|ETIMEDOUT/.test(code)))
    return `The receiver did not answer within ${timeoutMs / 1000} seconds.`;
  const code = codes.find((code) => Object.hasOwn(reasons, code));
  if (code !== undefined) return reasons[code] ?? '';
  if (codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)))
    return "The receiver's certificate is not accepted.";
  return 'The receiver could not be reached, or did not answer in HTTP.';
}

const depthMax = 5;

function listCauses(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < depthMax; cause = cause.cause) {
    chain.push(cause);
    if (cause instanceof AggregateError) chain.push(...cause.errors.filter((inner) => inner instanceof Error));
  }
  return chain;
}
