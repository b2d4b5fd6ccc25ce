import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { type Agent, startAgent } from './agent.ts';
import { waybill } from './in-process.ts';
import type { Settings } from './waybill.ts';

interface CallOutcome {
  readonly code: number | null;
  // Tests read results freely; each assertion says what it expects.
  readonly result: any; // eslint-disable-line typescript/no-explicit-any
}

/** The desk of a data folder whose brokerage is `desk.db` in it, without a sandbox. */
export const deskIn = (home: string): Settings => ({
  home,
  environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` },
});

export const databaseOf = ({ home }: Pick<Settings, 'home'>): string => `sqlite:${path.join(home, 'desk.db')}`;

/** `waybill call TOOL --json`, its exit code and the result object that it printed. */
export async function call(settings: Settings, tool: string, input: object): Promise<CallOutcome> {
  const { code, stdout, stderr } = await waybill(['call', tool, JSON.stringify(input), '--json'], settings);
  if (stdout === '') throw new Error(stderr);
  return { code, result: JSON.parse(stdout) };
}

/**
 * Puts something into desks' new folders that an assistant does once: the files of its desk are copied. It may be done
 * again by another worker.
 */
function preparedDesk<Result>(prepare: (agent: Agent) => Promise<Result>): (settings: Settings) => Promise<Result> {
  let prepared: Promise<{ readonly folder: string; readonly result: Result }> | undefined;
  const prepareOnce = async () => {
    const folder = mkdtempSync(path.join(inject('runFolder'), 'desk-'));
    await using agent = await startAgent(deskIn(folder));
    return { folder, result: await prepare(agent) };
  };
  return async ({ home }) => {
    const { folder, result } = await (prepared ??= prepareOnce());
    cpSync(folder, home, { recursive: true });
    return result;
  };
}

const createTerm = (agent: Agent, name: string) =>
  agent.call('api_write', { operation: 'paymentTerms.create', input: { name } });

/** A payment term "Net 15" that only a person's yes deletes, and the approval of its deletion. */
export const givenPendingDeletion = preparedDesk(async (agent) => {
  const made = await createTerm(agent, 'Net 15');
  const id = String(made.data.record.id);
  const asked = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  return { id, approvalId: String(asked.data.approval.id) };
});

/** An audit log with four entries: the start and the end of two writes. */
export const givenTwoWrites = preparedDesk(async (agent) => {
  for (const name of ['Net 15', 'Net 30']) await createTerm(agent, name);
});

/** Names of the payment terms that the brokerage of this database has now. */
export async function termNames(url: string): Promise<string[]> {
  const database = await openBrokerage(url);
  const terms = await database.reader
    .selectFrom('payment_term')
    .select('name')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();
  await database.close();
  return terms.map(({ name }) => name);
}
