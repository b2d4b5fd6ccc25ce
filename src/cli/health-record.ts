import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { configProblem } from './config-problem.ts';
import type { Config } from './config.ts';

/** Address of a running server's health check; none for a server that its host reaches through pipes. */
const HealthRecord = z.union([
  z.strictObject({ healthUrl: z.url({ protocol: /^https?$/ }) }),
  z.strictObject({ transport: z.literal('stdio') }),
]);

export type HealthRecord = z.output<typeof HealthRecord>;

type RuntimeFolder = Pick<Config, 'runtimeFolder'>;

const getRecordFile = (folder: string): string => path.join(folder, 'health.json');

/** Addresses that mean every address of the machine, and the one under which a program of the same machine asks. */
const loopbackAddresses: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
  localhost: '127.0.0.1',
};

/** Formats the address of `/healthz` as a program of the same machine reaches it. */
export function formatHealthUrl(host: string, port: number): string {
  const reachable = loopbackAddresses[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`;
}

/** Writes the record of this process for `waybill health`. Returns a function that removes it. */
export function recordHealth({ runtimeFolder }: RuntimeFolder, record: HealthRecord): () => void {
  if (runtimeFolder === undefined) return () => {};
  const file = getRecordFile(runtimeFolder);
  const draft = `${file}.${process.pid}`;
  const text = `${JSON.stringify(record)}\n`;
  try {
    mkdirSync(runtimeFolder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, text);
    // Renamed when it is whole, so that a health check never reads half of it.
    renameSync(draft, file);
  } catch (error) {
    throw configProblem('WAYBILL_RUNTIME_DIR', `names a folder that cannot be written: ${describeCause(error)}.`);
  }
  return () => {
    // A server that started after this one has written a record of its own.
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  };
}

/** Reads the record of a running server; undefined while there is none. */
export function readHealthRecord(runtimeFolder: string): HealthRecord | undefined {
  try {
    return HealthRecord.parse(JSON.parse(readFileSync(getRecordFile(runtimeFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

const describeCause = (error: unknown): string => (error instanceof Error ? error.message : String(error));
