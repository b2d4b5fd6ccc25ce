import { expect, test } from 'vitest';
import type { LocalCopy } from '../../src/copy/copy.ts';
import { countCases } from '../support/depth.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { type CopiedService, signal, startCopied } from './copied.ts';

const isExport = (request: Request) => new URL(request.url).pathname.endsWith('/bulk-export');

const listIndexes = (copy: LocalCopy) =>
  copy.read("select name, sql from sqlite_schema where type = 'index' and sql is not null order by name");

/** Aborts a fill after so many pages, as a kill does between two transactions; returns whether it had ended before. */
async function fillSome(copied: CopiedService, pages: number): Promise<boolean> {
  const stopping = new AbortController();
  const copy = await copied.openWithExport();
  let count = 0;
  const countPage = () => {
    count += 1;
    if (count === pages) stopping.abort(new Error('killed'));
  };
  try {
    await copy.complete(stopping.signal, { onPage: countPage });
    return true;
  } catch (error) {
    if (stopping.signal.aborted) return false;
    throw error;
  } finally {
    await copy.close();
  }
}

onOneDatabase('the indexes of a copy', (database) => {
  test('are left out while an export fills their tables, and are those of a copy that is filled by pages', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    const byPages = await copied.fill();
    const declared = await listIndexes(byPages);
    expect(await fillSome(copied, 16)).toBe(false);
    const copy = await copied.openWithExport();
    const during = await listIndexes(copy);

    await copy.complete(signal);

    const keptNames = new Set(during.map(({ name }) => name));
    expect(keptNames.has('freight_order_created_at_idx')).toBe(false);
    // Questions meanwhile still find the rows of a record.
    expect(keptNames.has('order_charge_order_id_idx')).toBe(true);
    expect(keptNames.has('load_shipment_id_idx')).toBe(true);
    expect(await listIndexes(copy)).toEqual(declared);
  });

  test('are complete after a fill that was killed, wherever that was, and so are the records', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    const expected = await listIndexes(await copied.fill());
    const kills = countCases({ usual: 2, deep: 20 });
    for (let kill = 1; kill <= kills; kill += 1) {
      const copy = await copied.openWithExport();
      await copy.forget(signal);
      await copy.close();
      // Twice, so that the second one goes on with what the first has left.
      const place = Math.ceil((kill * 19) / kills);
      await fillSome(copied, place);
      await fillSome(copied, 2);
      const resumed = await copied.openWithExport();
      await resumed.complete(signal);
      expect(await listIndexes(resumed), `killed after ${place} pages`).toEqual(expected);
      const verdicts = await resumed.verify(signal, { isWhole: true });
      expect(verdicts.flatMap(({ different }) => different)).toEqual([]);
      await resumed.close();
    }
  });

  test('are made before pages are read, where an export that was cut off cannot be continued', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    const expected = await listIndexes(await copied.fill());
    expect(await fillSome(copied, 12)).toBe(false);
    copied.between.fetch = (request, next) =>
      isExport(request)
        ? Response.json({ error: { code: 'FORBIDDEN', message: 'no' } }, { status: 403 })
        : next(request);
    const copy = await copied.openWithExport();

    await copy.complete(signal);

    expect((await copy.progress()).isWhole).toBe(true);
    expect(await listIndexes(copy)).toEqual(expected);
  });
});
