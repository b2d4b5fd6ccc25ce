import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type CallAnswer, callTool } from '../../support/desk/clients.ts';
import { agentClient, type Era } from './agent.ts';
import { type Running, startWaybill } from './in-process.ts';
import { readReadyLine } from './ready-line.ts';
import { type RunningProcess, type Settings, startProcess } from './waybill.ts';

export interface HttpReadyLine {
  readonly url: string;
  readonly approvalsUrl: string;
}

export interface RunningHttp extends Running {
  readonly ready: HttpReadyLine;
}

export interface HttpProcess extends RunningProcess {
  readonly ready: HttpReadyLine;
}

const onFreePort = (args: readonly string[]) => ['http', '--port', '0', ...args];

/** `waybill http` on a free port of this process, once it has said that it is ready. */
export const startHttpCommand = (args: readonly string[], settings: Settings): Promise<RunningHttp> =>
  readReadyLine<HttpReadyLine, Running>(startWaybill(onFreePort(args), settings));

/** `waybill http` on a free port in a process of its own. */
export const startHttpProcess = async (args: readonly string[], settings: Settings): Promise<HttpProcess> =>
  readReadyLine<HttpReadyLine, RunningProcess>(await startProcess(onFreePort(args), settings));

export interface HttpAgent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

/** The real client of either protocol era at an address; given `shown`, with a person who says yes to each form; given a token, signed in. */
export async function connectOverHttp(
  url: string,
  era: Era = 'modern',
  shown?: string[],
  token?: string,
): Promise<HttpAgent> {
  const client = agentClient(era, shown);
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    client,
    call: (name, input) => callTool(client, name, input),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
