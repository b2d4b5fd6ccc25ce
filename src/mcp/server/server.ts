import {
  type AuthInfo,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
  type McpServerFactory,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../text/canonical.ts';
import { confirmForm } from '../gate/confirm.ts';
import type { ClientIdentity, Principal } from '../tool/context.ts';
import { createGate, type Gate } from '../gate/gate.ts';
import type { Caller, Confirmation, ConfirmState, GateOptions } from '../tool/run.ts';
import { instructionsFor } from './instructions.ts';
import { advertised } from './json-schema.ts';
import type { ToolResult } from '../results/result.ts';
import { selectTools } from './selection.ts';
import type { Tool, Toolset } from '../tool/tool.ts';

export interface ToolServerOptions extends GateOptions {
  readonly version: string;
  readonly toolsets: readonly Toolset[];
  readonly isReadOnly: boolean;
  /** Named in the instructions: "sandbox brokerage", or the host of the API. */
  readonly brokerage: string;
  /** Who calls: the token's subject over HTTP, the operating system's user on stdio. */
  readonly principalOf: (authInfo: AuthInfo | undefined) => Principal;
}

export interface ToolServer {
  /** Builds a server for one connection or one request, of either protocol era. */
  readonly buildServer: McpServerFactory;
  /** The tools on offer. */
  readonly tools: readonly Tool[];
}

const listTtlMs = 300_000;
const discoverTtlMs = 3_600_000;
/** The gate checks the ten minutes itself and answers in words; this only ends what is long dead. */
const stateTtlSeconds = 24 * 60 * 60;

/** One definition for both transports and both eras; what does not change is made here, once per process. */
export async function createToolServer(options: ToolServerOptions): Promise<ToolServer> {
  const tools = selectTools(options.tools, options);
  const codec = createRequestStateCodec<ConfirmState>({
    key: await options.memory.secret('request-state'),
    ttlSeconds: stateTtlSeconds,
    bind: (ctx) => `${ctx.mcpReq.method}\0${options.principalOf(ctx.http?.authInfo).name}`,
  });
  // A plan of a tool that is not on offer any more is not executed either.
  const gate = createGate({ ...options, tools });
  const instructions = instructionsFor({ ...options, tools });
  const listed = tools.map((tool) => ({ tool, config: configOf(tool) }));
  const buildServer: McpServerFactory = () => {
    const server = new McpServer(
      { name: 'waybill', title: 'Waybill', version: options.version },
      {
        instructions,
        capabilities: { tools: { listChanged: false } },
        requestState: { verify: (state, ctx) => codec.verify(state, ctx) },
        cacheHints: {
          'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' },
          'server/discover': { ttlMs: discoverTtlMs, cacheScope: 'public' },
        },
      },
    );
    for (const { tool, config } of listed) {
      server.registerTool(tool.name, config, (args, ctx) => serve({ gate, codec, options, server }, tool, args, ctx));
    }
    return server;
  };
  return { buildServer, tools };
}

function configOf(tool: Tool) {
  const { title, description, hints, isWrite } = tool;
  return {
    title,
    description,
    inputSchema: advertised(tool.input, 'input'),
    outputSchema: advertised(tool.result, 'output'),
    annotations: {
      title,
      readOnlyHint: !isWrite,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

interface Serving {
  readonly gate: Gate;
  readonly codec: RequestStateCodec<ConfirmState>;
  readonly options: ToolServerOptions;
  readonly server: McpServer;
}

async function serve({ gate, codec, options, server }: Serving, tool: Tool, args: unknown, ctx: ServerContext) {
  const answer = await gate.call(tool, args, callerOf(options, server, ctx));
  if ('result' in answer) return toWire(answer.result);
  const { message, state } = answer.question;
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: confirmForm }) },
    requestState: await codec.mint(state, ctx),
  });
}

function toWire({ text, data, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: data,
    ...(isError === true && { isError }),
  };
}

function callerOf(options: ToolServerOptions, server: McpServer, ctx: ServerContext): Caller {
  return {
    principal: options.principalOf(ctx.http?.authInfo),
    clientInfo: clientInfoOf(server, ctx),
    canAsk: canShowForm(server, ctx),
    confirmation: confirmationOf(ctx),
    signal: ctx.mcpReq.signal,
    progress: async (progress, total, message) => {
      const { _meta: meta } = ctx.mcpReq;
      const progressToken = meta?.progressToken;
      if (progressToken === undefined || ctx.mcpReq.signal.aborted) return;
      const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    },
  };
}

/** Asking a client that cannot show a form fails the whole call, so it is looked up first; a bare `{}` means forms. */
function canShowForm(server: McpServer, ctx: ServerContext): boolean {
  const declared = envelopeOf(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = isPlainRecord(declared) ? declared['elicitation'] : undefined;
  if (!isPlainRecord(elicitation)) return false;
  return elicitation['form'] !== undefined || elicitation['url'] === undefined;
}

function clientInfoOf(server: McpServer, ctx: ServerContext): ClientIdentity | undefined {
  const declared = envelopeOf(ctx)[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  if (!isPlainRecord(declared) || typeof declared['name'] !== 'string') return undefined;
  const version = typeof declared['version'] === 'string' ? declared['version'] : '';
  return { name: declared['name'].slice(0, 100), version: version.slice(0, 50) };
}

// The library types the envelope as an empty object; its members are checked where they are used.
const envelopeOf = (ctx: ServerContext) => (ctx.mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>;

function confirmationOf(ctx: ServerContext): Confirmation | undefined {
  // Verified and decoded by the codec, which only ever sealed a ConfirmState.
  const state = ctx.mcpReq.requestState<ConfirmState>();
  const response = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  if (!isPlainRecord(state) || response.kind !== 'elicit') return undefined;
  const isTicked = response.action === 'accept' && response.content?.['confirm'] === true;
  return { state, answer: isTicked ? 'accept' : response.action === 'cancel' ? 'cancel' : 'decline' };
}
