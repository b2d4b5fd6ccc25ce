import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDesk } from './desk.ts';
import { createScreen } from './screen.ts';
import { playStory, printEnd, stepCount } from './story.ts';

/** A new, empty data folder each time: the demo never touches your own. */
const home = mkdtempSync(path.join(tmpdir(), 'waybill-demo-'));
const command = fileURLToPath(new URL('../bin/waybill.mjs', import.meta.url));
const removeHome = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
process.once('exit', removeHome);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

using screen = createScreen(process, stepCount);
try {
  screen.print(
    'Waybill lets an AI assistant run a freight brokerage desk. Here is one morning in a sandbox. Long answers are shortened.',
  );
  await using desk = await openDesk({ home, command, screen });
  await playStory({ desk, screen });
  printEnd(screen);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}\n`);
}
