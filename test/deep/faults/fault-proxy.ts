import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acts, type Fault } from './faults.ts';
import { type Answered, readAnswer, readSent, type Sent, toRequest } from './wire.ts';

export interface FaultProxy extends AsyncDisposable {
  readonly origin: string;
  /** What is done to a request; assign it. Undefined lets the request and its answer through. */
  choose: (sent: Sent) => Fault | undefined;
  /** How many requests met each fault. */
  readonly met: Map<Fault, number>;
}

interface Behind {
  readonly fetch: (request: Request) => Promise<Response> | Response;
  /** Under which the service gives out addresses of files; in answers the proxy puts its own in place. */
  readonly origin: string;
}

/** A proxy on a real socket of loopback, between a client and the real service. */
export async function startFaultProxy(service: Behind): Promise<FaultProxy> {
  const met = new Map<Fault, number>();
  const forward = async (sent: Sent) => readAnswer(await service.fetch(toRequest(sent, service.origin)));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await readSent(request);
    const fault = proxy.choose(sent);
    if (fault !== undefined) met.set(fault, (met.get(fault) ?? 0) + 1);
    const answered = fault === undefined ? await forward(sent) : await acts[fault]({ response, sent, forward });
    if (answered !== undefined) response.writeHead(answered.status, answered.headers).end(readdressed(answered));
  };
  const readdressed = ({ headers, body }: Answered): string | Buffer =>
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
