import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { waybill } from './support/in-process.ts';
import { deskIn, givenTwoWrites } from './support/record.ts';
import { temporaryFolder } from './support/waybill.ts';

test('the log tells who did what with which tool, newest last', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const empty = await waybill(['audit', 'tail'], settings);
  await givenTwoWrites(settings);

  const { code, stdout } = await waybill(['audit', 'tail', '--count', '3'], settings);

  expect(empty).toMatchObject({ code: 0, stdout: 'The audit log is empty.\n' });
  const lines = stdout.trim().split('\n');
  expect([code, lines.length]).toEqual([0, 3]);
  expect(lines.at(-1)).toMatch(/^4 {2}\S+Z {2}\S+ {2}api_write {2}finished:done {2}\S/);
});

test('an exported log is whole on its own, and one changed character is found by line', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await givenTwoWrites(settings);
  const file = path.join(folder.path, 'audit.jsonl');

  const exported = await waybill(['audit', 'export', file], settings);
  const whole = await waybill(['audit', 'verify', file], settings);
  const mode = statSync(file).mode % 0o1000;
  writeFileSync(file, readFileSync(file, 'utf8').replace('finished', 'FINISHED'));
  const changed = await waybill(['audit', 'verify', file], settings);
  const live = await waybill(['audit', 'verify'], settings);

  expect([exported.code, exported.stdout]).toEqual([0, `4 entries written to ${file}.\n`]);
  expect(mode).toBe(0o600);
  expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('is whole: 4 entries')]);
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringMatching(/is NOT whole: line 2 \S/)]);
  expect([live.code, live.stdout]).toEqual([0, expect.stringContaining('is whole: 4 entries')]);
});

test('an entry changed or taken out behind the back of the program is found', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await givenTwoWrites(settings);
  const store = new DatabaseSync(path.join(folder.path, 'waybill.db'));
  store.exec('delete from tool_audit where seq = 2');
  store.close();

  const verified = await waybill(['audit', 'verify'], settings);
  const doctor = await waybill(['doctor'], settings);

  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('is NOT whole: line 2')]);
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('problem  audit log: the log was changed')]);
});

test('an export never overwrites a file, and a missing file is named', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const file = path.join(folder.path, 'kept.txt');
  writeFileSync(file, 'mine');

  const exported = await waybill(['audit', 'export', file], settings);
  const verified = await waybill(['audit', 'verify', `${file}.jsonl`], settings);

  expect([exported.code, exported.stderr]).toEqual([2, `FILE ${file} exists already; name a new file.\n`]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect([verified.code, verified.stderr]).toEqual([2, `FILE ${file}.jsonl does not exist or cannot be read.\n`]);
});

test('a hash noted earlier must still be there, and an emptied or deleted log is not whole', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await givenTwoWrites(settings);
  const lines = (await waybill(['audit', 'tail', '--json'], settings)).stdout.trim().split('\n');
  const { hash } = JSON.parse(lines.at(-1) ?? '');

  const there = await waybill(['audit', 'verify', '--last', hash, '--at-least', '4'], settings);
  const tooFew = await waybill(['audit', 'verify', '--at-least', '5'], settings);
  const unknown = await waybill(['audit', 'verify', '--last', '0'.repeat(64)], settings);
  const wrong = await waybill(['audit', 'verify', '--last', 'abc'], settings);
  rmSync(path.join(folder.path, 'waybill.db'));
  const deleted = await waybill(['audit', 'verify'], settings);

  expect([there.code, tooFew.code, unknown.code, wrong.code, deleted.code]).toEqual([0, 1, 1, 2, 1]);
  expect(tooFew.stdout).toBe('the audit log is NOT whole: line 5 is missing: there were at least 5 entries.\n');
  expect(deleted.stdout).toBe('the audit log holds no entry. If there ever was one, the log was deleted.\n');
});

test('an export with anything beside what was written in it is not whole', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await givenTwoWrites(settings);
  const file = path.join(folder.path, 'audit.jsonl');
  await waybill(['audit', 'export', file], settings);
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
  for (const [what, content] of Object.entries(changed)) {
    writeFileSync(file, content);
    const { code, stdout } = await waybill(['audit', 'verify', file], settings);
    verdicts.push([what, code, stdout.includes('is NOT whole')]);
  }

  expect(verdicts).toEqual(Object.keys(changed).map((what) => [what, 1, true]));
});

test('a log whose count is lost stays not whole, until somebody who looked into it accepts that in an entry', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await givenTwoWrites(settings);
  const store = new DatabaseSync(path.join(folder.path, 'waybill.db'));
  store.exec("delete from tool_setting where name in ('audit', 'encryption')");
  store.close();

  const found = await waybill(['audit', 'verify'], settings);
  const started = await waybill(['call', 'list_approvals', '{}'], settings);
  const unasked = await waybill(['audit', 'accept'], settings);
  const accepted = await waybill(['audit', 'accept', '--yes'], settings);
  const verified = await waybill(['audit', 'verify'], settings);
  const again = await waybill(['audit', 'accept', '--yes'], settings);
  const tail = await waybill(['audit', 'tail', '--count', '1'], settings);

  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('is NOT whole')]);
  expect(found.stderr).toContain('audit accept');
  expect(started.stderr).toContain('The audit log is NOT whole');
  expect([unasked.code, accepted.code]).toEqual([2, 0]);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('is whole: 5 entries')]);
  expect(again.stdout).toContain('is whole: 5 entries');
  expect(tail.stdout).toMatch(
    /audit accept {2}finished:done {2}The audit log was not whole: .* Accepted as it stood: 4 entries/,
  );
});
