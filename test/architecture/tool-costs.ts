import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Settings } from '../../src/cli/settings.ts';
import type { ListedTool } from '../../src/mcp/tool/listed-tool.ts';

/** Tokens (o200k_base) that a model pays at most for tools: name, description and input schema. */
export const tokenLimits = {
  tool: 250,
  toolsByDefault: 6000,
  allTools: 8500,
  allOutputSchemas: 3000,
} as const;

/** Toolsets that an assistant has without any setting. */
export const defaultToolsets: readonly string[] = Settings.parse({}).WAYBILL_TOOLSETS;

/** Counts the tokens that a model pays for one tool. */
export const countTokens = ({ name, description, inputSchema }: ListedTool): number =>
  encode(JSON.stringify({ name, description, inputSchema })).length;

export const sumTokens = (tools: readonly ListedTool[]): number =>
  tools.reduce((sum, tool) => sum + countTokens(tool), 0);
