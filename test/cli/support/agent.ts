import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CallAnswer, callTool } from '../../support/desk/clients.ts';
import { type Running, startWaybill } from './in-process.ts';
import { builtCommand, environmentOf, type Settings } from './waybill.ts';

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

export interface AgentProcess extends Agent {
  readonly pid: number;
}

export type Era = 'legacy' | 'modern';

/** A host that speaks to `waybill stdio` in this process, with the real client of either protocol era. */
export async function startAgent(
  settings: Settings,
  era: Era = 'modern',
  /** Given: a person at a client with forms, who says yes to each. */
  shown?: string[],
): Promise<Agent> {
  const server = startWaybill(['stdio'], settings);
  const client = agentClient(era, shown);
  try {
    await client.connect(connectStreams(server));
  } catch (error) {
    throw new Error(`waybill stdio did not answer; it wrote: ${server.logged()}`, { cause: error });
  }
  return {
    ...agentOf(client),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.ended;
    },
  };
}

/** A host that starts `waybill stdio` as a process and speaks to it over its pipes. */
export async function startAgentProcess(
  { home, environment, command }: Settings,
  era: Era = 'modern',
  shown?: string[],
): Promise<AgentProcess> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command ?? (await builtCommand()), 'stdio'],
    env: environmentOf(home, environment),
    cwd: home,
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const client = agentClient(era, shown);
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`waybill stdio did not answer; it wrote: ${complaints}`, { cause: error });
  }
  return {
    ...agentOf(client),
    // Set by the transport when it started the process.
    pid: transport.pid as number,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const agentOf = (client: Client): Omit<Agent, typeof Symbol.asyncDispose> => ({
  client,
  call: (name, input) => callTool(client, name, input),
});

/** Messages as lines over the streams of a server in this process. */
function connectStreams({ stdin, stdout, ended }: Running): Transport {
  const received = new ReadBuffer();
  const transport: Transport = {
    async start() {
      stdout.on('data', (text: string) => {
        received.append(Buffer.from(text));
        for (let message = received.readMessage(); message !== null; message = received.readMessage())
          transport.onmessage?.(message);
      });
      // The library's transport has no other way to hear of it.
      void ended.then(() => transport.onclose?.());
    },
    async send(message) {
      stdin.write(serializeMessage(message));
    },
    async close() {
      stdin.end();
      await ended;
    },
  };
  return transport;
}

/** The real client of either protocol era; given `shown`, with a person who says yes to each form. */
export function agentClient(era: Era, shown: string[] | undefined): Client {
  const client = new Client(
    { name: 'test agent', version: '1' },
    {
      ...(shown && { capabilities: { elicitation: {} } }),
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  if (shown)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params.message);
      return { action: 'accept', content: { confirm: true } };
    });
  return client;
}
