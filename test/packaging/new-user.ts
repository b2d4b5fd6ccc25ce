import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runWaybill } from '../cli/support/in-process.ts';
import { buildEnvironment } from '../cli/support/waybill.ts';
import { type CallAnswer, callTool } from '../support/desk/clients.ts';

/** Command line with which a host starts a server: from its settings, or from the manifest of a bundle. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Home of the user and data folder of Waybill. */
  readonly home: string;
}

export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, input: Record<string, unknown>): Promise<CallAnswer>;
}

/** A real client that starts the server as a host would, without forms. */
export async function startAssistant({ command, args, env, home }: Started): Promise<Assistant> {
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      env: { ...buildEnvironment(home), ...env },
      cwd: '/',
      stderr: 'ignore',
    }),
  );
  return {
    client,
    call: (tool, input) => callTool(client, tool, input),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The assistant asks and plans, a person approves at a terminal on the same records, and the plan runs. Returns how it ended. */
export async function askApproveRun(assistant: Assistant, home: string): Promise<string> {
  const [quote] = (await assistant.call('list_quotes', { status: 'QUOTED', limit: 1 })).data.rows;
  const { approval } = (await assistant.call('convert_quote', { quote: quote.friendlyId })).data;
  const made = await runWaybill(['approvals', 'secret'], { home }, () => '');
  const secret = /secret of this desk is ([0-9A-Z-]{23})/.exec(made.stdout)?.[1] ?? '';
  await runWaybill(['approvals', 'approve', approval.id], { home }, () => secret);
  return (await assistant.call('run_approved', { approvalId: approval.id })).data.status;
}
