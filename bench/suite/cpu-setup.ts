import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { type FileCpu, reportVariable, toCpuFile } from './reporter.ts';

// Runs again before each file of tests, in the worker that the file gets.
const before = process.cpuUsage();

/** Notes the processor time of a file: of its worker and its threads, without the processes and servers that it uses. */
afterAll(() => {
  const reportFile = process.env[reportVariable];
  const { testPath } = expect.getState();
  if (reportFile === undefined || testPath === undefined) return;
  const { user, system } = process.cpuUsage(before);
  const cpu: FileCpu = { path: testPath, seconds: (user + system) / 1e6 };
  appendFileSync(toCpuFile(reportFile), `${JSON.stringify(cpu)}\n`);
});
