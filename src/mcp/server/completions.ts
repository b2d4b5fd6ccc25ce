import { type McpServer, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { Prompt } from '../prompt/prompt.ts';
import { findTemplateCompletion } from '../resources/offer.ts';
import type { PrincipalOf } from '../tool/context.ts';
import type { Completion, Runner } from '../run/runner.ts';
import { findPromptCompletion } from './prompts.ts';

interface CompletionOptions {
  /** Those on offer. */
  readonly prompts: readonly Prompt[];
  readonly tools: readonly { readonly name: string }[];
  readonly principalOf: PrincipalOf;
  readonly runner: () => Promise<Pick<Runner, 'complete'>>;
}

/** Creates the offer of completions for arguments of prompts and variables of resource templates. */
export const createCompletionsOffer =
  (options: CompletionOptions) =>
  (server: McpServer): void =>
    server.server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, ctx) => {
      const { words = [], kind } = findCompletion(options, ref, argument.name);
      const typed = argument.value;
      const values =
        words.length > 0
          ? words.filter((word) => word.startsWith(typed.trim().toLowerCase()))
          : await lookUp(options, kind, typed, ctx);
      return { completion: { values: [...values], hasMore: false } };
    });

interface Completes {
  readonly words?: readonly string[];
  readonly kind: Completion | undefined;
}

type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

function findCompletion({ prompts, tools }: CompletionOptions, ref: CompletionReference, argument: string): Completes {
  const isPrompt = ref.type === 'ref/prompt';
  const completion = isPrompt
    ? findPromptCompletion(prompts, ref.name, argument)
    : findTemplateCompletion({ tools }, ref.uri, argument);
  if (completion !== undefined) return completion;
  const kind = isPrompt ? 'prompt' : 'resource template';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such ${kind} here.`);
}

/** Looks up completions. A failure returns none, because a person does not wait for them. */
async function lookUp(
  { principalOf, runner }: CompletionOptions,
  kind: Completion | undefined,
  typed: string,
  ctx: ServerContext,
): Promise<readonly string[]> {
  if (kind === undefined) return [];
  const principal = principalOf(ctx.http?.authInfo);
  try {
    return await (await runner()).complete({ kind, typed, principal, signal: ctx.mcpReq.signal });
  } catch {
    return [];
  }
}
