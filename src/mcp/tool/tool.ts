import * as z from 'zod';
import type { Gate } from '../../contract/kit/gate.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import type { Toolset } from '../policy/toolsets.ts';
import type { Hints } from './listed-tool.ts';
import type { ToolContext, StoredUndo } from './context.ts';
import type { NothingToDo, Plan, PlanDraft, ShownWrite, StepOutcome } from './plan.ts';
import { anyResult, type ToolResult, writeResultShape } from '../results/result.ts';

interface ToolDeclarationFields<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** `verb_noun`; the file has the same name. */
  readonly name: string;
  readonly title: string;
  /** Below 1,024 characters: what it returns, when to use it, when to use another, what it will not do. */
  readonly description: string;
  readonly toolset: Toolset;
  /** The usual gate, for the catalogue; a plan may choose another within the policy. */
  readonly gate: Gate;
  /** True if the tool carries out any operation, each with its own gate. */
  readonly takesAnyGate?: boolean;
  /** Every operation it may call; others are refused. */
  readonly operations: readonly OperationName[];
  /** A strict object, so that unknown arguments are refused by name. */
  readonly input: Input;
  /** Its own members of structuredContent; those of every result are added. */
  readonly output: Output;
  readonly hints?: Hints;
}

/** True if a call creates a record, which may depend on its arguments. */
export type Creates = boolean | ((input: Readonly<Record<string, unknown>>) => boolean);

interface ReadingFields<Input extends z.ZodObject> {
  readonly gate: 'none';
  readonly read: (ctx: ToolContext, input: z.output<Input>) => Promise<ToolResult>;
}

interface DirectWriting<Input extends z.ZodObject> {
  readonly gate: 'audit';
  readonly hints: Hints;
  /** Identical arguments within 10 minutes answer with the first outcome unless `again: true`. */
  readonly creates?: Creates;
  readonly write: (ctx: ToolContext, input: z.output<Input>) => Promise<ToolResult>;
  /**
   * Builds what a person reads first if the policy requires approval. It runs again before the write: a change since
   * then voids the yes.
   */
  readonly shown: (ctx: ToolContext, input: z.output<Input>) => Promise<ShownWrite>;
  /** Returns the calls that undo the write, for `undo`; without it the write cannot be undone in one call. */
  readonly back?: ((result: ToolResult) => Pick<StoredUndo, 'about' | 'calls'>) | undefined;
}

interface PlannedWriting<Input extends z.ZodObject> {
  readonly hints: Hints;
  readonly creates?: Creates;
  /** Reads and decides; throws `REFUSED` where the policy forbids. Runs again before execution. */
  readonly plan: (ctx: ToolContext, input: z.output<Input>) => Promise<PlanDraft | NothingToDo>;
  /** Turns what the steps returned into the result; reads only. */
  readonly finish: (ctx: ToolContext, plan: Plan, outcomes: readonly StepOutcome[]) => Promise<ToolResult>;
}

interface Resuming<Input extends z.ZodObject> {
  readonly hints: Hints;
  /** Names the approved plan to execute. */
  readonly approval: (input: z.output<Input>) => string;
}

export type ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> = ToolDeclarationFields<
  Input,
  Output
> &
  (ReadingFields<Input> | DirectWriting<Input> | PlannedWriting<Input> | Resuming<Input>);

type AnyObject = z.ZodObject;
type ToolFields = ToolDeclarationFields<AnyObject, AnyObject> & {
  readonly hints: Hints;
  /** Everything its structuredContent may hold, all optional: clients check errors and results of waiting plans against it too. */
  readonly result: AnyObject;
  /** True if the tool can change anything. */
  readonly isWrite: boolean;
};

export type ReadTool = ToolFields & ReadingFields<AnyObject> & { readonly kind: 'read' };
export type WriteTool = ToolFields & DirectWriting<AnyObject> & { readonly kind: 'write' };
export type PlanTool = ToolFields & PlannedWriting<AnyObject> & { readonly kind: 'plan' };
export type ApprovalTool = ToolFields & Resuming<AnyObject> & { readonly kind: 'approval' };
export type Tool = ReadTool | WriteTool | PlanTool | ApprovalTool;

/** A planned write whose work is a function instead of steps. */
export type PerformingTool = PlanTool & {
  readonly back?: WriteTool['back'] | undefined;
  readonly perform?: (ctx: ToolContext, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
};

const descriptionMax = 1023;
const readingHints: Hints = { destructive: false, idempotent: true, openWorld: false };

/** Declares a tool: its fields and one of `read`, `write`, `plan` with `finish`, or `approval`. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: ToolDeclaration<Input, Output>,
): Tool {
  checkFields(declared);
  const isWrite = !('read' in declared);
  const members = { ...anyResult, ...(isWrite ? writeResultShape : {}), ...declared.output.shape };
  const result = isLoose(declared.output) ? z.looseObject(members) : z.object(members);
  // The input is parsed with the very schema these functions were typed by before any of them is called.
  return {
    hints: readingHints,
    ...declared,
    kind: getKind(declared),
    isWrite,
    result: result.partial(),
  } as unknown as Tool;
}

function getKind(declared: object): Tool['kind'] {
  if ('read' in declared) return 'read';
  if ('write' in declared) return 'write';
  return 'plan' in declared ? 'plan' : 'approval';
}

/** Returns true for an open result, such as that of `run_approved`, which returns the result of any tool. */
const isLoose = (schema: z.ZodObject) => schema.def.catchall instanceof z.ZodUnknown;

function checkFields({
  name,
  description,
  input,
}: Pick<ToolDeclarationFields<AnyObject, AnyObject>, 'name' | 'description' | 'input'>): void {
  if (!/^[a-z][a-z0-9_]{2,63}$/.test(name)) throw new Error(`tool name ${name}: use verb_noun in lower case`);
  if (description.length > descriptionMax) throw new Error(`${name}: the description is longer than ${descriptionMax}`);
  if (!(input.def.catchall instanceof z.ZodNever)) throw new Error(`${name}: the input must be a strict object`);
}
