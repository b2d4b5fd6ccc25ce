import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileAccess } from '../../src/mcp/tool/files.ts';

function givenFolders() {
  const base = mkdtempSync(path.join(tmpdir(), 'waybill-roots-'));
  const root = path.join(base, 'Documents');
  mkdirSync(path.join(root, '.ssh'), { recursive: true });
  writeFileSync(path.join(base, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, 'pod.pdf'), 'signed');
  writeFileSync(path.join(root, '.ssh', 'id'), 'key');
  writeFileSync(path.join(root, 'empty.pdf'), '');
  writeFileSync(path.join(root, 'huge.pdf'), 'x');
  truncateSync(path.join(root, 'huge.pdf'), 100 * 1024 * 1024 + 1);
  symlinkSync(path.join(base, 'secret.txt'), path.join(root, 'link.pdf'));
  symlinkSync(base, path.join(root, 'folder'));
  return {
    base,
    root,
    files: createFileAccess([root, path.join(base, 'no such root')]),
    [Symbol.dispose]: () => rmSync(base, { recursive: true }),
  };
}

const chunks = async function* (text: string) {
  yield Buffer.from(text);
};

test('a file in a root opens with its name, size and content', async () => {
  using given = givenFolders();

  const file = await given.files.open(path.join(given.root, 'pod.pdf'));

  expect(file).toMatchObject({ fileName: 'pod.pdf', size: 6 });
  expect(await file.content.text()).toBe('signed');
});

test.each([
  ['a file outside the roots', '../secret.txt', 'REFUSED'],
  ['a link that leads out', 'link.pdf', 'REFUSED'],
  ['a linked folder that leads out', 'folder/secret.txt', 'REFUSED'],
  ['a hidden folder', '.ssh/id', 'REFUSED'],
  ['a folder', 'folder/Documents', 'REFUSED'],
  ['an empty file', 'empty.pdf', 'BAD_REQUEST'],
  ['more than 100 MB', 'huge.pdf', 'PAYLOAD_TOO_LARGE'],
  ['a file that is not there', 'nothing.pdf', 'NOT_FOUND'],
  ['a path with a null byte', 'pod.pdf\0.txt', 'BAD_REQUEST'],
])('%s is refused', async (_, name, code) => {
  using given = givenFolders();

  await expect(given.files.open(name)).rejects.toMatchObject({ code });
});

test('a file is saved inside a root, never over another one', async () => {
  using given = givenFolders();

  const saved = await given.files.save('rate.pdf', chunks('rate'));

  expect(readFileSync(saved.path, 'utf8')).toBe('rate');
  await expect(given.files.save('rate.pdf', chunks('other'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(given.files.save('link.pdf', chunks('other'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(given.files.save('folder/out.pdf', chunks('other'))).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(given.files.save('.hidden', chunks('other'))).rejects.toMatchObject({ code: 'REFUSED' });
  expect(readFileSync(path.join(given.base, 'secret.txt'), 'utf8')).toBe('secret');
});
