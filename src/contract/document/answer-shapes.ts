import type * as z from 'zod';
import { filterBodies } from '../kit/filter.ts';
import type { Operation } from '../kit/operation.ts';

type ZodDefinition = z.core.$ZodTypes['_zod']['def'];

/** Lists the objects that answers hold and no request does: words of another API's own can be in these alone. */
export function listAnswerShapes(operations: readonly Operation[]): ReadonlySet<ZodDefinition> {
  const sent = new Set<ZodDefinition>();
  const answered = new Set<ZodDefinition>();
  for (const { query, body, response } of operations) {
    for (const part of [query, body && (filterBodies.get(body) ?? body)]) if (part) collectParts(part, sent);
    if (response) collectParts(response, answered);
  }
  return answered.difference(sent);
}

function collectParts(part: z.core.$ZodType, parts: Set<ZodDefinition>): void {
  // Every schema of the contract, and each of its parts, is made with zod's own classes, which this union lists.
  const definition = (part as z.ZodType).def as ZodDefinition;
  if (parts.has(definition)) return;
  parts.add(definition);
  for (const inner of listParts(definition)) collectParts(inner, parts);
}

function listParts(definition: ZodDefinition): readonly z.core.$ZodType[] {
  switch (definition.type) {
    case 'object':
      return Object.values(definition.shape);
    case 'array':
      return [definition.element];
    case 'union':
      return definition.options;
    case 'record':
      return [definition.valueType];
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
      return [definition.innerType];
    case 'pipe':
      return [definition.in, definition.out];
    default:
      return [];
  }
}
