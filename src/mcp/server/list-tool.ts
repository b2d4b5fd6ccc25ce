import { advertisedSchema, type JsonSchema } from '../tool/json-schema.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { moneyKindOfTool } from '../policy/money-kinds.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { anyResult, writeResultShape } from '../results/result.ts';
import type { Tool } from '../tool/tool.ts';

/** A tool as it stands in the list that a client reads. */
export function listTool(tool: Tool): ListedTool {
  const { name, title, description, toolset, gate, takesAnyGate, hints, isWrite, operations } = tool;
  const moves = moneyKindOfTool(operations);
  return {
    name,
    title,
    description,
    toolset,
    gate,
    ...(takesAnyGate === true && { takesAnyGate }),
    hints,
    ...(moves !== undefined && { moves }),
    isWrite,
    inputSchema: advertisedSchema(tool.input, 'input'),
    outputSchema: outline(advertisedSchema(tool.result, 'output')),
  };
}

/** What is always said first; the further members of any result need no schema, since results stay open. */
const saidOfAny = new Set(['summary', 'status']);
const commonMembers = new Set(Object.keys({ ...anyResult, ...writeResultShape }));

/** The members of a result by name and type: hosts that pass it on to a model pay for every word of it. */
function outline({ type, properties }: JsonSchema): JsonSchema {
  const members = Object.entries(isPlainRecord(properties) ? properties : {});
  const named = members.filter(([name]) => saidOfAny.has(name) || !commonMembers.has(name));
  return { type, properties: Object.fromEntries(named.map(([name, member]) => [name, typeOf(member)])) };
}

function typeOf(schema: unknown): JsonSchema {
  const { type, items } = isPlainRecord(schema) ? schema : {};
  return { type, ...(isPlainRecord(items) && { items: typeOf(items) }) };
}
