import { createHmac } from 'node:crypto';
import { addressProblem, ClosedAddress, type Reach, type Resolve } from './address.ts';
import type { Exchange } from './exchange.ts';

/** What the standard for signed notifications begins a shared secret with. */
export const signingSecretPrefix = 'whsec_';

export interface Message {
  /** The same on every attempt. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** What a subscriber knows its sender by; not every sender has one. */
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
  post(message: Message, reach: Reach, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

interface PosterOptions {
  readonly timeoutMs: number;
  readonly resolve: Resolve;
}

export function createPoster({ timeoutMs, resolve }: PosterOptions): Poster {
  let opened: Promise<Exchange> | undefined;
  return {
    async post(message, reach, signal) {
      const problem = addressProblem(message.url, reach);
      if (problem) return { status: null, error: `The address ${problem}.` };
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        opened ??= openExchange({ timeoutMs, resolve });
        const { send } = await opened;
        const status = await send(
          { url: message.url, headers: headersOf(message), body: message.body },
          reach,
          deadline,
        );
        return { status, error: status >= 200 && status < 300 ? null : `The receiver answered ${status}.` };
      } catch (error) {
        // Every way in which an exchange can fail is an outcome to be written down.
        return { status: null, error: reasonOf(error, timeoutMs) };
      }
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

/** Loads the HTTP client with the first notification: most services never send one. */
async function openExchange(options: PosterOptions): Promise<Exchange> {
  const { createExchange } = await import('./exchange.ts');
  return createExchange(options);
}

function headersOf({ id, body, token, signingSecret, sentAt }: Message): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(sentAt) / 1000));
  return {
    'content-type': 'application/json',
    'user-agent': 'waybill',
    ...(token !== undefined && { 'x-api-key': token }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(signingSecret, `${id}.${timestamp}.${body}`),
  };
}

/** Version 1 of the Standard Webhooks signature. */
function signatureOf(signingSecret: string, signed: string): string {
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

/** One sentence without anything that the receiver sent or that names an address behind a host name. */
function reasonOf(error: unknown, timeoutMs: number): string {
  const chain = causesOf(error);
  if (chain.some((cause) => cause instanceof ClosedAddress)) return 'The address must be a public address.';
  const codes = chain.map((cause) => ('code' in cause ? String(cause.code) : ''));
  if (chain.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEOUT|ETIMEDOUT/.test(code)))
    return `The receiver did not answer within ${timeoutMs / 1000} seconds.`;
  const known = codes.find((code) => Object.hasOwn(reasons, code));
  if (known !== undefined) return reasons[known] ?? '';
  if (codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)))
    return "The receiver's certificate is not accepted.";
  return 'The receiver could not be reached, or did not answer in HTTP.';
}

const depthMax = 5;

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < depthMax; cause = cause.cause) {
    chain.push(cause);
    if (cause instanceof AggregateError) chain.push(...cause.errors.filter((inner) => inner instanceof Error));
  }
  return chain;
}
