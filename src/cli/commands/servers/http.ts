import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { toolList } from '../../../../tools/list.ts';
import { createEndpoint } from '../../../mcp/http/endpoint.ts';
import { type AnswerHttp, type ApiServerOptions, createApiServer } from '../../http/api-server.ts';
import { configProblem } from '../../config-problem.ts';
import { readWhole } from '../../flags.ts';
import { formatHealthUrl, recordHealth } from '../../health-record.ts';
import { drain, listen } from '../../http/listen.ts';
import { openLocalFront } from '../../opening/http-front.ts';
import { listenOnLoopback } from '../../opening/loopback.ts';
import { createServerTurns, toolServerLimits } from '../../http/server-turns.ts';
import { startServing, type Session } from '../../session.ts';

export interface HttpFlags {
  readonly host: string;
  readonly port: string;
}

interface HttpReadyFields {
  readonly url: string;
  readonly approvalsUrl: string;
}

/** Serves MCP over Streamable HTTP until a signal ends it; prints its one line when it is ready. */
export async function runHttp(flags: HttpFlags, session: Session): Promise<void> {
  const { log, print, waitForStop } = session;
  const stopped = waitForStop();
  const config = startServing(session);
  const port = readWhole('--port', flags.port, { min: 0, max: 65_535 });
  refuseOneOrganization(config);
  if (config.signIn === undefined) requireLoopback(flags.host);
  const listened = Promise.withResolvers<HttpListening>();
  const front = await openFront({ ...session, config }, listened.promise);
  try {
    const endpoint = createEndpoint({ ...front, toolNames: new Set(toolList.map(({ name }) => name)), log });
    const listening = await listenAt(flags.host, port, endpoint.fetch, {
      turns: createServerTurns(toolServerLimits, log),
      log,
      replacesGlobals: true,
    });
    listened.resolve(listening);
    try {
      const removeHealth = recordHealth(config, { healthUrl: formatHealthUrl(flags.host, listening.port) });
      const line: HttpReadyFields = {
        url: `${await front.url()}/mcp`,
        approvalsUrl: `${await front.pageOrigin()}/approvals`,
      };
      print(JSON.stringify(line));
      await stopped;
      removeHealth();
    } finally {
      // After a start that failed, too: a process that listens does not end.
      endpoint.drain();
      await front.endStreams();
      await listening.drain();
    }
  } finally {
    await front.close();
  }
}

function refuseOneOrganization({ organization, home }: Session['config']): void {
  if (organization !== undefined)
    throw configProblem(
      '--home',
      `is the folder of the organization ${organization}; the server is one for all of them: start it with ${path.resolve(home, '../..')}.`,
    );
}

/** Loads and opens the front. The code for sign-in is large, and most desks on one machine have no sign-in. */
async function openFront({ config, log, now, hasThreads }: Session, listening: Promise<HttpListening>) {
  const { signIn, publicUrl } = config;
  if (signIn === undefined) return openLocalFront(config, { now, log, hasThreads, listening });
  const { openSignedInFront } = await import('../../opening/signed-in/front.ts');
  const { requireOrigin } = await import('../../opening/signed-in/sign-in-place.ts');
  return openSignedInFront(config, { signIn, origin: requireOrigin(publicUrl), now, log, hasThreads });
}

interface HttpListening {
  readonly port: number;
  /** Completes the requests that have begun, and ends. */
  drain(): Promise<void>;
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/** Listens for programs of this machine over IPv4 and IPv6, whichever of the two is named. */
async function listenAt(
  host: string,
  port: number,
  answer: AnswerHttp,
  options: ApiServerOptions,
): Promise<HttpListening> {
  if (loopbackHosts.includes(host)) return listenOnLoopback(answer, port, options);
  const server = createApiServer(answer, options);
  await listen(server, { port, host });
  // A listening TCP server always has an address object.
  return { port: (server.address() as AddressInfo).port, drain: () => drain(server) };
}

/** Refuses other addresses: without sign-in, only programs of this machine may call. */
function requireLoopback(host: string): void {
  if (loopbackHosts.includes(host)) return;
  throw configProblem(
    '--host',
    `must be 127.0.0.1 or localhost: without sign-in other machines may not call; it is ${host}. WAYBILL_SIGN_IN names who may sign in.`,
  );
}
