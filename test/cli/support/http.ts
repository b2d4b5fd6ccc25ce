import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type CallAnswer, callTool } from '../../support/desk/clients.ts';
import { createAgentClient, type ProtocolEra } from './agent.ts';
import { type RunningCommand, startWaybill } from './in-process.ts';
import { readReadyLine } from './ready-line.ts';
import { type RunningProcess, type CommandSettings, startProcess } from './waybill.ts';

export interface HttpReadyLine {
  readonly url: string;
  readonly approvalsUrl: string;
}

export interface RunningHttp extends RunningCommand {
  readonly ready: HttpReadyLine;
}

export interface HttpProcess extends RunningProcess {
  readonly ready: HttpReadyLine;
}

const buildArguments = (args: readonly string[]) => ['http', '--port', '0', ...args];

/** `waybill http` on a free port of this process, once it has said that it is ready. */
export const startHttpCommand = (args: readonly string[], settings: CommandSettings): Promise<RunningHttp> =>
  readReadyLine<HttpReadyLine, RunningCommand>(startWaybill(buildArguments(args), settings));

/** `waybill http` on a free port in a process of its own. */
export const startHttpProcess = async (args: readonly string[], settings: CommandSettings): Promise<HttpProcess> =>
  readReadyLine<HttpReadyLine, RunningProcess>(await startProcess(buildArguments(args), settings));

export interface HttpAgent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

/** The real client of either protocol era at an address; given `shown`, with a person who says yes to each form; given a token, signed in. */
export async function connectOverHttp(
  url: string,
  era: ProtocolEra = 'modern',
  shownForms?: string[],
  token?: string,
): Promise<HttpAgent> {
  const client = createAgentClient(era, shownForms);
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    client,
    call: (name, input) => callTool(client, name, input),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
