import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { buildDeskSettings, givenTwoWrites } from './support/record.ts';
import { createTemporaryFolder } from './support/waybill.ts';

test('the log tells who did what with which tool, newest last', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const empty = await runWaybill(['audit', 'tail'], settings);
  await givenTwoWrites(settings);

  const { code, stdout } = await runWaybill(['audit', 'tail', '--count', '3'], settings);

  expect(empty).toMatchObject({ code: 0, stdout: 'The audit log is empty.\n' });
  const lines = stdout.trim().split('\n');
  expect([code, lines.length]).toEqual([0, 3]);
  expect(lines.at(-1)).toMatch(/^4 {2}[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+ {2}\S+ {2}api_write {2}done {2}\S/);
});

test('an exported log is whole on its own, and one changed character is found by line', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenTwoWrites(settings);
  const file = path.join(folder.path, 'audit.jsonl');

  const exported = await runWaybill(['audit', 'export', file], settings);
  const whole = await runWaybill(['audit', 'verify', file], settings);
  const mode = statSync(file).mode % 0o1000;
  writeFileSync(file, readFileSync(file, 'utf8').replace('finished', 'FINISHED'));
  const changed = await runWaybill(['audit', 'verify', file], settings);
  const live = await runWaybill(['audit', 'verify'], settings);

  expect([exported.code, exported.stdout]).toEqual([0, `4 entries written to ${file}.\n`]);
  expect(mode).toBe(0o600);
  expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('is whole: 4 entries')]);
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringMatching(/is NOT whole: line 2 \S/)]);
  expect([live.code, live.stdout]).toEqual([0, expect.stringContaining('is whole: 4 entries')]);
});

test('an entry changed or taken out behind the back of the program is found', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenTwoWrites(settings);
  const store = new DatabaseSync(path.join(folder.path, 'waybill.db'));
  store.exec('delete from tool_audit where seq = 2');
  store.close();

  const verified = await runWaybill(['audit', 'verify'], settings);
  const doctor = await runWaybill(['doctor'], settings);

  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('is NOT whole: line 2')]);
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('problem  audit log: the log was changed')]);
});

test('an export never overwrites a file, and a missing file is named', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const file = path.join(folder.path, 'kept.txt');
  writeFileSync(file, 'mine');

  const exported = await runWaybill(['audit', 'export', file], settings);
  const verified = await runWaybill(['audit', 'verify', `${file}.jsonl`], settings);

  expect([exported.code, exported.stderr]).toEqual([2, `FILE ${file} exists already; name a new file.\n`]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect([verified.code, verified.stderr]).toEqual([2, `FILE ${file}.jsonl does not exist or cannot be read.\n`]);
});

test('a hash noted earlier must still be there, and an emptied or deleted log is not whole', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenTwoWrites(settings);
  const lines = (await runWaybill(['audit', 'tail', '--json'], settings)).stdout.trim().split('\n');
  const { hash } = JSON.parse(lines.at(-1) ?? '');

  const verified = await runWaybill(['audit', 'verify', '--last', hash, '--at-least', '4'], settings);
  const tooFew = await runWaybill(['audit', 'verify', '--at-least', '5'], settings);
  const unknown = await runWaybill(['audit', 'verify', '--last', '0'.repeat(64)], settings);
  const wrong = await runWaybill(['audit', 'verify', '--last', 'abc'], settings);
  rmSync(path.join(folder.path, 'waybill.db'));
  const deleted = await runWaybill(['audit', 'verify'], settings);

  expect([verified.code, tooFew.code, unknown.code, wrong.code, deleted.code]).toEqual([0, 1, 1, 2, 1]);
  expect(tooFew.stdout).toBe('the audit log is NOT whole: line 5 is missing: there were at least 5 entries.\n');
  expect(deleted.stdout).toBe('the audit log holds no entry. If there ever was one, the log was deleted.\n');
});

test('an export with anything beside what was written in it is not whole', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenTwoWrites(settings);
  const file = path.join(folder.path, 'audit.jsonl');
  await runWaybill(['audit', 'export', file], settings);
  const text = readFileSync(file, 'utf8');
  const changed = {
    'a member in the anchor': text.replace('"entries"', '"checked":true,"entries"'),
    'a member beside the anchor': text.replace(/\}\n$/, ',"note":"whole"}\n'),
    'other line ends': text.replaceAll('\n', '\r\n'),
    'a mark in front': `\uFEFF${text}`,
    'a blank line': text.replace('\n', '\n\n'),
    nothing: '',
  };

  const verdicts = [];
  for (const [change, content] of Object.entries(changed)) {
    writeFileSync(file, content);
    const { code, stdout } = await runWaybill(['audit', 'verify', file], settings);
    verdicts.push([change, code, stdout.includes('is NOT whole')]);
  }

  expect(verdicts).toEqual(Object.keys(changed).map((change) => [change, 1, true]));
});

test('a log whose count is lost stays not whole, until somebody who looked into it accepts that in an entry', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenTwoWrites(settings);
  const store = new DatabaseSync(path.join(folder.path, 'waybill.db'));
  store.exec("delete from tool_setting where name in ('audit', 'encryption')");
  store.close();

  const tampered = await runWaybill(['audit', 'verify'], settings);
  const started = await runWaybill(['call', 'list_approvals', '{}'], settings);
  const unasked = await runWaybill(['audit', 'accept'], settings);
  const accepted = await runWaybill(['audit', 'accept', '--yes'], settings);
  const verified = await runWaybill(['audit', 'verify'], settings);
  const again = await runWaybill(['audit', 'accept', '--yes'], settings);
  const tail = await runWaybill(['audit', 'tail', '--count', '1'], settings);

  expect([tampered.code, tampered.stdout]).toEqual([1, expect.stringContaining('is NOT whole')]);
  expect(tampered.stderr).toContain('audit accept');
  expect(started.stderr).toContain('The audit log is NOT whole');
  expect([unasked.code, accepted.code]).toEqual([2, 0]);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('is whole: 5 entries')]);
  expect(again.stdout).toContain('is whole: 5 entries');
  expect(tail.stdout).toMatch(
    /audit accept {2}done {2}The audit log was not whole: .* Accepted as it stood: 4 entries/,
  );
});
