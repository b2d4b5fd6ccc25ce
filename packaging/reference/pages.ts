import { readFileSync } from 'node:fs';
import { prompts } from '../../prompts/index.ts';
import { Settings } from '../../src/cli/settings.ts';
import { tools } from '../../tools/index.ts';
import { buildCommandsPage } from './commands-page.ts';
import { declareProgram } from './declared-program.ts';
import { fillPolicyTables } from './policy-tables.ts';
import { buildToolsPage } from './tools-page.ts';

const readPage = (name: string) => readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');

/** Builds every reference page that follows from the code, whole or in its tables, by its file in `docs/reference`. */
export const buildReference = (): Readonly<Record<string, string>> => ({
  'tools.md': buildToolsPage({ tools, prompts, defaultToolsets: Settings.parse({}).WAYBILL_TOOLSETS }),
  'commands.md': buildCommandsPage(declareProgram()),
  'policy.md': fillPolicyTables(readPage('policy.md')),
});
