import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';

interface OpenedFile extends AsyncDisposable {
  readonly file: string;
  readonly database: BrokerageDatabase;
  /** Writes one row; returns the database's message if it refused. */
  readonly write: (name: string) => Promise<string | undefined>;
  /** Closes it and reads the rows that lie in the file. */
  readonly readAgain: () => Promise<readonly string[]>;
}

async function openFile(): Promise<OpenedFile> {
  const folder = createTemporaryFolder();
  const file = path.join(folder.path, 'desk.db');
  const database = await openBrokerage(`sqlite:${file}`);
  return {
    file,
    database,
    write: (name) =>
      database
        .transaction((tx) => tx.insertInto('setting').values({ name, value: '1' }).execute())
        .then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
    async readAgain() {
      await database.close();
      const again = await openBrokerage(`sqlite:${file}`);
      const rows = await again.reader.selectFrom('setting').select('name').where('name', 'like', 'test%').execute();
      await again.close();
      return rows.map(({ name }) => name).sort();
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      folder[Symbol.dispose]();
    },
  };
}

const putBack = 'Put the same file back, or restore it from a backup and restart Waybill.';

test('a deleted file refuses every write with a sentence that names it', async () => {
  await using opened = await openFile();
  await opened.write('test 1');
  rmSync(opened.file);

  const refused = [await opened.write('test 2'), await opened.write('test 3')];

  const sentence = `The database ${opened.file} was deleted or renamed while this process had it open, so nothing was saved. ${putBack}`;
  expect(refused).toEqual([sentence, sentence]);
  expect(() => opened.database.requireInPlace()).toThrow(sentence);
});

test('a renamed file refuses writes until it is back at its name, and then goes on by itself', async () => {
  await using opened = await openFile();
  await opened.write('test 1');
  renameSync(opened.file, `${opened.file}.old`);

  const refused = await opened.write('test 2');
  renameSync(`${opened.file}.old`, opened.file);
  const written = await opened.write('test 3');

  expect(refused).toContain('was deleted or renamed while this process had it open');
  expect(written).toBeUndefined();
  expect(await opened.readAgain()).toEqual(['test 1', 'test 3']);
});

test('a file replaced by a copy of itself refuses writes', async () => {
  await using opened = await openFile();
  await opened.write('test 1');
  copyFileSync(opened.file, `${opened.file}.copy`);
  renameSync(`${opened.file}.copy`, opened.file);

  expect(await opened.write('test 2')).toBe(
    `The database ${opened.file} was replaced by another file while this process had it open, so nothing was saved. Put the first file back, or restore it from a backup and restart Waybill.`,
  );
});

test.each(['-wal', '-shm'])(
  'a deleted %s refuses writes, and what was acknowledged is saved at the end',
  async (end) => {
    await using opened = await openFile();
    await opened.write('test 1');
    expect(existsSync(`${opened.file}${end}`)).toBe(true);
    rmSync(`${opened.file}${end}`);

    const refused = await opened.write('test 2');

    expect(refused).toBe(
      `${opened.file}${end}, which belongs to the database beside it, was deleted or renamed while this process had it open, so nothing was saved. Put the same file back, or stop Waybill, which saves what it holds into the database, and start it again.`,
    );
    expect(await opened.readAgain()).toEqual(['test 1']);
  },
);

test('a file that is taken away while a transaction runs keeps nothing of it', async () => {
  await using opened = await openFile();
  const writing = opened.database.transaction(async (tx) => {
    await tx.insertInto('setting').values({ name: 'test 1', value: '1' }).execute();
    renameSync(opened.file, `${opened.file}.old`);
  });

  await expect(writing).rejects.toThrow('was deleted or renamed');
  renameSync(`${opened.file}.old`, opened.file);
  expect(await opened.write('test 2')).toBeUndefined();
  expect(await opened.readAgain()).toEqual(['test 2']);
});
