import { type McpServer, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { Prompt } from '../prompt/prompt.ts';
import { templateCompletion } from '../resources/offer.ts';
import type { PrincipalOf } from '../tool/context.ts';
import type { Completion, Runner } from '../run/runner.ts';
import { promptCompletion } from './prompts.ts';

interface CompletionOptions {
  /** Those on offer. */
  readonly prompts: readonly Prompt[];
  readonly tools: readonly { readonly name: string }[];
  readonly principalOf: PrincipalOf;
  readonly runner: () => Promise<Pick<Runner, 'complete'>>;
}

/** What completes arguments of prompts and variables of resource templates. */
export const completionsOffer =
  (options: CompletionOptions) =>
  (server: McpServer): void =>
    server.server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, ctx) => {
      const { words = [], kind } = completes(options, ref, argument.name);
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

type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

function completes({ prompts, tools }: CompletionOptions, ref: Reference, argument: string): Completes {
  const isPrompt = ref.type === 'ref/prompt';
  const found = isPrompt
    ? promptCompletion(prompts, ref.name, argument)
    : templateCompletion({ tools }, ref.uri, argument);
  if (found !== undefined) return found;
  const what = isPrompt ? 'prompt' : 'resource template';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such ${what} here.`);
}

/** Nobody waits for it, so what fails completes nothing. */
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
