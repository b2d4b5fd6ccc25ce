import { PassThrough } from 'node:stream';
import { Client, type ElicitResult, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { toAnswer } from '../../support/desk/clients.ts';
import type { Era, Way } from './axes.ts';

export interface SeatOptions {
  readonly era: Era;
  readonly way: Way;
  readonly hasForms: boolean;
}

/** The signed question that a client of the newest protocol keeps. */
export interface SeatQuestion {
  readonly state: string;
}

export interface SeatCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Outcome of a call in a word: the status of its result, the code of its error, or `refused` by the protocol. */
export type OutcomeWord = string;

/** Person at a client of one protocol era, over one transport, with forms or without. */
export interface ClientSeat {
  /** Calls a tool; the forms that this client fills by itself are given to `fill`. */
  call(call: SeatCall, fill?: () => Promise<ElicitResult>): Promise<OutcomeWord | SeatQuestion>;
  /** Sends a call again with the answer to its question. */
  answer(call: SeatCall, question: SeatQuestion, reply: ElicitResult): Promise<OutcomeWord>;
  /** Calls a tool and returns the approval's id too. */
  ask(call: SeatCall): Promise<{ readonly word: OutcomeWord; readonly approvalId: string | undefined }>;
  close(): Promise<void>;
}

const address = new URL('http://gates.test/mcp');

export async function takeSeat(
  buildServer: McpServerFactory,
  { era, way, hasForms }: SeatOptions,
): Promise<ClientSeat> {
  let filling: (() => Promise<ElicitResult>) | undefined;
  const client = new Client(
    { name: `${era} client over ${way}`, version: '1' },
    {
      capabilities: hasForms ? { elicitation: {} } : {},
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
      // The test answers questions itself, so that it can answer late, twice or as somebody else.
      inputRequired: { autoFulfill: false },
    },
  );
  if (hasForms)
    client.setRequestHandler('elicitation/create', async () => {
      if (filling === undefined) throw new Error('a form that nobody expected');
      return filling();
    });
  await client.connect(way === 'stdio' ? createStdioTransport(buildServer) : createHttpTransport(buildServer));
  const send = async ({ tool, input }: SeatCall, more: object = {}) =>
    client
      .callTool({ name: tool, arguments: input, ...more }, { allowInputRequired: true })
      .catch((error: unknown) => ({ refused: error }));
  return {
    async call(call, fill) {
      filling = fill;
      const sent = await send(call);
      return findQuestion(sent) ?? toWord(sent);
    },
    answer: async (call, { state }, reply) =>
      toWord(await send(call, { requestState: state, inputResponses: { confirm: reply } })),
    async ask(call) {
      filling = undefined;
      const sent = await send(call);
      const approvalId = 'refused' in sent ? undefined : toAnswer(sent).data?.approval?.id;
      return { word: toWord(sent), approvalId };
    },
    close: () => client.close(),
  };
}

type ToolReply = Awaited<ReturnType<Client['callTool']>> | { readonly refused: unknown };

function findQuestion(sent: ToolReply): SeatQuestion | undefined {
  // In place of a result the client returns the question, which its types do not name.
  const { requestState } = sent as { readonly requestState?: unknown };
  return typeof requestState === 'string' ? { state: requestState } : undefined;
}

function toWord(sent: ToolReply): OutcomeWord {
  if ('refused' in sent) return 'refused';
  if (findQuestion(sent) !== undefined) return 'question';
  const { data } = toAnswer(sent);
  return String(data?.error?.code ?? data?.status);
}

function createHttpTransport(buildServer: McpServerFactory): Transport {
  const handler = createMcpHandler(buildServer);
  return new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) });
}

/** Serves over two pipes and returns the client's ends. */
function createStdioTransport(buildServer: McpServerFactory): Transport {
  const [up, down] = [new PassThrough(), new PassThrough()];
  serveStdio(buildServer, { transport: new StdioServerTransport(up, down) });
  // It reads and writes lines, whichever end it stands at.
  return new StdioServerTransport(down, up);
}
