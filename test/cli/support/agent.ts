import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CallAnswer, callTool } from '../../support/desk/clients.ts';
import { connectTaskClient, type TaskClient, type TaskClientSettings } from '../../support/desk/task-client.ts';
import { type RunningCommand, startWaybill } from './in-process.ts';
import { buildCommandOnce, buildEnvironment, type CommandSettings } from './waybill.ts';

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

export interface AgentProcess extends Agent {
  readonly pid: number;
}

export type ProtocolEra = 'legacy' | 'modern';

/** A host that speaks to `waybill stdio` in this process, with the real client of either protocol era. */
export async function startAgent(
  settings: CommandSettings,
  era: ProtocolEra = 'modern',
  /** Texts of the shown forms. If it is given, the client has forms and a person who says yes to each. */
  shownForms?: string[],
): Promise<Agent> {
  const server = startWaybill(['stdio'], settings);
  const client = createAgentClient(era, shownForms);
  try {
    await client.connect(connectStreams(server));
  } catch (error) {
    throw new Error(`waybill stdio did not answer; it wrote: ${server.logged()}`, { cause: error });
  }
  return {
    ...createAgent(client),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.ended;
    },
  };
}

/** A host that follows approvals as tasks, or offers its user their pages, and speaks to `waybill stdio` in this process. */
export async function startTaskAgent(settings: CommandSettings, abilities?: TaskClientSettings): Promise<TaskClient> {
  const server = startWaybill(['stdio'], settings);
  const agent = await connectTaskClient(connectStreams(server), abilities);
  return {
    ...agent,
    async [Symbol.asyncDispose]() {
      await agent.client.close();
      await server.ended;
    },
  };
}

/** A host that starts `waybill stdio` as a process and speaks to it over its pipes. */
export async function startAgentProcess(
  { home, environment, command }: CommandSettings,
  era: ProtocolEra = 'modern',
  shownForms?: string[],
): Promise<AgentProcess> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command ?? (await buildCommandOnce()), 'stdio'],
    env: buildEnvironment(home, environment),
    cwd: home,
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const client = createAgentClient(era, shownForms);
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`waybill stdio did not answer; it wrote: ${complaints}`, { cause: error });
  }
  return {
    ...createAgent(client),
    // Set by the transport when it started the process.
    pid: transport.pid as number,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const createAgent = (client: Client): Omit<Agent, typeof Symbol.asyncDispose> => ({
  client,
  call: (name, input) => callTool(client, name, input),
});

/** Messages as lines over the streams of a server in this process. */
function connectStreams({ stdin, stdout, ended }: RunningCommand): Transport {
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

/** Creates the real client of either protocol era; with `shownForms`, a person says yes to each form. */
export function createAgentClient(era: ProtocolEra, shownForms: string[] | undefined): Client {
  const client = new Client(
    { name: 'test agent', version: '1' },
    {
      ...(shownForms && { capabilities: { elicitation: {} } }),
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  if (shownForms)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shownForms.push(params.message);
      return { action: 'accept', content: { confirm: true } };
    });
  return client;
}
