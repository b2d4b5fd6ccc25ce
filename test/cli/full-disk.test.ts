import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent } from './support/agent.ts';
import { call, termNames } from './support/record.ts';
import { type Folder, temporaryFolder, waybill } from './support/waybill.ts';

const missing = whyNoSmallDisk();

describe.skipIf(missing !== null)(`a small disk${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  test('a disk too small for the sandbox: one sentence, and no half of a brokerage', async () => {
    using disk = smallDisk('6m');

    const first = await call({ home: disk.path }, 'api_read', { operation: 'shipments.filter' });
    execFileSync('mount', ['-o', 'remount,size=200m', disk.path]);
    const later = await call({ home: disk.path }, 'api_read', {
      operation: 'shipments.filter',
      input: { pageSize: 5 },
    });

    const sentence = `The disk that holds ${path.join(disk.path, 'sandbox.db')} is full; free some space and start again. Nothing was changed.`;
    expect([first.code, first.result.isError]).toEqual([1, true]);
    expect(first.result.content[0].text).toContain(sentence);
    expect([later.code, later.result.structuredContent.rows.length]).toEqual([0, 5]);
  });

  test('a disk that fills up refuses the write whole, and goes on when there is space again', async () => {
    using disk = smallDisk('24m');
    const settings = { home: disk.path, environment: { WAYBILL_DATABASE_URL: 'sqlite:desk.db' } };
    const create = (name: string) => ({
      operation: 'paymentTerms.create',
      input: { name, description: 'x'.repeat(400) },
    });
    await using agent = await startAgent(settings);
    const before = await agent.call('api_write', create('Before'));
    const ballast = path.join(disk.path, 'ballast');
    fill(ballast, disk.path);

    const refused = [];
    for (let index = 0; index < 40 && refused.length < 2; index += 1) {
      const answer = await agent.call('api_write', create(`During ${index}`));
      if (answer.isError) refused.push(answer);
    }
    const read = await agent.call('api_read', { operation: 'paymentTerms.filter', input: { pageSize: 1 } });
    rmSync(ballast);
    const after = await agent.call('api_write', create('After'));

    expect(before.data.status).toBe('done');
    expect(refused.map(({ text }) => text.split('.')[0])).toEqual(['NOT DONE', 'NOT DONE']);
    expect(read.isError).toBeUndefined();
    expect(after.data.status).toBe('done');
    const names = await termNames(settings);
    expect(names).toEqual(expect.arrayContaining(['Before', 'After']));
    expect((await waybill(['audit', 'verify'], settings)).code).toBe(0);
  });
});

function fill(file: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}

function smallDisk(size: string): Folder {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder.path]);
  return {
    path: folder.path,
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

/** Null when this user may mount a small file system. */
function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk';
  try {
    using disk = smallDisk('1m');
    readdirSync(disk.path);
    return null;
  } catch {
    return 'this machine does not let root mount a disk';
  }
}
