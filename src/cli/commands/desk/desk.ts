import { tools } from '../../../../tools/index.ts';
import type { Log } from '../../../log.ts';
import { toLocalOrigin } from '../../../mcp/approvals-page/page-options.ts';
import { chooseDeskZone } from '../../../mcp/run/desk-zone.ts';
import { type ApprovalsLink, createToken } from '../../../mcp/desk-page/desk-options.ts';
import { createDeskPage } from '../../../mcp/desk-page/page.ts';
import type { ToolResult } from '../../../mcp/results/result.ts';
import { selectTools } from '../../../mcp/server/selection.ts';
import { toolsets } from '../../../mcp/policy/toolsets.ts';
import type { Runner } from '../../../mcp/run/runner.ts';
import { version } from '../../../version.ts';
import type { Config } from '../../config.ts';
import { readWhole } from '../../flags.ts';
import { mountApprovalsPage } from '../../opening/approvals-page.ts';
import { openDesk } from '../../opening/desk.ts';
import type { Desk } from '../../opening/desk-shape.ts';
import { listenOnLoopback } from '../../opening/loopback.ts';
import { readActivePolicy } from '../../opening/policy.ts';
import { startServing, type Session } from '../../session.ts';

/**
 * Serves what reading tools answer as pages, and the approvals page beside them, until a signal ends it; prints its one line
 * when it is ready.
 */
export async function runDesk(flags: { readonly port: string }, session: Session): Promise<void> {
  const { log, now, print, waitForStop } = session;
  const stopped = waitForStop();
  const config = startServing(session);
  const requestedPort = readWhole('--port', flags.port, { min: 0, max: 65_535 });
  // Whatever the toolsets of the assistant are: a person reads here. Only the approvals page beside it writes, and only what a
  // person has approved.
  const selection = { toolsets, isReadOnly: true, policy: await readActivePolicy(config) };
  const getPrincipal = () => ({ name: config.userName, kind: 'person' }) as const;
  const bound = Promise.withResolvers<number>();
  const desk = await openDesk(config, {
    // Where people sign in at an issuer, the server at which they do has the approvals page.
    ...(config.signIn === undefined && {
      openPage: async (parts) => mountApprovalsPage(config, parts, await bound.promise, '/desk'),
    }),
    policy: selection.policy,
    principalOf: getPrincipal,
    now,
    log,
    usesFiles: true,
    commandText: config.commandText,
  });
  try {
    const names = selectTools(tools, selection).map(({ name }) => name);
    const page = await servePage(requestedPort, { config, log, names, runner: desk.runnerFor(selection), desk, bound });
    print(JSON.stringify({ url: page.link }));
    await stopped;
    await page.close();
  } finally {
    await desk.close();
  }
}

interface DeskPageParts {
  readonly config: Config;
  readonly log: Log;
  readonly names: readonly string[];
  readonly runner: Runner;
  readonly desk: Desk;
  /** Settled with the port once the page listens. */
  readonly bound: PromiseWithResolvers<number>;
}

async function servePage(requestedPort: number, { config, log, names, runner, desk, bound }: DeskPageParts) {
  let port = 0;
  const linkToken = createToken();
  const call = (tool: string, input: object, signal: AbortSignal) => callTool(runner, config, { tool, input, signal });
  const page = createDeskPage({
    origin: () => toLocalOrigin(port),
    tools: names,
    call,
    timeZone: async () => chooseDeskZone(config.timeZone, (await desk.api.time()).timeZone),
    approvals: findApprovalsLink(config, desk),
    linkToken,
    log,
  });
  const isServed = config.signIn === undefined;
  const listening = await listenOnLoopback(
    async (request) =>
      isServed && isApprovalsRequest(request) ? (await desk.page()).fetch(request) : page.fetch(request),
    requestedPort,
  );
  ({ port } = listening);
  bound.resolve(port);
  return { link: `${toLocalOrigin(port)}/desk/open/${linkToken}`, close: () => listening.close() };
}

const isApprovalsRequest = ({ url }: Request): boolean => /^\/approvals(?:\/|$)/.test(new URL(url).pathname);

/** Finds the approvals page: of this process, or of the server at which people sign in. */
function findApprovalsLink({ signIn, publicUrl }: Config, desk: Desk): ApprovalsLink | undefined {
  if (signIn === undefined) return { address: '/approvals', count: async () => (await desk.page()).countPending() };
  return publicUrl === undefined ? undefined : { address: new URL('/approvals', publicUrl).href };
}

interface DeskCall {
  readonly tool: string;
  readonly input: object;
  readonly signal: AbortSignal;
}

async function callTool(runner: Runner, { userName }: Config, { tool, input, signal }: DeskCall): Promise<ToolResult> {
  const outcome = await runner.gate.call(tool, input, {
    principal: { name: userName, kind: 'person' },
    clientInfo: { name: 'waybill-desk', version },
    canAsk: false,
    signal,
    progress: async () => {},
  });
  if ('result' in outcome) return outcome.result;
  throw new Error(`${tool} asked a question, which no reading tool does.`);
}
