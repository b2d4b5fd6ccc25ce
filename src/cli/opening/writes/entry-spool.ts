import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EntrySpool } from '../../../mcp/tool/entry-queue.ts';

/** A process that runs writes its file again at least every half minute; an older one was left behind. */
const abandonedMs = 90_000;

interface SpoolOptions {
  /** Different for each process. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** Opens one file of the data folder for each process that could not write to its store, readable by its user only. */
export function openEntrySpool(home: string, { id, now = Date.now }: SpoolOptions): EntrySpool {
  const folder = path.join(home, 'unwritten');
  const file = path.join(folder, `${id}.jsonl`);
  let adopted: readonly string[] = [];

  /** Takes a file for this process; undefined where another one was first or is still at it. */
  async function adopt(name: string): Promise<string | undefined> {
    const source = path.join(folder, name);
    const target = path.join(folder, `${name.replace(/\.jsonl$/, '')}.${id}.adopted`);
    try {
      if (now() - (await stat(source)).mtimeMs < abandonedMs) return undefined;
      await rename(source, target);
      return target;
    } catch {
      // It is gone: its process or another one has it.
      return undefined;
    }
  }

  return {
    /** Returns the lines that ended processes left behind. Their files stay until this process has written its own. */
    async read() {
      const names = await readdir(folder).catch(() => []);
      const claims = await Promise.all(names.map(adopt));
      const files = claims.filter((each) => each !== undefined);
      adopted = [...adopted, ...files];
      const texts = await Promise.all(files.map((each) => readFile(each, 'utf8')));
      return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
    },
    async write(lines) {
      if (lines.length > 0) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flush: true });
      } else await rm(file, { force: true });
      const files = adopted;
      adopted = [];
      for (const each of files) await rm(each, { force: true });
    },
  };
}
