import { advertisedSchema, type JsonSchema } from '../tool/json-schema.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { isPlainRecord } from '../text/plain-record.ts';
import { anyResult, writeResultShape } from '../results/result.ts';
import type { Tool } from '../tool/tool.ts';

/** A tool as it stands in the list that a client reads. */
export function listTool(tool: Tool): ListedTool {
  const { name, title, description, toolset, gate, hints, isWrite } = tool;
  return {
    name,
    title,
    description,
    toolset,
    gate,
    hints,
    isWrite,
    inputSchema: advertisedSchema(tool.input, 'input'),
    outputSchema: outlineCommon(advertisedSchema(tool.result, 'output')),
  };
}

const commonMembers = new Set(Object.keys({ ...anyResult, ...writeResultShape }));

/** What any result may carry is repeated with every tool: except for the error, only the names that it always holds are listed. */
function outlineCommon({ properties, ...schema }: JsonSchema): JsonSchema {
  const outlined = mapMembers(properties, (member, name) =>
    commonMembers.has(name) ? outline(member, name === 'error' ? 1 : 0) : member,
  );
  return { ...schema, properties: outlined };
}

/** A schema with the types of an object's members for so many levels, and below only the names of those required. */
function outline(schema: unknown, levels: number): unknown {
  if (!isPlainRecord(schema)) return schema;
  const { properties, items, ...rest } = schema;
  return {
    ...rest,
    ...(levels > 0 && { properties: mapMembers(properties, (member) => outline(member, levels - 1)) }),
    ...(items !== undefined && { items: outline(items, levels) }),
  };
}

function mapMembers(members: unknown, change: (member: unknown, name: string) => unknown): Record<string, unknown> {
  const entries = Object.entries(isPlainRecord(members) ? members : {});
  return Object.fromEntries(entries.map(([name, member]) => [name, change(member, name)]));
}
