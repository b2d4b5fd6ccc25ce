// Takes the pictures of the docs from the built command: `npm run docs:pictures`, which builds it before; a name takes one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasChromium } from './pictures/chromium.ts';
import { takePictures } from './pictures/take.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string', default: 'dist/waybill.mjs' },
    to: { type: 'string', default: 'docs/pictures' },
  },
});

/** Says what went wrong and why, picture by picture. */
function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const reasons = [...parts, ...(error.cause === undefined ? [] : [error.cause])];
  return [error.message, ...reasons.map(formatFailure)].join('\n');
}

const draftFolder = mkdtempSync(path.join(tmpdir(), 'waybill-fonts-'));
try {
  if (!hasChromium) throw new Error('Pictures are taken in Chromium. Install it: apt-get install chromium');
  mkdirSync(values.to, { recursive: true });
  await takePictures({
    command: values.command,
    folder: values.to,
    names: positionals,
    draftFolder,
    onTaken: (file, bytes) => process.stdout.write(`${file} ${Math.round(bytes / 1024)} KB\n`),
  });
} catch (error) {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(draftFolder, { recursive: true, force: true });
}
