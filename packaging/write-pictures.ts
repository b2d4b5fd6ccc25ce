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

if (!hasChromium)
  throw new Error('Pictures are taken in Chromium, which is not installed here: apt-get install chromium');
const draftFolder = mkdtempSync(path.join(tmpdir(), 'waybill-fonts-'));
try {
  mkdirSync(values.to, { recursive: true });
  await takePictures({
    command: values.command,
    folder: values.to,
    names: positionals,
    draftFolder,
    onTaken: (file, bytes) => process.stdout.write(`${file} ${Math.round(bytes / 1024)} KB\n`),
  });
} finally {
  rmSync(draftFolder, { recursive: true, force: true });
}
