import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getMcpConfigForManifest, unpackExtension, v0_3 } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMcpbManifest, writeMcpb } from '../../packaging/mcpb.ts';
import { copyProgram } from '../../packaging/program-folder.ts';
import { project } from '../../packaging/project.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { buildCommandOnce, createTemporaryFolder } from '../cli/support/waybill.ts';
import { toolList } from '../../tools/list.ts';
import { askApproveRun, type Assistant, startAssistant } from './new-user.ts';
import { readPngSize } from './png.ts';

const open = new DisposableStack();
/** Folder into which the host unpacked the bundle. */
let folder: string;
let command: string;
beforeAll(async () => {
  const file = path.join(open.use(createTemporaryFolder()).path, 'waybill.mcpb');
  folder = path.join(open.use(createTemporaryFolder()).path, 'a folder with spaces');
  command = await buildCommandOnce();
  await writeMcpb(project, file, path.dirname(command));
  await unpackExtension({ mcpbPath: file, outputDir: folder, silent: true });
});
afterAll(() => open.dispose());

const readManifest = () =>
  v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')));

/** Starts the server like a host that follows the format's own library. */
async function startAsHost(home: string, userConfig: Record<string, string | boolean>): Promise<Assistant> {
  const started = await getMcpConfigForManifest({
    manifest: readManifest(),
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: path.sep,
  });
  expect(started?.command).toBe('node');
  return startAssistant({ command: process.execPath, args: started?.args ?? [], env: started?.env ?? {}, home });
}

test('the bundle holds the built command, whole', () => {
  const listFiles = (place: string) => readdirSync(place, { recursive: true }).map(String).sort();

  expect(listFiles(path.join(folder, 'server'))).toEqual(listFiles(path.dirname(command)));
  expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'icons', 'manifest.json', 'server']);
  expect(readdirSync(path.join(folder, 'server'))).toContain('sbom.cdx.json');
});

test('an archive that lies beside the command is in no other archive', async () => {
  using place = createTemporaryFolder();
  const [made, copy] = [path.join(place.path, 'dist'), path.join(place.path, 'copy')];
  mkdirSync(path.join(made, 'docs'), { recursive: true });
  const files = ['waybill.mjs', 'waybill.tgz', 'waybill.mcpb', 'server.json', 'docs/server.json'];
  for (const file of files) writeFileSync(path.join(made, file), '');

  await copyProgram(copy, made);

  expect(readdirSync(copy, { recursive: true }).map(String).sort()).toEqual([
    'docs',
    'docs/server.json',
    'waybill.mjs',
  ]);
});

test('its icons are in it, each of the size that the manifest says', () => {
  const { icon, icons = [] } = readManifest();
  const sizes = icons.map(({ src }) => readPngSize(path.join(folder, src)));

  expect(icons.map(({ size }) => size)).toEqual(sizes.map(([width, height]) => `${width}x${height}`));
  expect(readPngSize(path.join(folder, icon ?? ''))).toEqual([512, 512]);
});

test('its manifest names the public places of the project as soon as package.json does, and none before', () => {
  const places = ['homepage', 'documentation', 'support', 'privacy_policies', 'repository'] as const;
  const { version } = project;
  const repository = 'https://github.com/desk/waybill';
  const manifest = v0_3.McpbManifestSchema.parse(
    buildMcpbManifest({ ...project, homepage: 'https://waybill.example', repository }),
  );
  const manifestWithoutAddresses = buildMcpbManifest({ ...project, homepage: undefined, repository: undefined });

  expect(places.map((place) => manifest[place])).toEqual([
    'https://waybill.example',
    `${repository}/blob/v${version}/docs/README.md`,
    `${repository}/issues`,
    [`${repository}/blob/v${version}/docs/privacy.md`],
    { type: 'git', url: repository },
  ]);
  expect(places.filter((place) => place in manifestWithoutAddresses)).toEqual([]);
});

test('its manifest names the tools, and asks for every setting that it hands on', () => {
  const { tools = [], user_config: form = {}, server, version, compatibility } = readManifest();

  expect(tools.map(({ name }) => name)).toEqual(toolList.map(({ name }) => name));
  expect(Object.values(server.mcp_config.env ?? {}).sort()).toEqual(
    Object.keys(form)
      .map((key) => `\${user_config.${key}}`)
      .sort(),
  );
  expect(
    Object.entries(form)
      .filter(([, { sensitive }]) => sensitive)
      .map(([key]) => key),
  ).toEqual(['client_secret']);
  expect([version, compatibility?.runtimes?.node]).toEqual([project.version, project.engines.node]);
});

test('started with nothing filled in, the assistant asks, plans, and runs what a person approved', async () => {
  using home = await createOpenedHome();
  await using assistant = await startAsHost(home.path, { home: home.path });

  expect(await askApproveRun(assistant, home.path)).toBe('done');
});

test('what the user filled in counts', async () => {
  using home = await createOpenedHome();
  await using assistant = await startAsHost(home.path, { home: home.path, read_only: true, toolsets: 'all' });

  const names = (await assistant.client.listTools()).tools.map(({ name }) => name);

  expect(names).toContain('aging_report');
  expect(names).not.toContain('convert_quote');
});
