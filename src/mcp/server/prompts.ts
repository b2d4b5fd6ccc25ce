import { type McpServer, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PrincipalOf } from '../tool/context.ts';
import type { Runner } from '../tool/gate.ts';
import { advertisedSchema } from '../tool/json-schema.ts';
import type { Prompt } from '../prompt/prompt.ts';
import { messageOf, quotedArguments } from '../prompt/prompt-text.ts';
import { type Selectable, type Selection, selectTools } from './selection.ts';
import { standardSchema } from './standard-schema.ts';

/** The prompts all of whose tools are on offer. */
export function selectPrompts(
  prompts: readonly Prompt[],
  tools: readonly Selectable[],
  selection: Selection,
): readonly Prompt[] {
  const offered = new Set(selectTools(tools, selection).map(({ name }) => name));
  return prompts.filter((prompt) => prompt.tools.every((name) => offered.has(name)));
}

export interface PromptOptions {
  readonly prompts: readonly Prompt[];
  readonly withoutMissing: (text: string) => string;
  readonly principalOf: PrincipalOf;
  readonly runner: () => Promise<Pick<Runner, 'complete'>>;
}

/** What offers the prompts on a server; what stands in the list and in a message needs no request. */
export function promptsOffer(options: PromptOptions): (server: McpServer) => void {
  const offered = options.prompts.map((prompt) => ({ prompt, argsSchema: argumentsOf(prompt) }));
  return (server) => {
    for (const { prompt, argsSchema } of offered) {
      const { title, description } = prompt;
      server.registerPrompt(prompt.name, { title, description, argsSchema }, (typed) => {
        // What `argumentsOf` lets through are texts by name.
        const given = quotedArguments(typed as Readonly<Record<string, string | undefined>>);
        const text = messageOf(prompt.text(given), given, options.withoutMissing);
        return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
      });
    }
    server.server.setRequestHandler('completion/complete', async ({ params }, ctx) => {
      const values = await complete(options, params, ctx);
      return { completion: { values: [...values], hasMore: false } };
    });
  };
}

/** Hosts send an empty text for what was left out. */
const argumentsOf = (prompt: Prompt) =>
  standardSchema(advertisedSchema(prompt.args, 'input'), (typed) => {
    const filled = Object.entries(isPlainRecord(typed) ? typed : {}).filter(
      ([, text]) => typeof text !== 'string' || text.trim() !== '',
    );
    const { data, error } = prompt.args.safeParse(Object.fromEntries(filled));
    return error ? { issues: error.issues.map(({ message, path }) => ({ message, path })) } : { value: data };
  });

interface Asked {
  readonly ref: { readonly type: string; readonly name?: string };
  readonly argument: { readonly name: string; readonly value: string };
}

/** What an argument may be going to be. Nobody waits for it, so what fails completes nothing. */
async function complete(options: PromptOptions, { ref, argument }: Asked, ctx: ServerContext) {
  const prompt = options.prompts.find(({ name }) => ref.type === 'ref/prompt' && name === ref.name);
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt here.');
  const typed = argument.value;
  const words = wordsOf(prompt, argument.name);
  if (words.length > 0) return words.filter((word) => word.startsWith(typed.trim().toLowerCase()));
  const kind = prompt.completes?.[argument.name];
  if (kind === undefined) return [];
  const principal = options.principalOf(ctx.http?.authInfo);
  try {
    return await (await options.runner()).complete({ kind, typed, principal, signal: ctx.mcpReq.signal });
  } catch {
    return [];
  }
}

/** Of an argument that takes some words only. */
function wordsOf({ args }: Prompt, name: string): readonly string[] {
  const { properties } = advertisedSchema(args, 'input');
  const argument = isPlainRecord(properties) ? properties[name] : undefined;
  const words = isPlainRecord(argument) ? argument['enum'] : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}
