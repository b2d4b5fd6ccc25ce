import { type Context, Hono } from 'hono';
import { createMessageHandler, type MessageHandler } from './message-handler.ts';
import { type McpMessage, readMessage } from './message.ts';
import type { ToolServer } from '../server/server.ts';
import { requireOwnAddress } from './own-address.ts';
import { type EndpointEnv, observe, type RequestLogOptions } from './request-log.ts';

export interface EndpointOptions extends RequestLogOptions, Pick<ToolServer, 'buildServer' | 'watch'> {
  /** Such as `http://127.0.0.1:3333`: every address under which this process is reached. */
  readonly origins: () => Promise<readonly string[]>;
  /** Fails with what keeps this process from answering calls. */
  readonly requireReady: () => Promise<void>;
  /** Serves the approvals page. */
  readonly page: (request: Request) => Promise<Response>;
}

export interface Endpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  /** From now on `/readyz` says that no more requests should be sent here, and open subscriptions end. */
  drain(): Promise<void>;
}

/** MCP over Streamable HTTP at `/mcp`, in both protocol eras; nothing is kept between two requests. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const handler = createMessageHandler(options, options.log);
  let isDraining = false;
  const app = new Hono<EndpointEnv>();
  app.use(observe(options));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => answerReady(options, c, isDraining));
  app.use('/mcp', requireOwnAddress(options));
  app.all('/mcp', async (c) => {
    const message = await readMessage(c.req.raw);
    return 'refusal' in message ? message.refusal : answerMessage(handler.fetch, c, message);
  });
  app.all('*', (c) => options.page(c.req.raw));
  return {
    fetch: async (request) => app.fetch(request),
    async drain() {
      isDraining = true;
      await handler.close();
    },
  };
}

type HandlerFetch = MessageHandler['fetch'];

function answerMessage(fetch: HandlerFetch, c: Context<EndpointEnv>, { body }: McpMessage): Promise<Response> {
  c.set('message', body);
  return fetch(c.req.raw, body === undefined ? {} : { parsedBody: body });
}

async function answerReady({ requireReady }: EndpointOptions, c: Context, isDraining: boolean): Promise<Response> {
  if (isDraining) return c.json({ status: 'draining' }, 503);
  try {
    await requireReady();
    return c.json({ status: 'ready' });
  } catch (error) {
    return c.json({ status: 'unavailable', reason: error instanceof Error ? error.message : String(error) }, 503);
  }
}
