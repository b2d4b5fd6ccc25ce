import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { call, buildDeskSettings, givenPendingDeletion } from './support/record.ts';
import { createOpenedHome } from './support/opened-home.ts';
import { createTemporaryFolder } from './support/waybill.ts';

test('a call prints the answer for people, and ends with 0', async () => {
  using folder = await createOpenedHome();

  const { code, stdout, stderr } = await runWaybill(
    ['call', 'api_read', '{"operation":"shipments.filter","input":{"pageSize":2}}'],
    { home: folder.path },
  );

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^shipments\.filter: .*2 records/);
  expect(stdout).toMatch(/SHP-\d+/);
});

test('--json prints the whole result object and nothing else', async () => {
  using folder = createTemporaryFolder();

  const { code, result } = await call(buildDeskSettings(folder.path), 'api_write', {
    operation: 'paymentTerms.create',
    input: { name: 'Net 15' },
  });

  expect(code).toBe(0);
  expect(result).toMatchObject({
    content: [{ type: 'text', text: expect.stringMatching(/^DONE\./) }],
    structuredContent: { status: 'done', record: { name: 'Net 15' } },
  });
});

test('a refused call ends with 1 and says why', async () => {
  using folder = createTemporaryFolder();

  const { code, result } = await call(buildDeskSettings(folder.path), 'api_read', { operation: 'shipments.fliter' });

  expect(code).toBe(1);
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'BAD_REQUEST' } } });
});

test('a call that a person has to approve changes nothing and ends with 3', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { id } = await givenPendingDeletion(settings);

  const planned = await call(settings, 'api_write', { operation: 'paymentTerms.delete', input: { id } });

  const read = await call(settings, 'api_read', { operation: 'paymentTerms.get', input: { id } });
  expect(planned.code).toBe(3);
  expect(planned.result.structuredContent).toMatchObject({ status: 'approval_required' });
  expect(read.code).toBe(0);
});

test('every tool can be called by hand, also those that a model has only when somebody names their toolset', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);

  const usual = await call(settings, 'aging_report', { ledger: 'receivables' });
  const environment = { ...settings.environment, WAYBILL_TOOLSETS: 'desk' };
  const withToolset = await runWaybill(['call', 'aging_report', '{"ledger":"receivables"}'], {
    ...settings,
    environment,
  });

  expect(usual.code).toBe(0);
  expect(withToolset).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^WAYBILL_TOOLSETS leaves out aging_report.*billing/),
  });
});

test('arguments are read as over MCP: nothing as null, numbers as text', async () => {
  using folder = await createOpenedHome();

  const nothing = await runWaybill(['call', 'list_shipments', 'null'], { home: folder.path });
  const text = await runWaybill(['call', 'list_shipments', '{"limit":"2","cursor":""}', '--json'], {
    home: folder.path,
  });

  expect([nothing.code, nothing.stderr]).toEqual([0, '']);
  expect(JSON.parse(text.stdout)).toMatchObject({ structuredContent: { rows: [{}, {}] } });
});

test('arguments that are no object are refused', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);

  const broken = await runWaybill(['call', 'api_read', '{"operation":'], settings);
  const list = await runWaybill(['call', 'api_read', '["shipments.filter"]'], settings);

  for (const { code, stderr } of [broken, list]) {
    expect(code).toBe(2);
    expect(stderr).toMatch(/^JSON must be one object with the tool's arguments/);
  }
});

test('the catalogue lists every tool with its gate and operations; read only leaves the reading ones', async () => {
  using folder = createTemporaryFolder();
  const listTools = async (environment: Record<string, string> = {}) => {
    const { code, stdout } = await runWaybill(['tools', '--json'], { home: folder.path, environment });
    expect(code).toBe(0);
    // A catalogue row is checked by the assertions.
    return (JSON.parse(stdout) as { name: string; gate: string }[]).map(({ name, gate }) => `${name} ${gate}`);
  };

  const all = await listTools();
  const readOnly = await listTools({ WAYBILL_READ_ONLY: 'true' });
  const text = await runWaybill(['tools'], { home: folder.path });

  expect(all).toEqual(expect.arrayContaining(['api_read none', 'api_write audit', 'run_approved approve']));
  expect(readOnly).toContain('api_read none');
  expect(readOnly.filter((row) => !row.endsWith(' none'))).toEqual([]);
  expect(text.stdout.trim().split('\n')).toHaveLength(all.length);
});

test('the OpenAPI document is printed as JSON of version 3.1', async () => {
  using folder = createTemporaryFolder();

  const { code, stdout } = await runWaybill(['openapi'], { home: folder.path });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    paths: { '/shipments/filter': { post: {} } },
  });
});
