import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

export type Cell = string | number;

/** One table: what was measured, beside what it is compared with. */
export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes?: readonly string[];
}

export function printSection({ title, columns, rows, notes = [] }: Section): void {
  const table = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  const [head = [], ...body] = table;
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of body) console.log(line(row));
  for (const note of notes) console.log(note);
}

/** Keeps the run for comparison with later ones; the folder is not part of the repository. */
export function writeReport(sections: readonly Section[], startedAt: Date, seconds: number): string {
  const folder = path.join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}.json`);
  const machine = {
    node: process.versions.node,
    platform: process.platform,
    cpus: cpus().length,
    loadAverage: loadavg(),
  };
  writeFileSync(file, `${JSON.stringify({ at: startedAt.toISOString(), seconds, machine, sections }, null, 2)}\n`);
  return file;
}
