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
export interface Question {
  readonly state: string;
}

export interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** What a call came to in a word: the status of its result, the code of its error, or `refused` by the protocol. */
export type Word = string;

/** Somebody at a client of one protocol era, over one transport, with forms or without. */
export interface Seat {
  /** Calls a tool; the forms that this client fills by itself are given to `fill`. */
  call(call: Call, fill?: () => Promise<ElicitResult>): Promise<Word | Question>;
  /** Sends a call again with the answer to its question. */
  answer(call: Call, question: Question, reply: ElicitResult): Promise<Word>;
  /** The same, with what the answer holds. */
  ask(call: Call): Promise<{ readonly word: Word; readonly approvalId: string | undefined }>;
  close(): Promise<void>;
}

const address = new URL('http://gates.test/mcp');

export async function takeSeat(buildServer: McpServerFactory, { era, way, hasForms }: SeatOptions): Promise<Seat> {
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
  await client.connect(way === 'stdio' ? overStdio(buildServer) : overHttp(buildServer));
  const send = async ({ tool, input }: Call, more: object = {}) =>
    client
      .callTool({ name: tool, arguments: input, ...more }, { allowInputRequired: true })
      .catch((error: unknown) => ({ refused: error }));
  return {
    async call(call, fill) {
      filling = fill;
      const sent = await send(call);
      return questionIn(sent) ?? wordOf(sent);
    },
    answer: async (call, { state }, reply) =>
      wordOf(await send(call, { requestState: state, inputResponses: { confirm: reply } })),
    async ask(call) {
      filling = undefined;
      const sent = await send(call);
      const approvalId = 'refused' in sent ? undefined : toAnswer(sent).data?.approval?.id;
      return { word: wordOf(sent), approvalId };
    },
    close: () => client.close(),
  };
}

type Sent = Awaited<ReturnType<Client['callTool']>> | { readonly refused: unknown };

function questionIn(sent: Sent): Question | undefined {
  // In place of a result the client returns the question, which its types do not name.
  const { requestState } = sent as { readonly requestState?: unknown };
  return typeof requestState === 'string' ? { state: requestState } : undefined;
}

function wordOf(sent: Sent): Word {
  if ('refused' in sent) return 'refused';
  if (questionIn(sent) !== undefined) return 'question';
  const { data } = toAnswer(sent);
  return String(data?.error?.code ?? data?.status);
}

function overHttp(buildServer: McpServerFactory): Transport {
  const handler = createMcpHandler(buildServer);
  return new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) });
}

/** Both ends of the pipes of a process. */
function overStdio(buildServer: McpServerFactory): Transport {
  const [up, down] = [new PassThrough(), new PassThrough()];
  serveStdio(buildServer, { transport: new StdioServerTransport(up, down) });
  // It reads and writes lines, whichever end it stands at.
  return new StdioServerTransport(down, up);
}
