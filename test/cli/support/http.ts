import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toAnswer, type CallAnswer } from '../../support/desk/clients.ts';
import { agentClient, type Era } from './agent.ts';
import { type Running, type Settings, startWaybill } from './waybill.ts';

export interface HttpReadyLine {
  readonly url: string;
  readonly approvalsUrl: string;
}

export interface RunningHttp extends Running {
  readonly ready: HttpReadyLine;
}

/** `waybill http` on a free port, once it has said that it is ready. */
export async function startHttpCommand(args: readonly string[], settings: Settings): Promise<RunningHttp> {
  const running = await startWaybill(['http', '--port', '0', ...args], settings);
  try {
    // Its form is what the tests of the ready line check.
    const ready = JSON.parse(await running.firstLine) as HttpReadyLine;
    return { ...running, ready };
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw error;
  }
}

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
    call: async (name, input = {}) => toAnswer(await client.callTool({ name, arguments: input })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
