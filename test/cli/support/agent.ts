import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toAnswer, type CallAnswer } from '../../support/desk/clients.ts';
import { builtCommand, environmentOf, type Settings } from './waybill.ts';

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

export type Era = 'legacy' | 'modern';

/** A host that starts `waybill stdio` and speaks to it with the real client of either protocol era. */
export async function startAgent(
  { home, environment, command }: Settings,
  era: Era = 'modern',
  /** Given: a person at a client with forms, who says yes to each. */
  shown?: string[],
): Promise<Agent> {
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
    client,
    // Set by the transport when it started the process.
    pid: transport.pid as number,
    call: async (name, input = {}) => toAnswer(await client.callTool({ name, arguments: input })),
    [Symbol.asyncDispose]: () => client.close(),
  };
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
