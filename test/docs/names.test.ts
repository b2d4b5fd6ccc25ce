import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prompts } from '../../prompts/index.ts';
import { Settings } from '../../src/cli/settings.ts';
import { toUri } from '../../src/mcp/resources/address.ts';
import { pages as resourcePages } from '../../src/mcp/resources/pages.ts';
import { recordAddresses } from '../../src/mcp/resources/records.ts';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { measures } from '../../src/metrics/measures.ts';
import { toolList } from '../../tools/list.ts';
import { readSourceFiles } from '../architecture/source-files.ts';
import { type Page, pages, parsePage } from './support/pages.ts';

const listCode = ({ blocks, spans }: Page): readonly string[] => [...blocks.map(({ text }) => text), ...spans];

/** Names with an underscore: of tools, prompts and measures, of policy members, error codes and statuses. */
const nameWithUnderscore =
  /(?<![\w.$/:%{-])[a-z]+(?:_[a-z0-9]+)+(?![\w*/-])|(?<![\w$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w*-])/g;

/** Every such name in the product, its build and the tests' own variables. */
const namesInSource: ReadonlySet<string> = new Set(
  [
    ...readSourceFiles('{src,tools,prompts,packaging,docs}/**/*.ts', 'test/support/**/*.ts').map(({ text }) => text),
    ...[...globSync('{bin,.}/*.mjs'), 'docs/examples/agent.py', 'Containerfile', 'package.json'].map((file) =>
      readFileSync(file, 'utf8'),
    ),
  ].flatMap((text) => text.match(/[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+/g) ?? []),
);

const declaredNames: ReadonlySet<string> = new Set(
  [...toolList, ...prompts, ...measures, ...dimensions].map(({ name }) => name),
);

/** Variables of other programs, and words of the standards that pages explain. */
const namesElsewhere: ReadonlySet<string> = new Set([
  'email_verified',
  'grant_type',
  'client_credentials',
  'client_id',
  'client_secret',
  'access_token',
  'token_type',
  'expires_in',
  'server_reset_query',
  'max_prepared_statements',
  'realm_access',
  'insufficient_scope',
  'reverse_proxy',
  'NODE_OPTIONS',
  'HTTP_URL',
  'SERVICE_URL',
  'streamable_http',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
]);

const settingNames: readonly string[] = Object.keys(Settings.shape);

/** Settings of Waybill end a start when they are not known; every other name has to be somewhere in the product. */
function isKnown(name: string): boolean {
  if (name.startsWith('WAYBILL_')) return settingNames.includes(name);
  return declaredNames.has(name) || namesInSource.has(name) || namesElsewhere.has(name);
}

const listUnknownNames = (page: Page): readonly string[] => [
  ...new Set(
    listCode(page)
      .flatMap((text) => text.match(nameWithUnderscore) ?? [])
      .filter((name) => !isKnown(name)),
  ),
];

test.each(pages)('every tool, prompt, setting and other name on $file exists', (page) => {
  expect(listUnknownNames(page)).toEqual([]);
});

const written =
  'Set `WAYBILL_READ_ONLY`, not `WAYBILL_READONLY`. Ask `track_shipments`, not `track_loads`: `APPROVAL_PENDING`, `APPROVAL_LOST`.';

test.each([
  ['a sentence', written],
  ['a block', `\`\`\`sh\n${written.replaceAll('`', '')}\n\`\`\``],
])('a name that does not exist is found in %s', (_where, text) => {
  expect(listUnknownNames(parsePage('page.md', text))).toEqual(['WAYBILL_READONLY', 'track_loads', 'APPROVAL_LOST']);
});

const addresses: ReadonlySet<string> = new Set([
  ...resourcePages.map(({ name }) => toUri(name)),
  ...recordAddresses.map(({ name }) => `${toUri(name)}/{id}`),
]);

const listUnknownResources = (page: Page): readonly string[] =>
  listCode(page)
    .flatMap((text) => text.match(/\bwaybill:\/\/[a-z][\w/{}-]*/g) ?? [])
    .filter((address) => !addresses.has(address.replace(/\/[A-Z]+-?\d+$/, '/{id}')));

test.each(pages)('every resource on $file exists', (page) => {
  expect(listUnknownResources(page)).toEqual([]);
});

test('a resource that does not exist is found', () => {
  const text = '`waybill://glossary`, `waybill://shipments/SHP-1042`, `waybill://lanes/{id}`, `waybill://terms`';

  expect(listUnknownResources(parsePage('page.md', text))).toEqual(['waybill://lanes/{id}', 'waybill://terms']);
});
