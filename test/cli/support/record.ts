import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { type Agent, startAgent } from './agent.ts';
import { runWaybill } from './in-process.ts';
import type { CommandSettings } from './waybill.ts';

interface CapturedCall {
  readonly code: number | null;
  // Tests read results freely; each assertion says what it expects.
  readonly result: any; // eslint-disable-line typescript/no-explicit-any
}

/** Builds the settings of a data folder whose brokerage is `desk.db` in it, without a sandbox. */
export const buildDeskSettings = (home: string): CommandSettings => ({
  home,
  environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` },
});

export const formatDatabaseUrl = ({ home }: Pick<CommandSettings, 'home'>): string =>
  `sqlite:${path.join(home, 'desk.db')}`;

/** `waybill call TOOL --json`, its exit code and the result object that it printed. */
export async function call(settings: CommandSettings, tool: string, input: object): Promise<CapturedCall> {
  const { code, stdout, stderr } = await runWaybill(['call', tool, JSON.stringify(input), '--json'], settings);
  if (stdout === '') throw new Error(stderr);
  return { code, result: JSON.parse(stdout) };
}

/**
 * Prepares the new folders of desks with work that an assistant does once: the files of its desk are copied. Another
 * worker may do it again.
 */
function prepareDeskOnce<Result>(
  prepare: (agent: Agent) => Promise<Result>,
): (settings: CommandSettings) => Promise<Result> {
  let prepared: Promise<{ readonly folder: string; readonly result: Result }> | undefined;
  const prepareOnce = async () => {
    const folder = mkdtempSync(path.join(inject('runFolder'), 'desk-'));
    await using agent = await startAgent(buildDeskSettings(folder));
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
export const givenPendingDeletion = prepareDeskOnce(async (agent) => {
  const made = await createTerm(agent, 'Net 15');
  const id = String(made.data.record.id);
  const planned = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  return { id, approvalId: String(planned.data.approval.id) };
});

/** An audit log with four entries: the start and the end of two writes. */
export const givenTwoWrites = prepareDeskOnce(async (agent) => {
  for (const name of ['Net 15', 'Net 30']) await createTerm(agent, name);
});

/** Lists the names of the payment terms that the brokerage of this database has now. */
export async function listTermNames(url: string): Promise<string[]> {
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
