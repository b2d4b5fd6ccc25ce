/** A call that the clients make, in turns. */
export interface LoadCall {
  readonly tool: string;
  readonly input: (place: number) => Readonly<Record<string, unknown>>;
  /** Called with the text of each answer. */
  readonly onAnswer?: (text: string) => void;
}

/** The list of tools, which is no tool itself. */
export const listTools: LoadCall = { tool: 'tools/list', input: () => ({}) };

interface LoadOptions {
  /** The clients are spread over them evenly. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly calls: number;
  readonly loadCalls: readonly LoadCall[];
  /** The place of the first call, so that no load repeats the calls of another. */
  readonly from?: number;
  /** Headers of people who have signed in, in turns of the clients. */
  readonly authorizations?: readonly string[] | undefined;
  /** Ends the load with the calls that are under way. */
  readonly signal?: AbortSignal;
}

export interface LoadResult {
  readonly seconds: number;
  /** Time of each call, ms. */
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
export async function runLoad({
  urls,
  clients,
  calls,
  loadCalls,
  from = 0,
  authorizations = [],
  signal,
}: LoadOptions): Promise<LoadResult> {
  const times: number[] = [];
  let next = 0;
  const runClient = async (url: string, authorization: string | undefined) => {
    while (next < calls) {
      if (signal?.aborted === true) return;
      const place = from + next;
      next += 1;
      const loadCall = loadCalls[place % loadCalls.length];
      if (loadCall === undefined) throw new Error('there is nothing to ask for');
      const calledAt = performance.now();
      const call = () => callTool(url, loadCall, { input: loadCall.input(place), authorization });
      // A server that is busy for seconds closes connections that were kept alive at the moment of their next use.
      await call().catch((error: unknown) => (error instanceof TypeError ? call() : Promise.reject(error)));
      times.push(performance.now() - calledAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, (_, place) =>
      runClient(urls[place % urls.length] ?? '', authorizations[place % authorizations.length]),
    ),
  );
  return { seconds: (performance.now() - startedAt) / 1000, times };
}

interface LoadCallOptions {
  readonly input: object;
  readonly authorization: string | undefined;
}

async function callTool(
  url: string,
  { tool, onAnswer }: LoadCall,
  { input, authorization }: LoadCallOptions,
): Promise<void> {
  const method = tool === listTools.tool ? tool : 'tools/call';
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocol,
      'mcp-method': method,
      ...(method !== tool && { 'mcp-name': tool }),
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...(method !== tool && { name: tool, arguments: input }), _meta: meta },
    }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"result"') || text.includes('"isError":true'))
    throw new Error(`a measured call of ${tool} failed: ${response.status} ${text.slice(0, 300)}`);
  onAnswer?.(text);
}
