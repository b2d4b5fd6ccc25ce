import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acts, type NetworkFault } from './faults.ts';
import { type WireAnswer, readAnswer, readSent, type WireRequest, toRequest } from './wire.ts';

export interface FaultProxy extends AsyncDisposable {
  readonly origin: string;
  /** Selects the fault that meets a request; assign it. Undefined lets the request and its answer through. */
  choose: (sent: WireRequest) => NetworkFault | undefined;
  /** Number of requests that met each fault. */
  readonly met: Map<NetworkFault, number>;
}

interface Behind {
  readonly fetch: (request: Request) => Promise<Response> | Response;
  /** Under which the service gives out addresses of files; in answers the proxy puts its own in place. */
  readonly origin: string;
}

/** A proxy on a real socket of loopback, between a client and the real service. */
export async function startFaultProxy(service: Behind): Promise<FaultProxy> {
  const met = new Map<NetworkFault, number>();
  const sendOn = async (sent: WireRequest) => readAnswer(await service.fetch(toRequest(sent, service.origin)));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await readSent(request);
    const fault = proxy.choose(sent);
    if (fault !== undefined) met.set(fault, (met.get(fault) ?? 0) + 1);
    const answered = fault === undefined ? await sendOn(sent) : await acts[fault]({ response, sent, forward: sendOn });
    if (answered !== undefined) response.writeHead(answered.status, answered.headers).end(replaceOrigin(answered));
  };
  const replaceOrigin = ({ headers, body }: WireAnswer): string | Buffer =>
    (headers['content-type'] ?? '').includes('json') ? body.toString().replaceAll(service.origin, proxy.origin) : body;
  // A connection that the client gives up in the middle is part of the game.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    // A listening TCP server always has an address object.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose: () => undefined,
    met,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
