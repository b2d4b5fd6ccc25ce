import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open-file.ts';

test.each(['missing', 'empty'])('a log whose database is %s is never taken for a new store', (state) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-left-log-'));
  try {
    const file = path.join(folder, 'brokerage.db');
    writeFileSync(`${file}-wal`, 'what was acknowledged last');
    if (state === 'empty') writeFileSync(file, '');

    expect(() => openSqlite({ file })).toThrow(`${file} is ${state}, but its log ${file}-wal is there`);

    expect(existsSync(file)).toBe(state === 'empty');
    writeFileSync(`${file}-wal`, '');
    openSqlite({ file }).close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
