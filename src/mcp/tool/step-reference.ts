import { isPlainRecord } from '../text/canonical.ts';

/** Stands in a step's input for something an earlier step answered. */
export interface StepReference {
  readonly $fromStep: number;
  /** JSON pointer into that step's answer. */
  readonly pointer: string;
}

/** `fromStep(0, '/id')`: the id of what the first step created. */
export const fromStep = (step: number, pointer: string): StepReference => ({ $fromStep: step, pointer });

/** The input with its references replaced by what was answered. */
export function resolveReferences(input: unknown, answers: readonly unknown[]): unknown {
  if (Array.isArray(input)) return input.map((item) => resolveReferences(item, answers));
  if (!isPlainRecord(input)) return input;
  if (isReference(input)) return valueAt(answers[input.$fromStep], input.pointer);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, resolveReferences(value, answers)]));
}

function isReference(value: Record<string, unknown>): value is Record<string, unknown> & StepReference {
  return typeof value['$fromStep'] === 'number' && typeof value['pointer'] === 'string';
}

function valueAt(answer: unknown, pointer: string): unknown {
  let value = answer;
  for (const part of pointer.split('/').slice(1)) {
    value = Array.isArray(value) ? value[Number(part)] : isPlainRecord(value) ? value[part] : undefined;
  }
  if (value === undefined) throw new Error(`a step refers to ${pointer}, which the earlier step did not answer`);
  return value;
}
