import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileAccess } from '../../../src/mcp/tool/files.ts';

function createFolders() {
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

const streamText = async function* (text: string) {
  yield Buffer.from(text);
};

test('a file in a root opens with its name, size and content, as often as it is read', async () => {
  using folders = createFolders();

  await using file = await folders.files.open(path.join(folders.root, 'pod.pdf'));

  expect(file).toMatchObject({ fileName: 'pod.pdf', size: 6 });
  expect([await text(file.read()), await text(file.read())]).toEqual(['signed', 'signed']);
});

test('a bare name is found in whichever root has it, and one that two roots have is asked back', async () => {
  using folders = createFolders();
  const other = path.join(folders.base, 'Downloads');
  mkdirSync(other);
  writeFileSync(path.join(other, 'rate.pdf'), 'rate');
  const files = createFileAccess([folders.root, other]);

  await using file = await files.open('rate.pdf');

  expect(file.path).toBe(path.join(other, 'rate.pdf'));
  writeFileSync(path.join(folders.root, 'rate.pdf'), 'other');
  await expect(files.open('rate.pdf')).rejects.toMatchObject({
    message: expect.stringContaining(`is ${path.join(folders.root, 'rate.pdf')} or ${path.join(other, 'rate.pdf')}`),
  });
});

test('what may not be read and what is not there are told apart by nobody', async () => {
  using folders = createFolders();
  const names = ['../secret.txt', '../nothing.txt', 'link.pdf', 'folder/secret.txt', 'folder/nothing.txt', '.ssh/id'];
  const tried = [
    ...names,
    '.ssh/nothing',
    'folder',
    '..',
    '.',
    'nothing.pdf',
    '/etc/hostname',
    '/etc/nothing',
    '~/.ssh',
  ];

  const refusals = await Promise.all(tried.map((name) => folders.files.open(name).catch(String)));
  const saves = tried.filter((name) => !['nothing.pdf', 'link.pdf', 'folder'].includes(name));
  const unsaved = await Promise.all(saves.map((name) => folders.files.save(name, streamText('x')).catch(String)));

  expect([...new Set([...refusals, ...unsaved])]).toEqual([
    expect.stringContaining('is not there, or may not be touched'),
  ]);
});

test.each([
  ['an empty file', 'empty.pdf', 'BAD_REQUEST'],
  ['more than 100 MB', 'huge.pdf', 'PAYLOAD_TOO_LARGE'],
  ['a path with a null byte', 'pod.pdf\0.txt', 'BAD_REQUEST'],
])('%s is refused', async (_, name, code) => {
  using folders = createFolders();

  await expect(folders.files.open(name)).rejects.toMatchObject({ code });
});

test('a path that begins with ~ starts at the home of the person', async () => {
  using folders = createFolders();
  const files = createFileAccess([folders.root], () => path.dirname(folders.root));

  const saved = await files.save(`~/${path.basename(folders.root)}/rate.pdf`, streamText('rate'));

  expect(saved.path).toBe(path.join(folders.root, 'rate.pdf'));
});

test('a file is saved inside a root, never over another one', async () => {
  using folders = createFolders();

  const saved = await folders.files.save('rate.pdf', streamText('rate'));

  expect(readFileSync(saved.path, 'utf8')).toBe('rate');
  await expect(folders.files.save('rate.pdf', streamText('other'))).rejects.toThrow('exists already');
  await expect(folders.files.save('link.pdf', streamText('other'))).rejects.toThrow('exists already');
  expect(readFileSync(path.join(folders.base, 'secret.txt'), 'utf8')).toBe('secret');
});

test('a file that is given up half way leaves nothing behind', async () => {
  using folders = createFolders();

  const breakOff = async function* () {
    yield Buffer.from('half');
    throw new Error('the connection broke');
  };

  await expect(folders.files.save('rate.pdf', breakOff())).rejects.toThrow('the connection broke');
  expect(existsSync(path.join(folders.root, 'rate.pdf'))).toBe(false);
});

test('a link put in the place of an opened file is not followed', async () => {
  using folders = createFolders();
  const [file, secret] = [path.join(folders.root, 'pod.pdf'), path.join(folders.base, 'secret.txt')];
  await using opened = await folders.files.open('pod.pdf');

  const { atime, mtime } = statSync(file);
  utimesSync(secret, atime, mtime);
  rmSync(file);
  symlinkSync(secret, file);

  expect(await text(opened.read())).toBe('signed');
});

test('a file that changes while it is read is no longer that file', async () => {
  using folders = createFolders();
  await using opened = await folders.files.open('pod.pdf');

  writeFileSync(path.join(folders.root, 'pod.pdf'), 'forged, and longer');

  await expect(text(opened.read())).rejects.toThrow('the file changed while it was read');
});

test('a folder swapped for a link while a file is saved loses and gains nothing', async () => {
  using folders = createFolders();
  const [folder, elsewhere] = [path.join(folders.root, 'loads'), path.join(folders.base, 'elsewhere')];
  for (const made of [folder, elsewhere]) mkdirSync(made);
  writeFileSync(path.join(elsewhere, 'pod.pdf'), 'theirs');
  const swapFolders = async function* () {
    yield Buffer.from('half');
    renameSync(folder, `${folder}-away`);
    symlinkSync(elsewhere, folder);
    throw new Error('the connection broke');
  };

  await expect(folders.files.save('loads/pod.pdf', swapFolders())).rejects.toThrow('the connection broke');

  expect(readFileSync(path.join(elsewhere, 'pod.pdf'), 'utf8')).toBe('theirs');
});

test('however often a folder is swapped for a link, nothing outside is read or made', async () => {
  using folders = createFolders();
  const [folder, outside] = [path.join(folders.root, 'loads'), path.join(folders.base, 'outside')];
  for (const [made, content] of [
    [folder, 'inside'],
    [outside, 'secret'],
  ] as const) {
    mkdirSync(made);
    writeFileSync(path.join(made, 'pod.pdf'), content);
  }
  await using swapping = await swapForLink(folder, outside);

  const read = new Set<string>();
  for (let turn = 0; turn < 500 && swapping.isRunning(); turn += 1) {
    try {
      await using opened = await folders.files.open('loads/pod.pdf');
      read.add(await text(opened.read()));
    } catch {
      // Refused: the swap was seen.
    }
    await folders.files.save(`loads/${turn}.pdf`, streamText('new')).catch(() => {});
  }

  expect(read.has('secret')).toBe(false);
  expect(readdirSync(outside)).toEqual(['pod.pdf']);
});

/** Puts a link to `target` in the place of `folder` and takes it away again, over and over, until disposed. */
async function swapForLink(
  folder: string,
  target: string,
): Promise<AsyncDisposable & { readonly isRunning: () => boolean }> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
     const { workerData: [folder, target, stop], parentPort } = require('node:worker_threads');
     parentPort.postMessage('begun');
     while (Atomics.load(stop, 0) === 0) {
       renameSync(folder, folder + '-away');
       symlinkSync(target, folder);
       unlinkSync(folder);
       renameSync(folder + '-away', folder);
     }`,
    { eval: true, workerData: [folder, target, stop] },
  );
  await once(worker, 'message');
  return {
    isRunning: () => worker.threadId >= 0,
    async [Symbol.asyncDispose]() {
      Atomics.store(stop, 0, 1);
      await once(worker, 'exit');
    },
  };
}
