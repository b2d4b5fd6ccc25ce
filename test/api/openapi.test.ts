import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { findAliasPath, openApiDocument } from '../../src/contract/document/openapi.ts';
import { startService } from '../support/service/service.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-alias-of'?: string;
  readonly 'x-waybill-effect'?: string;
  readonly 'x-waybill-gate'?: string;
}

const document = openApiDocument({ version: '1.1.0', servers: [{ url: 'https://api.brokerage.example/v1' }] });
// The text of the document is what callers get; reading it back gives what they see.
const { paths } = JSON.parse(JSON.stringify(document)) as {
  paths: Record<string, Record<string, DescribedOperation>>;
};
const describedOperations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'servers')
    .map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
);

test('an independent linter finds nothing to refuse in the document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });

  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });

  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('every operation is in the document once, under its name, with its effect and its gate', () => {
  const described = describedOperations
    .filter((entry) => !entry.described['x-alias-of'] && !/^(oauth2|sandbox)\./.test(entry.described.operationId))
    .map(({ path, method, described }) => ({
      name: described.operationId,
      method,
      path,
      effect: described['x-waybill-effect'],
      gate: described['x-waybill-gate'],
    }));

  expect(described.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    catalogue()
      .map(({ name, method, path, effect, gate }) => ({ name, method, path, effect, gate }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('what only a sandbox offers is described beside the API, not below its address', () => {
  const described = describedOperations.filter((entry) => entry.described.operationId.startsWith('sandbox.'));

  expect(described.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /sandbox/clock',
    'POST /sandbox/clock',
    'POST /sandbox/reset',
  ]);
  for (const { path } of described)
    expect(paths[path]).toMatchObject({ servers: [{ url: 'https://api.brokerage.example' }] });
});

test('each catalog is also described on its short path', () => {
  const catalogs = catalogue().filter((entry) => entry.path.startsWith('/reference-data/'));

  const aliases = catalogs.map(({ path }) => paths[findAliasPath(path) ?? '']?.get?.['x-alias-of']);

  expect(aliases).toEqual(catalogs.map(({ path }) => path));
});

test('every described failure is one of the shared problem responses', () => {
  for (const { described } of describedOperations) {
    if (described.operationId === 'oauth2.token') continue;
    const failures = Object.entries(described.responses).filter(([status]) => Number(status) >= 400);
    expect(failures.map(([status]) => status)).toEqual(expect.arrayContaining(['401', '429', '500', '503', '504']));
    for (const [, response] of failures) {
      expect(response).toEqual({ $ref: expect.stringMatching(/^#\/components\/responses\/\w+$/) });
    }
  }
});

test('the input of every operation is a closed object that names its path parameters as required', () => {
  for (const { path, inputSchema } of catalogue()) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const { required = [], ...schema } = inputSchema();
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(required).toEqual(expect.arrayContaining(parameters));
  }
});

test('a refusal for want of a token has every header that is declared of it', async () => {
  await using api = await startService('SQLite');
  const { components } = JSON.parse(JSON.stringify(document)) as {
    components: { responses: Record<string, { headers: object }> };
  };

  const { status, headers } = await api.request('GET', '/v1/customers/x', undefined, { authorization: '' });

  const declared = Object.keys(components.responses['Unauthorized']?.headers ?? {});
  expect([status, declared]).toEqual([401, ['X-Request-Id', 'WWW-Authenticate']]);
  expect(declared.filter((name) => !headers.has(name))).toEqual([]);
});
