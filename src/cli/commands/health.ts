import { configProblem, parseInput } from '../config-problem.ts';
import { type HealthRecord, readHealthRecord } from '../health-record.ts';
import type { Session } from '../session.ts';
import { createUrlSchema } from '../settings.ts';

export interface HealthFlags {
  readonly url?: string | undefined;
}

const exitUnhealthy = 1;

/** Shorter than the five seconds after which a container engine gives a health check up. */
const answerMaxMs = 3000;

const HealthUrl = createUrlSchema('http://127.0.0.1:8080/healthz');

/** Asks the server that runs here whether it lives. Returns exit code 0, or 1 with the reason. */
export async function runHealth({ url }: HealthFlags, { config, print }: Session): Promise<number> {
  const record =
    url === undefined ? findRecord(config.runtimeFolder) : { healthUrl: parseInput(HealthUrl, url, '--url') };
  if (record === undefined) {
    print(`Unhealthy: no server has written its address to ${config.runtimeFolder}. It is starting, or has stopped.`);
    return exitUnhealthy;
  }
  if ('transport' in record) {
    print('Healthy: the server here works over stdio, and ends with its process.');
    return 0;
  }
  const problem = await findProblem(record.healthUrl);
  print(problem === undefined ? `Healthy: ${record.healthUrl}` : `Unhealthy: ${record.healthUrl} ${problem}`);
  return problem === undefined ? 0 : exitUnhealthy;
}

function findRecord(runtimeFolder: string | undefined): HealthRecord | undefined {
  if (runtimeFolder !== undefined) return readHealthRecord(runtimeFolder);
  throw configProblem(
    '--url',
    'is missing: give the address of the health check, such as http://127.0.0.1:8080/healthz, or set WAYBILL_RUNTIME_DIR for the server and for this command.',
  );
}

/** Describes what is wrong with the answer of a health check; undefined for a good one. */
async function findProblem(address: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(answerMaxMs), redirect: 'error' });
    return status === 200 ? undefined : `answers ${status}.`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? `does not answer within ${answerMaxMs / 1000} seconds.` : 'does not answer.';
  }
}
