import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseProject, project } from '../../packaging/project.ts';
import { buildServerJson } from '../../packaging/server-json.ts';
import { Settings } from '../../src/cli/settings.ts';
import { version } from '../../src/version.ts';

/** Parts of the registry's schema of 2025-12-11 that this project uses. */
const Package = z.strictObject({
  registryType: z.enum(['npm', 'mcpb']),
  identifier: z.string(),
  version: z.stringFormat('exact version', /^\d+\.\d+\.\d+$/).optional(),
  fileSha256: z.stringFormat('sha256', /^[a-f0-9]{64}$/).optional(),
  runtimeHint: z.literal('npx').optional(),
  transport: z.strictObject({ type: z.literal('stdio') }),
  environmentVariables: z
    .array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        format: z.enum(['string', 'number', 'boolean', 'filepath']),
        isRequired: z.boolean(),
        isSecret: z.boolean(),
      }),
    )
    .optional(),
});
const ServerDetail = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z.string().min(3).max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url().optional(),
  icons: z
    .array(
      z.strictObject({
        src: z.url({ protocol: /^https$/ }).max(255),
        mimeType: z.literal('image/png'),
        sizes: z.array(z.stringFormat('size', /^(\d+x\d+|any)$/)),
      }),
    )
    .optional(),
  repository: z.strictObject({ url: z.url(), source: z.string() }).optional(),
  packages: z.array(Package),
});

const published = {
  ...project,
  mcpName: 'io.github.desk/waybill',
  homepage: 'https://waybill.example',
  repository: 'https://github.com/desk/waybill',
};
const bundle = { url: 'https://github.com/desk/waybill/releases/download/v1/waybill.mcpb', sha256: 'a'.repeat(64) };

test('the entry of the registry is in its form, with the package and the bundle of this version', () => {
  const entry = ServerDetail.parse(buildServerJson(published, bundle));

  expect(entry).toMatchObject({
    name: published.mcpName,
    version,
    repository: { url: published.repository, source: 'github' },
    websiteUrl: published.homepage,
    icons: [{ src: `${published.repository}/raw/v${version}/packaging/icons/waybill-512.png`, sizes: ['512x512'] }],
    packages: [
      { registryType: 'npm', identifier: 'waybill', version },
      { registryType: 'mcpb', identifier: bundle.url, fileSha256: bundle.sha256 },
    ],
  });
});

test('an address that package.json does not name is left out, and half of them are refused', () => {
  const entry = buildServerJson({ ...published, homepage: undefined, repository: undefined });
  const { name, version, description, license, author, keywords, engines } = project;
  const packageJson = { name, version, description, license, author, keywords, engines };

  expect(Object.keys(entry).filter((member) => ['websiteUrl', 'icons', 'repository'].includes(member))).toEqual([]);
  expect(() => parseProject({ ...packageJson, homepage: published.homepage })).toThrow(
    /name "homepage" and "repository" together/,
  );
});

test('the variables of the entry are settings, and the secret among them is said to be one', () => {
  const variables = ServerDetail.parse(buildServerJson(published)).packages[0]?.environmentVariables ?? [];

  expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining(variables.map(({ name }) => name)));
  expect(variables.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['WAYBILL_CLIENT_SECRET']);
});

test.each(['waybill', 'io.github.desk/way/bill', 'io.github.desk/way bill'])('%j is refused as a name', (mcpName) => {
  expect(() => buildServerJson({ ...published, mcpName })).toThrow(/such as io\.github\.OWNER\/waybill/);
});

// Once the name is in package.json nothing is missing.
test.skipIf(project.mcpName !== undefined)('without a name the command says what has to be written where', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.resolve('packaging/write-server-json.ts')], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, expect.stringMatching(/^package\.json has no "mcpName", .*--name/)]);
});
