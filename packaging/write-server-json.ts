// Writes dist/server.json, with which a release is announced in the registry of MCP servers: `npm run bundle:server-json`.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { getArchivePath } from './program-folder.ts';
import { project } from './project.ts';
import { buildServerJson } from './server-json.ts';

const target = getArchivePath('server.json');
const bundle = getArchivePath('waybill.mcpb');

const { values } = parseArgs({ options: { name: { type: 'string' }, mcpb: { type: 'string' } } });
const mcpName = values.name ?? project.mcpName;

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

if (mcpName === undefined)
  fail(
    'package.json has no "mcpName", the name of this server in the registry. Whoever publishes writes it there, such as ' +
      'io.github.OWNER/waybill, with "homepage" and "repository" beside it. To see what is written before that, give a name: ' +
      'npm run bundle:server-json -- --name io.github.OWNER/waybill',
  );

try {
  const download = values.mcpb === undefined ? undefined : { url: values.mcpb, sha256: computeHash(bundle) };
  const entry = buildServerJson({ ...project, mcpName }, download);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify(entry, null, 2)}\n`);
} catch (error) {
  // A missing bundle, or something that the registry would refuse.
  fail(error instanceof Error ? error.message : String(error));
}
process.stdout.write(`${target}\n`);
if (mcpName !== project.mcpName)
  process.stderr.write('The registry will refuse it until "mcpName" in the published package.json is this name.\n');

function computeHash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
