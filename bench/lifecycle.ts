import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getSandboxDatabase } from '../src/cli/opening/stores/store-address.ts';
import { type PostgresServer, startPostgres } from '../test/support/stores/postgres.ts';
import { killChildren } from './children.ts';
import { printSection, type ReportTable, writeReport } from './report.ts';
import { roundValue } from './stats.ts';

/** Folders and processes that a run creates, and removes at its end, also when it fails. */
export interface BenchRun {
  home(): string;
  /** A data folder with the sandbox of another one. */
  copyOf(home: string): string;
  remove(home: string): void;
  /** The run's own server. */
  postgres(): Promise<PostgresServer>;
  show(section: ReportTable): void;
}

/** Does the work within the time allowed, prints and keeps what was shown, and leaves no process and no file behind. */
export async function runToTheEnd(maxMs: number, work: (run: BenchRun) => Promise<void>): Promise<void> {
  const startedAt = new Date();
  const homes: string[] = [];
  const sections: ReportTable[] = [];
  let postgres: Promise<PostgresServer> | undefined;

  async function cleanUp(): Promise<void> {
    killChildren();
    const server = await postgres;
    postgres = undefined;
    await server?.stop();
    for (const home of homes) removeHome(home);
  }
  async function endEarly(reason: string): Promise<void> {
    console.error(reason);
    await cleanUp();
    process.exit(1);
  }
  const keep = (home: string) => {
    homes.push(home);
    return home;
  };
  const overdue = setTimeout(() => void endEarly(`The run took longer than ${maxMs / 1000} s and was ended.`), maxMs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly(`Ended by ${signal}.`));
  // A reader such as `| head` that went away must not leave children behind.
  process.stdout.on('error', () => {});
  try {
    await work({
      home: () => keep(createHome()),
      copyOf: (home) => keep(copyHome(home)),
      remove: removeHome,
      postgres: () => (postgres ??= startPostgres()),
      show(section) {
        sections.push(section);
        printSection(section);
      },
    });
    const seconds = roundValue((Date.now() - startedAt.getTime()) / 1000);
    console.log(`\n${seconds} s in all; kept in ${writeReport(sections, startedAt, seconds)}`);
  } finally {
    clearTimeout(overdue);
    await cleanUp();
  }
}

const createHome = (): string => mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

function copyHome(from: string): string {
  const home = createHome();
  const database = getSandboxDatabase('').slice('sqlite:'.length);
  for (const file of [database, 'encryption.key']) cpSync(path.join(from, file), path.join(home, file));
  return home;
}
