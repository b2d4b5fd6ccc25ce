// Works with a server as an agent on LangChain does; prints one line of JSON. Arguments: `--url ADDRESS`, or a command and its words.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const [, , first, ...rest] = process.argv;
const server =
  first === '--url'
    ? { transport: 'http', url: rest[0] }
    : { transport: 'stdio', command: first, args: rest, env: process.env };
const client = new MultiServerMCPClient({ mcpServers: { waybill: server } });
const tools = await client.getTools();
const call = async (name, input) => {
  const tool = tools.find((one) => one.name === name);
  const { artifact } = await tool.invoke({ type: 'tool_call', id: '1', name, args: input });
  return artifact[0].data;
};
const { rows } = await call('list_quotes', { status: 'QUOTED', limit: 1 });
const { status } = await call('convert_quote', { quote: rows[0].friendlyId });
await client.close();
process.stdout.write(`${JSON.stringify({ tools: tools.map(({ name }) => name), rows: rows.length, status })}\n`);
