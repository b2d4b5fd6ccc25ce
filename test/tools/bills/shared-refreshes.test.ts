import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { openCopy } from '../../../src/copy/copy.ts';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { listBills } from '../../../tools/bills/list_bills.ts';
import { getRecord } from '../../../tools/record/get_record.ts';
import { startDesk } from '../../support/desk.ts';
import { insertBill } from '../../support/records/fixtures.ts';

test('what bills are judged by is brought up to date once, and never twice for one question', async () => {
  const refreshes: (readonly string[])[] = [];
  let opened: ReturnType<typeof openCopy> | undefined;
  await using desk = await startDesk({
    tools: [approveBills, getRecord, listBills],
    server: {
      async copy() {
        opened ??= openCopy(
          `sqlite:${path.join(inject('runFolder'), `${randomUUID()}.db`)}`,
          { api: desk.api, isEmbedded: true },
          { shareMs: 3_600_000 },
        );
        const copy = await opened;
        const refresh: typeof copy.refresh = (signal, names, ...waiting) => {
          if (names.length > 0) refreshes.push(names);
          return copy.refresh(signal, names, ...waiting);
        };
        return { ...copy, refresh };
      },
    },
  });
  const home = { database: desk.service.database, organizationId: desk.service.organizationId };
  const bill = await insertBill(home);
  const calls = [
    ['get_record', { record: bill.friendly_id }],
    ['list_bills', { check: true }],
    ['approve_bills', { bills: [bill.friendly_id] }],
  ] as const;
  const counts: Record<string, number> = {};
  for (const [name, input] of calls) {
    refreshes.length = 0;
    const { text } = await desk.callTool(name, input);
    expect(text).toContain(bill.friendly_id);
    counts[name] = refreshes.length;
    const names = refreshes.flat();
    expect(names).toEqual([...new Set(names)]);
  }

  // The bills of a list are read first; their shipments are those that they name.
  expect(counts).toEqual({ get_record: 1, list_bills: 2, approve_bills: 1 });
  await (await opened)?.[Symbol.asyncDispose]();
});
