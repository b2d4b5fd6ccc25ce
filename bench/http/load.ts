/** What the clients ask for, in turns. */
export interface Asked {
  readonly tool: string;
  readonly input: (place: number) => Readonly<Record<string, unknown>>;
}

interface Load {
  /** The clients are spread over them evenly. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly calls: number;
  readonly asked: readonly Asked[];
  /** The place of the first call, so that no load repeats the calls of another. */
  readonly from?: number;
}

export interface Loaded {
  readonly seconds: number;
  /** Of each call, ms. */
  readonly times: readonly number[];
}

const protocol = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': protocol,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * Clients of the newest protocol that each call again as soon as they are answered. They write their requests by hand:
 * the library's client would take more of the machine than the servers that are measured.
 */
export async function runLoad({ urls, clients, calls, asked, from = 0 }: Load): Promise<Loaded> {
  const times: number[] = [];
  let next = 0;
  const client = async (url: string) => {
    while (next < calls) {
      const place = from + next;
      next += 1;
      const one = asked[place % asked.length];
      if (one === undefined) throw new Error('there is nothing to ask for');
      const calledAt = performance.now();
      await callTool(url, one.tool, one.input(place));
      times.push(performance.now() - calledAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, place) => client(urls[place % urls.length] ?? '')));
  return { seconds: (performance.now() - startedAt) / 1000, times };
}

async function callTool(url: string, tool: string, input: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocol,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: input, _meta: meta },
    }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"result"') || text.includes('"isError":true'))
    throw new Error(`a measured call of ${tool} failed: ${response.status} ${text.slice(0, 300)}`);
}
