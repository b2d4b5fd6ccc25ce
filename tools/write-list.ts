// Writes tools/list.json from what the tools declare: `npm run list-tools`, after a change of a name, a text or a schema.
import { writeFileSync } from 'node:fs';
import { listTool } from '../src/mcp/server/list-tool.ts';
import { tools } from './index.ts';

writeFileSync(new URL('list.json', import.meta.url), `${JSON.stringify(tools.map(listTool), null, 2)}\n`);
