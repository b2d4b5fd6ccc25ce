import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Environment variable that names the file to write. */
export const reportVariable = 'BENCH_SUITE_REPORT';

export interface TestFileReport {
  readonly file: string;
  readonly tests: number;
  /** Importing, hooks and tests; the JSON reporter of Vitest counts the tests alone. */
  readonly seconds: number;
  /** Processor time of its worker meanwhile. */
  readonly cpuSeconds: number;
}

/** Processor time that a file of tests took in its worker. */
export interface FileCpu {
  readonly path: string;
  readonly seconds: number;
}

/** File beside the report in which workers note processor times, a line each. */
export const toCpuFile = (reportFile: string): string => `${reportFile}.cpu`;

/** Writes how long each file of tests took. */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[reportVariable];
    if (file === undefined) return;
    const cpu = readCpu(toCpuFile(file));
    writeFileSync(file, JSON.stringify(modules.map((module) => toReport(module, cpu.get(module.moduleId) ?? 0))));
  }
}

function readCpu(file: string): ReadonlyMap<string, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  // Written by the setup file.
  return new Map(lines.map((line) => JSON.parse(line) as FileCpu).map(({ path, seconds }) => [path, seconds]));
}

function toReport(module: TestModule, cpuSeconds: number): TestFileReport {
  const { collectDuration, duration } = module.diagnostic();
  return {
    file: path.relative(process.cwd(), module.moduleId),
    tests: [...module.children.allTests()].length,
    seconds: (collectDuration + duration) / 1000,
    cpuSeconds,
  };
}
