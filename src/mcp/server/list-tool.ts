import { buildAdvertisedSchema, type AdvertisedSchema } from '../tool/json-schema.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { getToolMoneyKind } from '../policy/money-kinds.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { anyResult, writeResultShape } from '../results/result.ts';
import type { Tool } from '../tool/tool.ts';

/** Tool in the list that a client reads. */
export function listTool(tool: Tool): ListedTool {
  const { name, title, description, toolset, gate, takesAnyGate, hints, isWrite, operations } = tool;
  const moves = getToolMoneyKind(operations);
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
    inputSchema: buildAdvertisedSchema(tool.input, 'input'),
    outputSchema: toOutline(buildAdvertisedSchema(tool.result, 'output')),
  };
}

/** Members that every result starts with. Its other common members need no schema, since results are open objects. */
const leadingMembers = new Set(['summary', 'status']);
const commonMembers = new Set(Object.keys({ ...anyResult, ...writeResultShape }));

/**
 * Reduces the schema of a result to names and types of its members, because hosts that pass it to a model pay for every
 * word.
 */
function toOutline({ type, properties }: AdvertisedSchema): AdvertisedSchema {
  const members = Object.entries(isPlainRecord(properties) ? properties : {});
  const listedMembers = members.filter(([name]) => leadingMembers.has(name) || !commonMembers.has(name));
  return { type, properties: Object.fromEntries(listedMembers.map(([name, member]) => [name, pickType(member)])) };
}

function pickType(schema: unknown): AdvertisedSchema {
  const { type, items } = isPlainRecord(schema) ? schema : {};
  return { type, ...(isPlainRecord(items) && { items: pickType(items) }) };
}
