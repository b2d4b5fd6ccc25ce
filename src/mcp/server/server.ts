import type { ToolServer, HttpMessage } from './tool-server.ts';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  inputRequired,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { EXTENSION_ID } from '@modelcontextprotocol/ext-apps/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import type { PrincipalOf } from '../tool/context.ts';
import { formValidator } from './form-validator.ts';
import { buildInstructions } from './instructions.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import type { CommandText, ErrorResultInput } from '../results/error-result.ts';
import type { ToolCallAnswer, Runner } from '../run/runner.ts';
import { createMissingRemover } from '../text/offered-words.ts';
import { planCard } from '../cards/plan-card.ts';
import { buildViews } from '../cards/views.ts';
import type { Prompt } from '../prompt/prompt.ts';
import { createReader } from '../resources/read.ts';
import {
  buildResources,
  listResources,
  listTemplates,
  type OfferedResource,
  registerResources,
} from '../resources/offer.ts';
import { createWatch, type WatchPaces } from '../resources/watch.ts';
import { toCaller } from './caller.ts';
import { createCompletionsOffer } from './completions.ts';
import { addShortIdentity, createIdentity, type Product } from './identity.ts';
import { observeCall } from './observed-call.ts';
import { answerResult } from './pending-approval.ts';
import { offerTasks, tasksExtension } from './tasks.ts';
import { toWire } from './wire-result.ts';
import type { ToolTelemetry } from './telemetry.ts';
import { answerLists, keepFirst, type OfferedLists } from './offered-lists.ts';
import { type OfferedTool, offerTool } from './offered-tools.ts';
import { listPrompts, type OfferedPrompt, offerPrompt, registerPrompt, selectPrompts } from './prompts.ts';
import { findReachedParts } from './reached-parts.ts';
import { listMissingTools, type Selection, selectTools } from './selection.ts';

export interface ToolServerOptions extends Selection {
  readonly product: Product;
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly Prompt[];
  /** Named in the instructions: "sandbox brokerage", or the host of the API. */
  readonly brokerage: string;
  readonly principalOf: PrincipalOf;
  /**
   * Loads what runs the tools. It is most of the program, which connecting a client does not need. Called for every
   * tool call.
   */
  readonly runner: () => Promise<Runner>;
  readonly log: Log;
  readonly commandText: CommandText;
  /** Scope that a token needs to call a tool that changes something; undefined if people don't sign in. */
  readonly writeScope?: string | undefined;
  /** Reports calls; left out where no collector is configured. */
  readonly telemetry?: (() => Promise<ToolTelemetry | undefined>) | undefined;
  /** Intervals of checks for changes of resources. */
  readonly watchPaces?: WatchPaces | undefined;
}

const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;
const cacheHints = {
  'tools/list': listHint,
  'prompts/list': listHint,
  'resources/list': listHint,
  'resources/templates/list': listHint,
  // What it says of the tools depends on whose they are.
  'server/discover': { ttlMs: 3_600_000, cacheScope: 'private' },
} as const;

/** The one field of the form; only `accept` with it true passes. */
const confirmForm: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, do exactly this', default: false } },
  required: ['confirm'],
};

/** Builds the options of a server: its capabilities, and how it is served. */
const buildServerOptions = (options: ToolServerOptions, { hasTasks }: { readonly hasTasks: boolean }) => ({
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    extensions: { [EXTENSION_ID]: {}, ...(hasTasks && { [tasksExtension]: {} }) },
  },
  jsonSchemaValidator: formValidator,
  requestState: {
    verify: async (state: string, ctx: ServerContext) => (await options.runner()).codec.verify(state, ctx),
  },
  cacheHints,
});

/**
 * Creates the tool server for both transports and both protocol eras. Parts that do not change are created once per
 * process.
 */
export function createToolServer(options: ToolServerOptions): ToolServer {
  const tools = selectTools(options.tools, options);
  const instructions = buildInstructions({ ...options, tools });
  const clean = createMissingRemover(listMissingTools(options.tools, options));
  const prompts = selectPrompts(options.prompts, options.tools, options);
  const read = createReader({ ...options, tools });
  const watch = createWatch({ ...options, read, paces: options.watchPaces });
  const offerCompletions = createCompletionsOffer({ ...options, tools, prompts });
  const counting = createMessageCount(options, tools);
  const offers: Offers = {
    tools: tools.map((tool) => offerTool(tool, clean, options)),
    prompts: prompts.map(offerPrompt),
    resources: [...buildResources({ tools }, read), planCard, ...buildViews(tools)],
  };
  const lists = createLists(offers);
  const buildServer: McpServerFactory = ({ era, requestInfo }) => {
    // The older protocol has requests of the same names that mean something else.
    const hasTasks = era === 'modern' && tools.some(({ isWrite }) => isWrite);
    const server = new McpServer(createIdentity(options.product), {
      ...buildServerOptions(options, { hasTasks }),
      instructions,
    });
    const reached = findReachedParts(requestInfo && counting.listMessages(requestInfo));
    for (const { tool, config } of offers.tools) {
      if (!reached.hasTool(tool.name)) continue;
      server.registerTool(tool.name, config, (args, ctx) =>
        observeCall({ ...options, tool, server, ctx }, async (traceparent) => {
          const call = { tool, args, ctx, traceparent, isCounted: counting.isCounted(ctx) };
          return addShortIdentity(await serve(options, server, call), options.product, ctx);
        }),
      );
    }
    for (const offer of offers.prompts) if (reached.hasPrompt(offer.prompt.name)) registerPrompt(server, offer, clean);
    if (reached.hasResources)
      registerResources(server, offers.resources, (ctx) => toCaller(options.principalOf, server, ctx));
    answerLists(server, lists);
    offerCompletions(server);
    if (hasTasks) offerTasks(server, options);
    return server;
  };
  return {
    buildServer,
    tools,
    countMessage: (received) => counting.countMessage(received),
    watch: {
      hasRoomFor: (count, authInfo) => watch.hasRoomFor(count, authInfo && options.principalOf(authInfo).name),
      start: (uris, authInfo, updated) => watch.start({ uris, principal: options.principalOf(authInfo), updated }),
    },
  };
}

interface Offers {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
}

const createLists = ({ tools, prompts, resources }: Offers): OfferedLists => ({
  tools: keepFirst(() => tools.map(({ definition }) => definition)),
  prompts: keepFirst(() => listPrompts(prompts)),
  resources: keepFirst(() => listResources(resources)),
  resourceTemplates: keepFirst(() => listTemplates(resources)),
});

/** Counts calls whose messages come over HTTP, and says of which requests that was done. */
function createMessageCount(options: ToolServerOptions, tools: readonly ListedTool[]) {
  const messages = new WeakMap<Request, unknown[]>();
  return {
    isCounted: ({ http }: ServerContext): boolean => http?.req !== undefined && messages.has(http.req),
    /** Lists the messages of a request; undefined for one that was not counted. */
    listMessages: (request: Request): readonly unknown[] | undefined => messages.get(request),
    async countMessage({ request, message, authInfo }: HttpMessage): Promise<CallToolResult | undefined> {
      const received = messages.get(request) ?? [];
      received.push(message);
      messages.set(request, received);
      const { method, params } = isPlainRecord(message) ? message : {};
      if (method !== 'tools/call') return undefined;
      // Where the desk cannot be opened, the call itself says so.
      const runner = await options.runner().catch(() => undefined);
      try {
        runner?.countCall(options.principalOf(authInfo).name);
        return undefined;
      } catch (error) {
        const name = isPlainRecord(params) ? params['name'] : undefined;
        const isWrite = tools.find((tool) => tool.name === name)?.isWrite ?? false;
        return failWith({ ...options, error, isWrite, outcome: 'not_done' });
      }
    },
  };
}

interface ServerCall {
  readonly tool: ListedTool;
  readonly args: unknown;
  readonly ctx: ServerContext;
  readonly traceparent: string | undefined;
  readonly isCounted: boolean;
}

async function serve(
  options: ToolServerOptions,
  server: McpServer,
  { tool, args, ctx, traceparent, isCounted }: ServerCall,
) {
  let runner: Runner;
  try {
    runner = await options.runner();
  } catch (error) {
    return failWith({ ...options, error, isWrite: tool.isWrite });
  }
  const caller = { ...toCaller(options.principalOf, server, ctx), traceparent, isCounted };
  let answer: ToolCallAnswer;
  try {
    answer = await runner.gate.call(tool.name, args, caller);
  } catch (error) {
    // The gate answers every failure itself; where it did not, nothing tells whether the write has left.
    return failWith({ ...options, error, isWrite: tool.isWrite, outcome: 'unknown' });
  }
  try {
    if ('result' in answer) return await answerResult(answer.result, { runner, server, ctx, caller });
    const { message, state } = answer.question;
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: confirmForm }) },
      requestState: await runner.codec.mint(state, ctx),
    });
  } catch (error) {
    // The result stands, whatever kept it from being offered as a task or with its page.
    if ('result' in answer) return toWire(answer.result);
    return failWith({ ...options, error, isWrite: tool.isWrite, outcome: 'not_done' });
  }
}

/** Answers with an error. What words it is loaded with the first failure. */
async function failWith(input: ErrorResultInput): Promise<CallToolResult> {
  const { buildErrorResult: errorResult } = await import('../results/error-result.ts');
  return toWire(errorResult(input));
}
