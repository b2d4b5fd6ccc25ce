import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerHttp, type ApiServerOptions, createApiServer } from '../http/api-server.ts';
import { configProblem } from '../config-problem.ts';
import { drain } from '../http/listen.ts';

const triesMax = 20;

export interface LoopbackListening {
  readonly port: number;
  /** Ends at once. */
  close(): Promise<void>;
  /** Completes the requests that have begun, and ends. */
  drain(): Promise<void>;
}

/**
 * Listens on both addresses that `localhost` may lead to: on a machine with several users, another user must not get
 * the forms of a page by listening on the free one. Port 0 is any free one.
 */
export async function listenOnLoopback(
  answer: AnswerHttp,
  requestedPort = 0,
  options: ApiServerOptions = {},
): Promise<LoopbackListening> {
  const listenAt = (port: number, host: string) => startServer(createApiServer(answer, options), port, host);
  for (let tried = 1; ; tried += 1) {
    const first = await listenAt(requestedPort, '127.0.0.1').catch((error: unknown) =>
      refuseTaken(error, requestedPort),
    );
    // A listening TCP server always has an address object.
    const { port } = first.address() as AddressInfo;
    try {
      return createListening(port, [first, await listenAt(port, '::1')]);
    } catch (error) {
      // Where there is no IPv6, `localhost` leads to the first one only.
      if (!isTaken(error)) return createListening(port, [first]);
      await closeServer(first);
      if (requestedPort !== 0) return refuseTaken(error, requestedPort);
      if (tried === triesMax) throw error;
    }
  }
}

const createListening = (port: number, servers: readonly Server[]): LoopbackListening => ({
  port,
  close: async () => void (await Promise.all(servers.map(closeServer))),
  drain: async () => void (await Promise.all(servers.map(drain))),
});

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

function refuseTaken(error: unknown, port: number): never {
  if (port === 0 || !isTaken(error)) throw error;
  throw configProblem('--port', `${port} is taken by another program; choose another, or 0 for a free one.`);
}

async function startServer(server: Server, port: number, host: string): Promise<Server> {
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
