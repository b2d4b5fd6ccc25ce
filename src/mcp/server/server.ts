import type { ToolServer, HttpMessage } from './tool-server.ts';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  inputRequired,
  McpServer,
  type McpServerFactory,
  requireScopes,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { EXTENSION_ID } from '@modelcontextprotocol/ext-apps/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import type { PrincipalOf } from '../tool/context.ts';
import { formValidator } from './form-validator.ts';
import { instructionsFor } from './instructions.ts';
import type { JsonSchema } from '../tool/json-schema.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import type { ToolResult } from '../results/result.ts';
import type { CommandText, ErrorFacts } from '../results/error-result.ts';
import type { CallOutcome, Runner } from '../run/runner.ts';
import { withoutMissing } from '../text/offered-words.ts';
import { planCardUri, registerPlanCard } from '../cards/plan-card.ts';
import { registerViews, viewOfTool } from '../cards/views.ts';
import type { Prompt } from '../prompt/prompt.ts';
import { createReader } from '../resources/read.ts';
import { resourcesOffer } from '../resources/offer.ts';
import { createWatch, type WatchPaces } from '../resources/watch.ts';
import { callerOf } from './caller.ts';
import { completionsOffer } from './completions.ts';
import { addShortIdentity, createIdentity, type Product } from './identity.ts';
import { observeCall } from './observed-call.ts';
import type { ToolTelemetry } from './telemetry.ts';
import { promptsOffer, selectPrompts } from './prompts.ts';
import { toStandardSchema } from './standard-schema.ts';
import { missingTools, type Selection, selectTools, showsPlans } from './selection.ts';

export interface ToolServerOptions extends Selection {
  readonly product: Product;
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly Prompt[];
  /** Named in the instructions: "sandbox brokerage", or the host of the API. */
  readonly brokerage: string;
  readonly principalOf: PrincipalOf;
  /** What runs the tools: most of the program, which greeting a client does not need. Asked for at every call. */
  readonly runner: () => Promise<Runner>;
  readonly log: Log;
  readonly commandText: CommandText;
  /** What a token has to be good for to call a tool that changes something; undefined where nobody signs in. */
  readonly writeScope?: string | undefined;
  /** Reports calls; left out where no collector is configured. */
  readonly telemetry?: (() => Promise<ToolTelemetry | undefined>) | undefined;
  /** How often changes of resources are looked for. */
  readonly watchPaces?: WatchPaces | undefined;
}

const listTtlMs = 300_000;
const discoverTtlMs = 3_600_000;

/** The one field of the form; only `accept` with it true passes. */
const confirmForm: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, do exactly this', default: false } },
  required: ['confirm'],
};

/** One definition for both transports and both eras; what does not change is made here, once per process. */
export function createToolServer(options: ToolServerOptions): ToolServer {
  const tools = selectTools(options.tools, options);
  const instructions = instructionsFor({ ...options, tools });
  const clean = withoutMissing(missingTools(options.tools, options));
  const prompts = selectPrompts(options.prompts, options.tools, options);
  const offerPrompts = promptsOffer({ prompts, withoutMissing: clean });
  const read = createReader({ ...options, tools });
  const offerResources = resourcesOffer({ tools }, read);
  const watch = createWatch({ ...options, read, paces: options.watchPaces });
  const offerCompletions = completionsOffer({ ...options, tools, prompts });
  const listed = tools.map((tool) => ({ tool, config: configOf(tool, clean, cardOf(tool, options), options) }));
  const counting = createMessageCount(options, tools);
  const buildServer: McpServerFactory = () => {
    const server = new McpServer(createIdentity(options.product), {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
        extensions: { [EXTENSION_ID]: {} },
      },
      jsonSchemaValidator: formValidator,
      requestState: { verify: async (state, ctx) => (await options.runner()).codec.verify(state, ctx) },
      cacheHints: {
        'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        'prompts/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        'resources/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        'resources/templates/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        // What it says of the tools depends on whose they are.
        'server/discover': { ttlMs: discoverTtlMs, cacheScope: 'private' },
      },
    });
    for (const { tool, config } of listed) {
      server.registerTool(tool.name, config, (args, ctx) =>
        observeCall({ ...options, tool, server, ctx }, async (traceparent) => {
          const call = { tool, args, ctx, traceparent, isCounted: counting.isCounted(ctx) };
          return addShortIdentity(await serve(options, server, call), options.product, ctx);
        }),
      );
    }
    offerResources(server, (ctx) => callerOf(options.principalOf, server, ctx));
    registerPlanCard(server);
    registerViews(server, tools);
    offerPrompts(server);
    offerCompletions(server);
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

/** What a host with MCP Apps shows beside the text of an answer. */
const cardOf = (tool: ListedTool, selection: Selection): string | undefined =>
  showsPlans(tool, selection) ? planCardUri : viewOfTool(tool.name);

function configOf(
  { title, description, hints, isWrite, inputSchema, outputSchema }: ListedTool,
  clean: (text: string) => string,
  card: string | undefined,
  { writeScope }: Pick<ToolServerOptions, 'writeScope'>,
) {
  return {
    title,
    description: clean(description),
    inputSchema: openSchema(inputSchema),
    outputSchema: openSchema(outputSchema),
    annotations: {
      title,
      readOnlyHint: !isWrite,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    ...(isWrite && writeScope !== undefined && { scopeChallenge: requireScopes(writeScope) }),
    ...(card !== undefined && { _meta: { ui: { resourceUri: card } } }),
  };
}

/** It lets every value through: the gate checks arguments and results itself, so that errors have this product's own shape. */
const openSchema = (json: JsonSchema) =>
  toStandardSchema(
    () => json,
    (value) => ({ value }),
  );

/** Counts calls whose messages come over HTTP, and says of which requests that was done. */
function createMessageCount(options: ToolServerOptions, tools: readonly ListedTool[]) {
  const counted = new WeakSet<Request>();
  return {
    isCounted: ({ http }: ServerContext): boolean => http?.req !== undefined && counted.has(http.req),
    async countMessage({ request, message, authInfo }: HttpMessage): Promise<CallToolResult | undefined> {
      counted.add(request);
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

interface Call {
  readonly tool: ListedTool;
  readonly args: unknown;
  readonly ctx: ServerContext;
  readonly traceparent: string | undefined;
  readonly isCounted: boolean;
}

async function serve(options: ToolServerOptions, server: McpServer, { tool, args, ctx, traceparent, isCounted }: Call) {
  let runner: Runner;
  try {
    runner = await options.runner();
  } catch (error) {
    return failWith({ ...options, error, isWrite: tool.isWrite });
  }
  const caller = { ...callerOf(options.principalOf, server, ctx), traceparent, isCounted };
  let answer: CallOutcome;
  try {
    answer = await runner.gate.call(tool.name, args, caller);
  } catch (error) {
    // The gate answers every failure itself; where it did not, nothing tells whether the write has left.
    return failWith({ ...options, error, isWrite: tool.isWrite, outcome: 'unknown' });
  }
  if ('result' in answer) return toWire(answer.result);
  const { message, state } = answer.question;
  try {
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: confirmForm }) },
      requestState: await runner.codec.mint(state, ctx),
    });
  } catch (error) {
    return failWith({ ...options, error, isWrite: tool.isWrite, outcome: 'not_done' });
  }
}

/** Answers with an error. What words it is loaded with the first failure. */
async function failWith(facts: ErrorFacts): Promise<CallToolResult> {
  const { errorResult } = await import('../results/error-result.ts');
  return toWire(errorResult(facts));
}

function toWire({ text, data, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: data,
    ...(isError === true && { isError }),
  };
}
