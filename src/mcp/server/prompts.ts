import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { buildAdvertisedSchema, type AdvertisedSchema } from '../tool/json-schema.ts';
import type { Prompt } from '../prompt/prompt.ts';
import { formatMessage, quoteArguments } from '../prompt/prompt-text.ts';
import { type Selectable, type Selection, selectTools } from './selection.ts';
import { toStandardSchema } from './standard-schema.ts';

/** Selects the prompts whose tools are all offered. */
export function selectPrompts(
  prompts: readonly Prompt[],
  tools: readonly Selectable[],
  selection: Selection,
): readonly Prompt[] {
  const offered = new Set(selectTools(tools, selection).map(({ name }) => name));
  return prompts.filter((prompt) => prompt.tools.every((name) => offered.has(name)));
}

export interface OfferedPrompt {
  readonly prompt: Prompt;
  readonly argsSchema: StandardSchemaWithJSON;
}

export const offerPrompt = (prompt: Prompt): OfferedPrompt => ({ prompt, argsSchema: toArgumentsSchema(prompt) });

export function registerPrompt(
  server: McpServer,
  { prompt, argsSchema }: OfferedPrompt,
  withoutMissing: (text: string) => string,
): void {
  const { title, description } = prompt;
  server.registerPrompt(prompt.name, { title, description, argsSchema }, (typed) => {
    // What the schema lets through are texts by name.
    const quotedTexts = quoteArguments(typed as Readonly<Record<string, string | undefined>>);
    const text = formatMessage(prompt.text(quotedTexts), quotedTexts, withoutMissing);
    return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
}

/** Lists prompts with their arguments, as clients read them. */
export const listPrompts = (prompts: readonly OfferedPrompt[]) =>
  prompts.map(({ prompt: { name, title, description, args } }) => ({
    name,
    title,
    description,
    arguments: listArguments(buildAdvertisedSchema(args, 'input')),
  }));

function listArguments({ properties, required }: AdvertisedSchema) {
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isPlainRecord(properties) ? properties : {}).map(([name, property]) => {
    const description = isPlainRecord(property) ? property['description'] : undefined;
    return {
      name,
      ...(typeof description === 'string' && { description }),
      required: requiredNames.includes(name),
    };
  });
}

/** Hosts send an empty text for what was left out. */
const toArgumentsSchema = (prompt: Prompt) =>
  toStandardSchema(
    () => buildAdvertisedSchema(prompt.args, 'input'),
    (typed) => {
      const filled = Object.entries(isPlainRecord(typed) ? typed : {}).filter(
        ([, text]) => typeof text !== 'string' || text.trim() !== '',
      );
      const { data, error } = prompt.args.safeParse(Object.fromEntries(filled));
      return error ? { issues: error.issues.map(({ message, path }) => ({ message, path })) } : { value: data };
    },
  );

/**
 * Finds how an argument is completed: by fixed words, or by a lookup of a kind of record. Returns undefined if there is
 * no such prompt.
 */
export function findPromptCompletion(prompts: readonly Prompt[], name: string, argument: string) {
  const prompt = prompts.find((candidate) => candidate.name === name);
  return prompt && { words: listWords(prompt, argument), kind: prompt.completes?.[argument] };
}

/** Lists the words of an argument that takes fixed words only. */
function listWords({ args }: Prompt, name: string): readonly string[] {
  const { properties } = buildAdvertisedSchema(args, 'input');
  const argument = isPlainRecord(properties) ? properties[name] : undefined;
  const words = isPlainRecord(argument) ? argument['enum'] : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}
