// Writes tools/list.json from what the tools declare: `npm run list-tools`, after a change of a name, a text or a schema.
import { writeFileSync } from 'node:fs';
import { listTool } from '../src/mcp/server/list-tool.ts';
import { tools } from './index.ts';

// One line for each tool, so that a change of one of them is a change of one line.
const lines = tools.map((tool) => JSON.stringify(listTool(tool)));
writeFileSync(new URL('list.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
