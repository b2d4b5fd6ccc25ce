import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDemo } from './desk.ts';
import { story } from './story.ts';

/** A new, empty data folder each time: the demo never touches a desk that somebody works with. */
const home = mkdtempSync(path.join(tmpdir(), 'waybill-demo-'));
const command = fileURLToPath(new URL('../bin/waybill.mjs', import.meta.url));

const demo = await createDemo({ home, command });
try {
  await story(demo);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  await demo.close();
  rmSync(home, { recursive: true, force: true });
}
