import type { ServerResponse } from 'node:http';
import { type WireAnswer, fromBeginning, type WireRequest } from './wire.ts';

/** Faults that a network, a proxy or a service in trouble can cause at any request. */
export const faults = [
  '401',
  '429 with Retry-After',
  '500',
  '503',
  '504',
  '504 after the service has answered',
  'a reset before the service',
  'a reset after the service has answered',
  'no answer',
  'a body that breaks off',
  'a page of HTML',
] as const;

/**
 * Wrong answers in place of a later page of a list: its cursor with the rows of the first page, or all of the first
 * page.
 */
export const pageFaults = ['rows of the first page', 'the first page'] as const;

export type NetworkFault = (typeof faults)[number] | (typeof pageFaults)[number];

interface Met {
  readonly response: ServerResponse;
  readonly sent: WireRequest;
  /** Sends the request to the service and returns its answer. */
  readonly forward: (sent: WireRequest) => Promise<WireAnswer>;
}

/** Returns the answer for the client; undefined if it gets no answer, or half of one. */
type Act = (met: Met) => Promise<WireAnswer | undefined>;

export const acts: Readonly<Record<NetworkFault, Act>> = {
  '401': async () => buildRefusal(401, 'UNAUTHORIZED'),
  '429 with Retry-After': async () => buildRefusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' }),
  '500': async () => buildRefusal(500, 'INTERNAL_ERROR'),
  '503': async () => buildRefusal(503, 'SERVICE_UNAVAILABLE'),
  '504': async () => buildRefusal(504, 'GATEWAY_TIMEOUT'),
  '504 after the service has answered': async ({ forward, sent }) => {
    await forward(sent);
    return buildRefusal(504, 'GATEWAY_TIMEOUT');
  },
  'a reset before the service': async ({ response }) => {
    response.socket?.resetAndDestroy();
    return undefined;
  },
  'a reset after the service has answered': async ({ response, forward, sent }) => {
    await forward(sent);
    response.socket?.resetAndDestroy();
    return undefined;
  },
  'no answer': async ({ response, forward, sent }) => {
    await forward(sent);
    // The client gives up.
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
    return undefined;
  },
  'a body that breaks off': async ({ response, forward, sent }) => {
    const { status, headers, body } = await forward(sent);
    response.writeHead(status, { ...headers, 'content-length': String(body.length + 1) });
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
    return undefined;
  },
  'a page of HTML': async ({ forward, sent }) => {
    const { status } = await forward(sent);
    return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Welcome</h1>') };
  },
  'rows of the first page': async ({ forward, sent }) => {
    const answer = await forward(sent);
    const { data } = await readJsonBody(forward(fromBeginning(sent)));
    return { ...answer, body: Buffer.from(JSON.stringify({ ...(await readJsonBody(answer)), data })) };
  },
  'the first page': ({ forward, sent }) => forward(fromBeginning(sent)),
};

async function readJsonBody(answer: WireAnswer | Promise<WireAnswer>): Promise<Readonly<Record<string, unknown>>> {
  // The answer of a list is an object.
  return JSON.parse((await answer).body.toString()) as Readonly<Record<string, unknown>>;
}

function buildRefusal(status: number, code: string, headers: Record<string, string> = {}): WireAnswer {
  const body = Buffer.from(JSON.stringify({ error: { code, message: `${code} said a proxy` } }));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
