import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { readCpuMs } from './children.ts';

/** Id of the process that has started the backends of a server. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(rows[0]?.pid)?.parent;
  await client.end();
  if (postmaster === undefined) throw new Error('The system does not tell the parent of a process.');
  return postmaster;
}

/** Processor time of a process, of its children and of those that have ended, in ms. */
export function readFamilyCpu(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && readStat(child)?.parent === pid);
  const running = [pid, ...children].reduce((sum, each) => sum + (readCpuMs(each) ?? 0), 0);
  return running + (readStat(pid)?.endedChildrenMs ?? 0);
}

/** Processor time, of the system too, of the children of this process that have ended and of theirs, in ms; null where the system does not tell. */
export const readEndedChildrenCpu = (): number | null => readStat('self')?.endedChildrenMs ?? null;

/** The kernel counts processor time in hundredths of a second on every processor that Node runs on. */
const tickMs = 10;

function readStat(
  pid: number | 'self' | undefined,
): { readonly parent: number; readonly endedChildrenMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), endedChildrenMs: (Number(fields[13]) + Number(fields[14])) * tickMs };
  } catch {
    return undefined;
  }
}
