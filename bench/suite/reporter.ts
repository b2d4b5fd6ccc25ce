import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Environment variable that names the file to write. */
export const reportVariable = 'BENCH_SUITE_REPORT';

export interface FileReport {
  readonly file: string;
  readonly tests: number;
  /** Importing, hooks and tests; the JSON reporter of Vitest counts the tests alone. */
  readonly seconds: number;
}

/** Writes how long each file of tests took. */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[reportVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(modules.map(toReport)));
  }
}

function toReport(module: TestModule): FileReport {
  const { collectDuration, duration } = module.diagnostic();
  return {
    file: path.relative(process.cwd(), module.moduleId),
    tests: [...module.children.allTests()].length,
    seconds: (collectDuration + duration) / 1000,
  };
}
