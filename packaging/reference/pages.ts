import { prompts } from '../../prompts/index.ts';
import { Settings } from '../../src/cli/settings.ts';
import { tools } from '../../tools/index.ts';
import { buildCommandsPage } from './commands-page.ts';
import { declareProgram } from './declared-program.ts';
import { buildToolsPage } from './tools-page.ts';

/** Builds every reference page that follows from the code, by its file in `docs/reference`. */
export const buildReference = (): Readonly<Record<string, string>> => ({
  'tools.md': buildToolsPage({ tools, prompts, defaultToolsets: Settings.parse({}).WAYBILL_TOOLSETS }),
  'commands.md': buildCommandsPage(declareProgram()),
});
