import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../results/result.ts';

/** Returns the result of a tool as the protocol sends it. */
export function toWire({ text, data, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: data,
    ...(isError === true && { isError }),
  };
}
