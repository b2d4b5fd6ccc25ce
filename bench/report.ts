import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

export type ReportCell = string | number;

/** One table: the measured values next to those they are compared with. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
  readonly notes?: readonly string[];
}

export function printSection({ title, columns, rows, notes = [] }: ReportTable): void {
  const table = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const formatLine = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  const [head = [], ...body] = table;
  console.log(`\n${title}\n${formatLine(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of body) console.log(formatLine(row));
  for (const note of notes) console.log(note);
}

/** Keeps the run for comparison with later ones; the folder is not part of the repository. */
export function writeReport(sections: readonly ReportTable[], startedAt: Date, seconds: number): string {
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
