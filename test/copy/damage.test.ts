import { existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeNoise } from '../support/stores/spoil.ts';
import { type CopiedService, compareWithStore, readSandboxId, signal, startCopied } from './copied.ts';

const names = ['customer', 'shipment', 'bill'];
const healed = 'The copy of the records was damaged. It was set aside and is filled anew from the API.';
const getFile = ({ url }: CopiedService) => url.slice('sqlite:'.length);

function run(file: string, script: string): void {
  using other = new DatabaseSync(file);
  other.exec(script);
}

const damages: readonly { readonly name: string; readonly damage: (file: string) => void }[] = [
  { name: 'is no database', damage: (file) => writeFileSync(file, 'not a database '.repeat(2_000)) },
  { name: 'has lost its end', damage: (file) => truncateSync(file, Math.floor(statSync(file).size / 3)) },
  { name: 'has pages that say nothing', damage: writeNoise },
  { name: 'is empty beside its log', damage: (file) => (truncateSync(file, 0), writeFileSync(`${file}-wal`, 'log')) },
  {
    name: 'has the tables of another program',
    damage: (file) => run(file, 'drop table bill; create table bill (id text)'),
  },
];

/** Collects what is logged. */
function listen() {
  const logged: string[] = [];
  return { logged, log: (_level: string, message: string) => void logged.push(message) };
}

test.each(damages)(
  'a copy that $name is filled anew when it is opened, and answers the first question',
  async ({ damage }) => {
    await using copied = await startCopied({ shipments: 60, isFilled: true });
    const first = await copied.open();
    await first.complete(signal);
    await first.close();
    damage(getFile(copied));
    const { logged, log } = listen();

    const copy = await copied.open(true, { log, patienceMs: 600_000 });
    const extent = await copy.refresh(signal, names);

    expect(extent).toMatchObject({ isWhole: true, isCurrent: true });
    await copy.complete(signal);
    expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
    expect(logged).toEqual([healed]);
    expect(existsSync(`${getFile(copied)}.damaged`)).toBe(true);
  },
);

test('two processes that find the same damage fill one new copy together, and say so once', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const { logged, log } = listen();
  const options = { log, shareMs: 0, patienceMs: 600_000 };
  const [firstCopy, secondCopy] = [await copied.open(true, options), await copied.open(true, options)];
  await firstCopy.complete(signal);
  const question = await secondCopy.refresh(signal, names);
  writeNoise(getFile(copied));

  await Promise.all([firstCopy.refresh(signal, names), secondCopy.refresh(signal, names)]);
  await firstCopy.complete(signal);

  const count = 'select count(*) as bills from bill';
  expect(await question.read(count)).toEqual(await firstCopy.read(count));
  expect(await firstCopy.read(count)).not.toEqual([{ bills: 0 }]);
  expect(await compareWithStore(secondCopy, copied.service, await readSandboxId(copied))).toEqual({});
  expect(logged.filter((message) => message === healed)).toEqual([healed]);
});

test('a question that meets the damage while it reads never takes a copy that is being filled for a whole one', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  const { read } = await copy.refresh(signal, names);
  run(getFile(copied), 'drop table bill');
  copied.between.fetch = () => Response.json({ error: { code: 'FORBIDDEN', message: 'no' } }, { status: 403 });

  await expect(read('select count(*) as bills from bill')).rejects.toThrow(/FORBIDDEN|no|being filled anew/);

  copied.between.fetch = (request, next) => next(request);
  await copy.complete(signal);
  const [bills] = await read('select count(*) as bills from bill');
  expect(bills?.['bills']).toBeGreaterThan(10);
});

test('a question under way when another one finds the damage is answered from the new copy', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const { logged, log } = listen();
  const copy = await copied.open(true, { log, shareMs: 0, patienceMs: 600_000 });
  await copy.complete(signal);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  copied.between.fetch = async (request, next) => {
    reached.resolve();
    await released.promise;
    return next(request);
  };
  const underWay = copy.refresh(signal, names);
  await reached.promise;
  writeNoise(getFile(copied));

  const other = Promise.all(['bill', 'invoice', 'load_stop'].map((table) => copy.read(`select * from ${table}`)));
  released.resolve();
  const [first, rows] = await Promise.allSettled([underWay, other]);

  expect(first).toMatchObject({ status: 'fulfilled', value: { isWhole: true, isCurrent: true } });
  expect(rows).toMatchObject({ status: 'fulfilled' });
  expect(logged.filter((message) => message === healed)).toEqual([healed]);
});

test('a query that names no table of the copy is no damage', async () => {
  await using copied = await startCopied();
  const { logged, log } = listen();
  const copy = await copied.open(true, { log });

  await expect(copy.read('select 1 from nowhere')).rejects.toThrow('no such table: nowhere');
  expect(logged).toEqual([]);
});

test('a damaged copy that cannot be replaced is named, with what to do', async () => {
  await using copied = await startCopied();
  const file = getFile(copied);
  writeFileSync(file, 'not a database '.repeat(2_000));
  mkdirSync(path.join(`${file}.damaged`, 'inside'), { recursive: true });

  const failure = { code: 'COPY_UNAVAILABLE', message: expect.stringContaining(file) };
  await expect(copied.open()).rejects.toMatchObject(failure);
  await expect(copied.open()).rejects.toThrow(
    /is damaged and cannot be replaced \(.*\): let this user change the folder .*, or delete the file\. It is filled anew from the API\.$/,
  );
});

test('a copy that cannot be opened is named, with what to do', async () => {
  await using copied = await startCopied();
  mkdirSync(getFile(copied));

  await expect(copied.open()).rejects.toThrow(
    /^The copy of the records \S+ cannot be used \(.*\): let this user read and write it and its folder, or delete it: it is filled anew from the API\.$/,
  );
});
