import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildDeskSettings } from './record.ts';
import type { CommandSettings } from './waybill.ts';

/** Key of the signatures that the receiver checks. */
export const key = Buffer.alloc(32, 3);

interface ReceivedNotification {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Somebody else's server on this machine; it answers with each of the statuses in turn, and then with 204. */
export async function startReceiver(statuses: number[] = []) {
  const received: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    events: () => received.map(({ text }) => JSON.parse(text).events[0]),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Builds settings of a desk that notifies this receiver. */
export const buildListeningSettings = (home: string, url: string): CommandSettings => {
  const { environment } = buildDeskSettings(home);
  const secret = `whsec_${key.toString('base64')}`;
  return {
    home,
    environment: { ...environment, WAYBILL_APPROVAL_WEBHOOK: url, WAYBILL_APPROVAL_WEBHOOK_SECRET: secret },
  };
};
