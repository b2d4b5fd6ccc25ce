import { getRequestListener } from '@hono/node-server';
import { createEndpoint } from '../../../mcp/http/endpoint.ts';
import type { Clock } from '../../clock.ts';
import { configProblem } from '../../config-problem.ts';
import { readWhole } from '../../flags.ts';
import { mountApprovalsPage } from '../../opening/approvals-page.ts';
import { listenOnLoopback, type Listening } from '../../opening/loopback.ts';
import { startToolServer } from '../../opening/tool-server.ts';
import { logStart, type Session } from '../../session.ts';

export interface HttpFlags {
  readonly host: string;
  readonly port: string;
}

interface ReadyLine {
  readonly url: string;
  readonly approvalsUrl: string;
}

/** MCP over Streamable HTTP until a signal ends it; prints its one line when it is ready. */
export async function runHttp(
  flags: HttpFlags,
  { config, log }: Session,
  now: Clock,
  stop: Promise<void>,
): Promise<void> {
  logStart(config, log);
  requireLoopback(flags.host);
  const wanted = readWhole('--port', flags.port, { min: 0, max: 65_535 });
  const listened = Promise.withResolvers<Listening>();
  const tools = await startToolServer(config, now, log, {
    openPage: async (desk) => mountApprovalsPage(config, desk, (await listened.promise).port),
    usesFiles: false,
  });
  try {
    // Whatever keeps the desk from opening ends the start, not the first call.
    const desk = await tools.desk();
    const endpoint = createEndpoint({
      buildServer: tools.server.buildServer,
      watch: tools.server.watch,
      origins: async () => originsOf(await listened.promise),
      requireReady: desk.requireReady,
      page: async (request) => (await desk.page()).fetch(request),
      toolNames: new Set(tools.server.tools.map(({ name }) => name)),
      log,
    });
    const answer = getRequestListener(endpoint.fetch);
    const listening = await listenOnLoopback((request, response) => void answer(request, response), wanted);
    listened.resolve(listening);
    const { origin } = await desk.page();
    const line: ReadyLine = { url: `http://127.0.0.1:${listening.port}/mcp`, approvalsUrl: `${origin}/approvals` };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    await stop;
    await endpoint.drain();
    await listening.drain();
  } finally {
    await tools.close();
  }
}

/** Every address under which a program of this machine reaches a port. */
const originsOf = ({ port }: Listening): readonly string[] =>
  ['127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${port}`);

/** Nobody signs in here, so only programs of this machine may call: over IPv4 and IPv6, whichever of the two is named. */
function requireLoopback(host: string): void {
  if (['127.0.0.1', 'localhost', '::1'].includes(host)) return;
  throw configProblem(
    '--host',
    `must be 127.0.0.1 or localhost: nobody signs in here, so other machines may not call; it is ${host}.`,
  );
}
