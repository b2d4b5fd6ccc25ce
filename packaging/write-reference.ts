// Writes the reference pages that follow from the code: `npm run list-tools`, after a change of a tool, prompt, resource or command.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildReference } from './reference/pages.ts';

for (const [name, text] of Object.entries(buildReference())) {
  const file = new URL(`../docs/reference/${name}`, import.meta.url);
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (!isCurrent) writeFileSync(file, text);
}
