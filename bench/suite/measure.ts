import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../children.ts';
import { readEndedChildrenCpu } from '../process-families.ts';
import type { ReportTable } from '../report.ts';
import { roundValue } from '../stats.ts';
import { type TestFileReport, reportVariable } from './reporter.ts';

const dearestMax = 25;

interface SuiteRun {
  /** Arguments of Vitest, such as the files to run; none for all of them. */
  readonly args: readonly string[];
  readonly home: string;
}

interface MeasuredSuite {
  readonly sections: readonly ReportTable[];
  /** Exit code of `npm test`. */
  readonly code: number;
}

/** Runs `npm test` once, and measures it with every process that it started and waited for. */
export async function measureSuite({ args, home }: SuiteRun): Promise<MeasuredSuite> {
  const reportFile = path.join(home, 'suite.json');
  const config = `--config=${path.join(import.meta.dirname, 'vitest.config.ts')}`;
  const reporters = ['--reporter=default', `--reporter=${path.join(import.meta.dirname, 'reporter.ts')}`];
  const before = readEndedChildrenCpu();
  const startedAt = performance.now();
  const code = await runProgram('npm', ['test', '--', config, ...reporters, ...args], { [reportVariable]: reportFile });
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const after = readEndedChildrenCpu();
  const files = readReport(reportFile);
  const cpuSeconds =
    before === null || after === null ? 'not available on this system' : roundValue((after - before) / 1000);
  return { code, sections: [buildTotals(files, wallSeconds, cpuSeconds), buildDearest(files)] };
}

function readReport(file: string): readonly TestFileReport[] {
  // Without one, Vitest ended before it had run anything, and has written why.
  if (!existsSync(file)) return [];
  // Written by the reporter.
  return JSON.parse(readFileSync(file, 'utf8')) as readonly TestFileReport[];
}

function buildTotals(files: readonly TestFileReport[], wallSeconds: number, cpuSeconds: number | string): ReportTable {
  return {
    title: 'The tests, PostgreSQL server and browsers included',
    columns: ['', 'files', 'tests', 'seconds', 'CPU seconds'],
    rows: [
      ['npm test', files.length, files.reduce((sum, { tests }) => sum + tests, 0), roundValue(wallSeconds), cpuSeconds],
    ],
    notes: ['A process whose parent ended before it, such as the bundler, is not in the CPU seconds.'],
  };
}

function buildDearest(files: readonly TestFileReport[]): ReportTable {
  const dearest = files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, dearestMax);
  return {
    title: 'Files that take most of the processor, in their workers',
    columns: ['file', 'tests', 'CPU seconds', 'seconds beside others'],
    rows: dearest.map(({ file, tests, cpuSeconds, seconds }) => [
      file,
      tests,
      roundValue(cpuSeconds),
      roundValue(seconds),
    ]),
    notes: ['The database server, browsers and other processes of a file are in the total alone.'],
  };
}
