import * as z from 'zod';
import type { Completion } from '../run/runner.ts';
import type { PromptText } from './prompt-text.ts';

type AnyArguments = z.ZodObject<Record<string, z.ZodType<string | undefined>>>;

/** What the person gave, quoted as data; a blank argument is none. */
type Given<Args extends z.ZodObject> = { readonly [Name in keyof z.output<Args>]?: string };

interface Facts<Args extends z.ZodObject> {
  /** The file has the same name, with hyphens. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Where one of them is not on offer, neither is the prompt. A step that names another is left out where that is missing. */
  readonly tools: readonly string[];
  /** A strict object of texts: clients send nothing else. */
  readonly args: Args;
  /** Which arguments are records that can be looked up while somebody types. */
  readonly completes?: { readonly [Name in keyof z.output<Args>]?: Completion };
}

/** A task that a person starts by its name; it tells a model which tools to use, and where to wait. */
export interface Prompt extends Facts<AnyArguments> {
  readonly text: (given: Readonly<Record<string, string>>) => PromptText;
}

/** Declares a prompt. */
export function prompt<Args extends AnyArguments>(
  declared: Facts<Args> & { readonly text: (given: Given<Args>) => PromptText },
): Prompt {
  return declared;
}

const argumentMax = 200;

/** A text that a person types. */
export const typedArgument = (description: string) => z.string().trim().min(1).max(argumentMax).describe(description);
