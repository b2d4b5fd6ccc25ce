// Works with a server as a program on the AI SDK does; prints one line of JSON. Arguments: `--url ADDRESS`, or a command and its words.
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

const [, , first, ...rest] = process.argv;
const transport =
  first === '--url'
    ? { type: 'http', url: rest[0] }
    : new StdioTransport({ command: first, args: rest, env: process.env });
const client = await createMCPClient({ transport, capabilities: { elicitation: {} } });
const forms = [];
client.onElicitationRequest(ElicitationRequestSchema, async ({ params }) => {
  forms.push(params.message);
  return { action: 'accept', content: { confirm: true } };
});
const tools = await client.tools();
const call = async (name, input) => {
  const { structuredContent } = await tools[name].execute(input, { toolCallId: '1', messages: [] });
  return structuredContent;
};
const { rows } = await call('list_quotes', { status: 'QUOTED', limit: 1 });
const { status } = await call('convert_quote', { quote: rows[0].friendlyId });
await client.close();
process.stdout.write(`${JSON.stringify({ tools: Object.keys(tools), status, forms: forms.length })}\n`);
