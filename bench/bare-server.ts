import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** What the framework alone can do on this machine: one route that answers a small object. */
const app = new Hono();
app.get('/', (c) => c.json({ status: 'ok' }));

const answer = getRequestListener(app.fetch);
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit());
