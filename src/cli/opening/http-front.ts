import type { Log } from '../../log.ts';
import type { EndpointOptions } from '../../mcp/http/endpoint.ts';
import { createMessageHandler } from '../../mcp/http/message-handler.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { mountApprovalsPage } from './approvals-page.ts';
import { startToolServers } from './tool-server.ts';

/** Handlers and addresses of a process that serves HTTP. */
export interface HttpFront extends Omit<EndpointOptions, 'toolNames' | 'log'> {
  /** Returns the address at which clients reach this process, such as `http://127.0.0.1:3333`. */
  readonly url: () => Promise<string>;
  /** Returns the origin of the approvals page: `http://localhost:3333`. */
  readonly pageOrigin: () => Promise<string>;
  /** Ends open subscriptions, which would never end by themselves. */
  readonly endStreams: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface LocalFrontOptions {
  readonly now: Clock;
  readonly log: Log;
  /** True if a thread of its own fills the copy. */
  readonly hasThreads?: boolean | undefined;
  readonly listening: Promise<ListeningPort>;
}

/**
 * Opens the front for programs of this machine: without sign-in, everything is done in the name of the user who runs
 * this process.
 */
export async function openLocalFront(
  config: Config,
  { now, log, hasThreads, listening }: LocalFrontOptions,
): Promise<HttpFront> {
  const tools = await startToolServers(config, now, log, {
    openPage: async (desk) => mountApprovalsPage(config, desk, (await listening).port),
    hasThreads,
    usesFiles: false,
    filesAt: async () => formatUrl(await listening),
  });
  try {
    // Whatever keeps the desk from opening ends the start, not the first call.
    const desk = await tools.desk();
    const handler = createMessageHandler(tools.serverFor(), log);
    await handler.prepare();
    return {
      admit: async () => ({ handler }),
      origins: async () => listOrigins(await listening),
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
      checkReadiness: desk.checkReadiness,
      file: async ({ organization, token }, request) =>
        organization === '' ? desk.serveFile?.(request, token) : undefined,
      page: async (request) => (await desk.page()).fetch(request),
      url: async () => formatUrl(await listening),
      pageOrigin: async () => (await desk.page()).origin,
      endStreams: handler.close,
      close: tools.close,
    };
  } catch (error) {
    await tools.close();
    throw error;
  }
}

interface ListeningPort {
  readonly port: number;
}

const formatUrl = ({ port }: ListeningPort): string => `http://127.0.0.1:${port}`;

/** Lists every address under which a program of this machine reaches a port. */
const listOrigins = ({ port }: ListeningPort): readonly string[] =>
  ['127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${port}`);
