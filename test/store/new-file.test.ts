import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const rounds = 50;

test('whoever opens a new file at the same moment gets it open', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-new-file-'));
  const workers = Array.from({ length: 4 }, () => new Worker(new URL('./opener.ts', import.meta.url)));
  try {
    const answers = new Set<unknown>();
    for (let round = 0; round < rounds; round += 1) {
      const openings = workers.map(async (worker) => {
        worker.postMessage(path.join(folder, `${round}.db`));
        const [answer] = await once(worker, 'message');
        answers.add(answer);
      });
      await Promise.all(openings);
    }

    expect([...answers]).toEqual(['opened']);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
    rmSync(folder, { recursive: true, force: true });
  }
});
