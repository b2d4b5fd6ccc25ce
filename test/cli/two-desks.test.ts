import { readEntry } from '../../src/mcp/audit/audit.ts';
import { readInstalledKey } from '../support/cipher.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countCases } from '../support/depth.ts';
import { type Agent, startAgentProcess } from './support/agent.ts';
import { runWaybill } from './support/in-process.ts';
import { buildDeskSettings } from './support/record.ts';
import { type CommandSettings, createTemporaryFolder } from './support/waybill.ts';
import { order } from './support/freight.ts';
import { waitUntil } from '../support/wait-until.ts';

const perAgent = countCases({ usual: 8, deep: 20 });

test('two assistants on one clean data folder make one sandbox and see the same brokerage', async () => {
  using folder = createTemporaryFolder();
  const [first, second] = await Promise.all([
    startAgentProcess({ home: folder.path }),
    startAgentProcess({ home: folder.path }, 'legacy'),
  ]);
  await using firstDesk = first;
  await using secondDesk = second;

  // Neither has touched the store yet: both find it empty and begin to fill it.
  const [seenLeft, seenRight] = await Promise.all([firstDesk, secondDesk].map(listNewestShipments));

  expect(seenLeft?.length).toBe(10);
  expect(seenRight).toEqual(seenLeft);
});

describe('two assistants on an empty brokerage', () => {
  const open = new AsyncDisposableStack();
  let settings: CommandSettings;
  let firstAgent: Agent;
  let secondAgent: Agent;
  beforeAll(async () => {
    settings = buildDeskSettings(open.use(createTemporaryFolder()).path);
    const started = await Promise.all([startAgentProcess(settings), startAgentProcess(settings, 'legacy')]);
    [firstAgent, secondAgent] = started;
    for (const agent of started) open.use(agent);
  });
  afterAll(() => open.disposeAsync());

  test('that write at once lose nothing, give no number twice and leave a whole audit log', async () => {
    const customer = await createRecord(firstAgent, 'customers.create', { name: 'Acme Foods', status: 'ACTIVE' });

    const quote = (agent: Agent, key: string) =>
      createRecord(agent, 'quotes.create', { customer: { id: customer.id }, order, key });
    const requests = Array.from({ length: perAgent }, (_, index) => [
      quote(firstAgent, `left-${index}`),
      quote(secondAgent, `right-${index}`),
    ]);
    const quotes = await Promise.all(requests.flat());

    const input = { operation: 'quotes.filter', input: { pageSize: 250 }, fields: ['id'] };
    const stored = await firstAgent.call('api_read', input);
    const verified = await runWaybill(['audit', 'verify'], settings);
    const counted = await countStartedAndFinished(settings.home);
    expect(new Set(quotes.map(({ friendlyId }) => friendlyId)).size).toBe(2 * perAgent);
    expect(stored.text).toMatch(new RegExp(`\\b${2 * perAgent} records`));
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${4 * perAgent + 2} entries`) });
    expect(counted).toEqual({ started: 2 * perAgent + 1, finished: 2 * perAgent + 1 });
  });

  test('of one person that send the same request at one moment create one record', async () => {
    const input = { operation: 'paymentTerms.create', input: { name: 'Net 15' } };
    const answers = await Promise.all(
      [firstAgent, secondAgent, firstAgent, secondAgent].map((agent) => agent.call('api_write', input)),
    );

    const ids = new Set(answers.map(({ data }) => data.record?.id).filter((id) => id !== undefined));
    const listed = await firstAgent.call('api_read', { operation: 'paymentTerms.filter' });
    expect(ids.size).toBe(1);
    expect(listed.data.rows).toHaveLength(1);
  });
});

async function listNewestShipments(agent: Agent): Promise<readonly string[]> {
  const input = { operation: 'shipments.filter', input: { pageSize: 10 }, fields: ['id'] };
  // On a busy machine the first answer may be that the sandbox is still being made.
  let rows: readonly { readonly id: string }[] = [];
  await waitUntil(async () => {
    rows = (await agent.call('api_read', input)).data.rows ?? [];
    return rows.length > 0;
  });
  return rows.map(({ id }) => id);
}

async function createRecord(agent: Agent, operation: string, input: object) {
  const { data, text } = await agent.call('api_write', { operation, input });
  if (data.status !== 'done') throw new Error(text);
  return data.record as { readonly id: string; readonly friendlyId: string };
}

async function countStartedAndFinished(home: string) {
  await using memory = await openToolMemory(`sqlite:${home}/waybill.db`, readInstalledKey(home));
  const entries = (await memory.audit.after(0, 1000)).map(readEntry);
  const count = (wantedKind: string) => entries.filter(({ kind }) => kind === wantedKind).length;
  return { started: count('started'), finished: count('finished') };
}
