import type { McpServer } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { advertisedSchema } from '../tool/json-schema.ts';
import type { Prompt } from '../prompt/prompt.ts';
import { messageOf, quotedArguments } from '../prompt/prompt-text.ts';
import { type Selectable, type Selection, selectTools } from './selection.ts';
import { toStandardSchema } from './standard-schema.ts';

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
  };
}

/** Hosts send an empty text for what was left out. */
const argumentsOf = (prompt: Prompt) =>
  toStandardSchema(
    () => advertisedSchema(prompt.args, 'input'),
    (typed) => {
      const filled = Object.entries(isPlainRecord(typed) ? typed : {}).filter(
        ([, text]) => typeof text !== 'string' || text.trim() !== '',
      );
      const { data, error } = prompt.args.safeParse(Object.fromEntries(filled));
      return error ? { issues: error.issues.map(({ message, path }) => ({ message, path })) } : { value: data };
    },
  );

/** What an argument may be going to be: words, or the kind of record that is looked up; undefined where there is no such prompt. */
export function promptCompletion(prompts: readonly Prompt[], name: string, argument: string) {
  const prompt = prompts.find((one) => one.name === name);
  return prompt && { words: wordsOf(prompt, argument), kind: prompt.completes?.[argument] };
}

/** Of an argument that takes some words only. */
function wordsOf({ args }: Prompt, name: string): readonly string[] {
  const { properties } = advertisedSchema(args, 'input');
  const argument = isPlainRecord(properties) ? properties[name] : undefined;
  const words = isPlainRecord(argument) ? argument['enum'] : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}
