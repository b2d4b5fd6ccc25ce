import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { version } from '../../src/version.ts';
import { buildCommandOnce } from '../cli/support/waybill.ts';

const Component = z.object({
  type: z.string(),
  'bom-ref': z.string(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string().optional(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
  licenses: z.array(z.unknown()).optional(),
});
const Sbom = z.object({
  specVersion: z.literal('1.6'),
  metadata: z.object({ component: Component.omit({ hashes: true }) }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

let text: string;
let sbom: z.output<typeof Sbom>;
let notices: string;
beforeAll(async () => {
  const folder = path.dirname(await buildCommandOnce());
  text = readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8');
  sbom = Sbom.parse(JSON.parse(text));
  notices = readFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
});

const listPackages = () => sbom.components.filter(({ type }) => type === 'library');
const formatName = ({ group, name }: z.output<typeof Component>) => (group === undefined ? name : `${group}/${name}`);

test('it is what CycloneDX 1.6 asks for', async () => {
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
});

test('it lists the packages that the notices name, with their versions, and no other', () => {
  const noticeLines = [...notices.matchAll(/^((?:@[\w.-]+\/)?[a-z\d][\w.-]* \d+\.\d+\.\d+\S*?)(?:,|$)/gm)].map(
    ([, line = '']) => line,
  );
  const listed = listPackages().map((component) => `${formatName(component)} ${component.version}`);

  expect(listed.length).toBeGreaterThan(100);
  expect([...new Set(listed)].sort()).toEqual([...new Set(noticeLines)].sort());
  expect(listed.filter((line) => /^(?:esbuild|vitest|typescript|playwright-core) /.test(line))).toEqual([]);
});

test('each package has the version and the hash that the lockfile installs', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const expected = listPackages().map((component) => {
    const [, folder = ''] = component['bom-ref'].split('#');
    const locked = packages[folder];
    const [, digest = ''] = String(locked?.['integrity']).split('sha512-');
    return [folder, formatName(component), locked?.version, Buffer.from(digest, 'base64').toString('hex')];
  });

  expect(
    listPackages().map((component) => [
      component['bom-ref'].split('#')[1],
      component['bom-ref'].split('#')[1]?.split('node_modules/').at(-1),
      component.version,
      component.hashes.find(({ alg }) => alg === 'SHA-512')?.content,
    ]),
  ).toEqual(expected);
});

test('each component has a license, and each package an address that names it and its version', () => {
  const encode = (name: string) => name.replace('@', '%40');

  expect(sbom.components.filter(({ licenses = [] }) => licenses.length === 0).map(formatName)).toEqual([]);
  expect(
    listPackages()
      .filter((component) => component.purl !== `pkg:npm/${encode(formatName(component))}@${component.version}`)
      .map(formatName),
  ).toEqual([]);
});

test('it is about this version, which holds every component', () => {
  const { component } = sbom.metadata;
  const ownDependencies = sbom.dependencies.find(({ ref }) => ref === component['bom-ref']);

  expect([component.purl, component.version]).toEqual([`pkg:npm/waybill@${version}`, version]);
  expect(ownDependencies?.dependsOn?.toSorted()).toEqual(sbom.components.map((listed) => listed['bom-ref']).toSorted());
});

test('the fonts that are shipped stand in it', () => {
  expect(sbom.components.filter(({ type }) => type === 'file').map(({ name }) => name)).toEqual([
    'DejaVuSansCondensed-Bold.ttf',
    'DejaVuSansCondensed.ttf',
  ]);
});
