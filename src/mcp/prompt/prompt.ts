import * as z from 'zod';
import type { Completion } from '../run/runner.ts';
import type { PromptText } from './prompt-text.ts';

type AnyArguments = z.ZodObject<Record<string, z.ZodType<string | undefined>>>;

/** Arguments that the person gave, quoted as data; a blank argument is omitted. */
type PromptArguments<Args extends z.ZodObject> = { readonly [Name in keyof z.output<Args>]?: string };

interface PromptFields<Args extends z.ZodObject> {
  /** The file has the same name, with hyphens. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Tools that the prompt needs: without one of them it is not offered. A step that names any other tool is left out if
   * that tool is missing.
   */
  readonly tools: readonly string[];
  /** A strict object of texts: clients send nothing else. */
  readonly args: Args;
  /** Kinds of record of the arguments that can be looked up while a person types. */
  readonly completes?: { readonly [Name in keyof z.output<Args>]?: Completion };
}

/** A task that a person starts by its name; it tells a model which tools to use, and where to wait. */
export interface Prompt extends PromptFields<AnyArguments> {
  readonly text: (given: Readonly<Record<string, string>>) => PromptText;
}

/** Declares a prompt. */
export function prompt<Args extends AnyArguments>(
  declared: PromptFields<Args> & { readonly text: (given: PromptArguments<Args>) => PromptText },
): Prompt {
  return declared;
}

const argumentMax = 200;

/** Declares an argument that a person types. */
export const typedArgument = (description: string) => z.string().trim().min(1).max(argumentMax).describe(description);
