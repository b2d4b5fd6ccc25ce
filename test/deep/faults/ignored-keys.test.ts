import { createCapabilitiesWithKeys } from '../../../src/client/capabilities/api-capabilities.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { callTool, createConnect } from '../../support/desk/clients.ts';
import { startDesk } from '../../support/desk.ts';
import { countCases } from '../../support/depth.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { type DatabaseName, onOneDatabase } from '../../support/stores/databases.ts';
import { makeToolServer } from '../../support/tool-server.ts';
import { countAddedRows, countRows } from '../gates/row-counts.ts';
import { rows } from '../gates/rows.ts';
import { type GateRow, createStage, readState } from '../gates/scene.ts';

const tried = countCases({ usual: 6, deep: rows.length });

/** Writes that are found again by reference, amount and time. */
const foundInRecords = ['book_carrier', 'record_payment', 'issue_credit', 'approve_bills', 'pay_bills'];

const createLostAnswer = () =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

/** A desk whose API ignores Idempotency-Keys, and loses the answer to the next write where that is chosen. */
async function openForgetfulDesk(database: DatabaseName) {
  const asker = { asks: 'dana' };
  const desk = await startDesk({
    tools: [],
    database,
    server: { principalOf: () => ({ name: asker.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  const network = { losesNext: false, writes: 0 };
  const api = createClient({
    ...desk.credentials,
    baseUrl: 'http://service.test/v1',
    authUrl: 'http://service.test',
    capabilities: createCapabilitiesWithKeys('disproved'),
    now: () => Date.parse(desk.clock.now),
    sleep: async () => {},
    async fetch(request) {
      const isWrite = request.headers.has('idempotency-key');
      const headers = new Headers(request.headers);
      headers.delete('idempotency-key');
      const response = await desk.service.service.fetch(new Request(request, { headers }));
      if (!isWrite) return response;
      network.writes += 1;
      if (!network.losesNext) return response;
      network.losesNext = false;
      throw createLostAnswer();
    },
  });
  const server = await makeToolServer({ ...desk.options, apiOf: () => api });
  const client = await createConnect(server, desk.shownForms)('accept');
  let stages = 0;

  /** Calls the tool, runs the approved plan, and repeats the call while the answer says that it was not done. */
  async function write({ tool }: GateRow, input: Record<string, unknown>) {
    let answer = await callTool(client, tool, input);
    if (answer.data.approval !== undefined) {
      await desk.approve(answer.data.approval.id);
      const run = { approvalId: answer.data.approval.id };
      answer = await callTool(client, 'run_approved', run);
      // As an assistant is told to do after an answer that was lost.
      if (answer.data.error?.nextActions?.some((action: { tool: string }) => action.tool === 'run_approved'))
        await callTool(client, 'run_approved', run);
    }
    return answer;
  }

  return {
    async play(row: GateRow, { losesAnswer }: { readonly losesAnswer: boolean }) {
      stages += 1;
      asker.asks = `dana ${stages}`;
      desk.clock.now = addMilliseconds(desk.clock.now, 30_000);
      const scene = await row.prepare(createStage(desk, all, String(stages)));
      const counted = await countRows(desk.service);
      network.losesNext = losesAnswer;
      const { text, data } = await write(row, scene.input);
      network.losesNext = false;
      // A document whose file was not sent waits for it: it is there all the same.
      const { document_deadline: _, ...addedRows } = countAddedRows(counted, await countRows(desk.service));
      return { text, outcome: data.error?.outcome ?? data.status, addedRows, state: await readState(scene) };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
      await api.close();
      await desk.close();
    },
  };
}

onOneDatabase('with an API that ignores Idempotency-Keys and loses the answer to a write', (database) => {
  test('the write takes effect once, and is never said not to be done', async () => {
    await using desk = await openForgetfulDesk(database);
    const step = rows.length / tried;
    const chosen = Array.from({ length: tried }, (_, index) => rows[Math.floor(index * step)]);
    const wrong: string[] = [];
    const outcomes = new Map<string, string>();

    for (const row of chosen.filter((each) => each !== undefined)) {
      const once = await desk.play(row, { losesAnswer: false });
      const lost = await desk.play(row, { losesAnswer: true });
      outcomes.set(row.tool, lost.outcome);
      if (once.state !== 'after') wrong.push(`${row.tool} without a fault: ${once.text}`);
      if (lost.outcome === 'not_done') wrong.push(`${row.tool} was said not to be done: ${lost.text}`);
      if (!isDeepStrictEqual(lost.addedRows, once.addedRows))
        wrong.push(
          `${row.tool} left ${JSON.stringify(lost.addedRows)}, once is ${JSON.stringify(once.addedRows)}: ${lost.text}`,
        );
    }

    expect(wrong).toEqual([]);
    expect(foundInRecords.filter((tool) => (outcomes.get(tool) ?? 'done') !== 'done')).toEqual([]);
  });
});
