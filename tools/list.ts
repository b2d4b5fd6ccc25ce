import type { ListedTool } from '../src/mcp/tool/listed-tool.ts';
import list from './list.json' with { type: 'json' };

/** Every tool as clients read it in the list, without loading one. `npm run list-tools` writes the file; a test compares it with the tools. */
export const toolList = list as readonly ListedTool[];
