import {
  completeCapabilities,
  createCapabilitiesWithKeys,
  type ApiCapabilities,
} from '../../../src/client/capabilities/api-capabilities.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { type CallAnswer, callTool, createConnect } from '../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { countCases } from '../../support/depth.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { type DatabaseName, onOneDatabase } from '../../support/stores/databases.ts';
import { makeToolServer } from '../../support/tool-server.ts';
import { countAddedRows, countRows } from '../gates/row-counts.ts';
import { rows, strictGates } from '../gates/rows.ts';
import { type GateRow, createStage, readState } from '../gates/scene.ts';

const tried = countCases({ usual: 4, deep: rows.length });
/** Longer than a process that runs a plan says that it is at it. */
const leaseIsOverMs = 10 * 60_000;

interface DyingNetwork {
  /** After so many writes of the plan have been carried out, the process is gone: no answer arrives. */
  diesAfter: number;
  writes: number;
  readonly onDeath: () => void;
}

/** Opens a tool server whose process can die exactly after the effect of a write; its work never continues. */
async function openMortalServer(
  desk: TestDesk,
  { capabilities, network }: { capabilities: ApiCapabilities; network: DyingNetwork },
) {
  const api = createClient({
    ...desk.credentials,
    baseUrl: 'http://service.test/v1',
    authUrl: 'http://service.test',
    capabilities,
    now: () => Date.parse(desk.clock.now),
    sleep: async () => {},
    limits: { attemptTimeoutMs: 600_000, overallTimeoutMs: 600_000 },
    async fetch(request) {
      const isWrite = request.headers.has('idempotency-key');
      const headers = new Headers(request.headers);
      if (capabilities !== completeCapabilities) headers.delete('idempotency-key');
      const response = await desk.service.service.fetch(new Request(request, { headers }));
      if (!isWrite) return response;
      network.writes += 1;
      if (network.writes !== network.diesAfter) return response;
      network.onDeath();
      return new Promise<never>(() => {});
    },
  });
  const server = await makeToolServer({ ...desk.options, apiOf: () => api });
  return createConnect(server, desk.shownForms)('none');
}

interface Recovered {
  readonly answer: CallAnswer;
  /** The same call again by the next process, before it takes the approval up. */
  readonly repeated: CallAnswer | undefined;
  readonly state: unknown;
  readonly addedRows: object;
}

async function openDesk(database: DatabaseName, capabilities: ApiCapabilities) {
  const asker = { asks: 'dana' };
  const policy = { ...builtInPolicy, gates: strictGates };
  const desk = await startDesk({
    tools: [],
    database,
    server: { policy, principalOf: () => ({ name: asker.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  let stages = 0;

  /** Plays a row whose process dies after so many writes; 0 lets it live. Then another process takes the approval up. */
  async function play(row: GateRow, diesAfter: number): Promise<Recovered & { readonly writes: number }> {
    stages += 1;
    asker.asks = `dana ${stages}`;
    desk.clock.now = addMilliseconds(desk.clock.now, 30_000);
    const scene = await row.prepare(createStage(desk, all, String(stages)));
    const death = Promise.withResolvers<void>();
    const network = { diesAfter, writes: 0, onDeath: death.resolve };
    const mortal = await openMortalServer(desk, { capabilities, network });
    const successor = await openMortalServer(desk, { capabilities, network: { ...network, diesAfter: 0 } });
    const planned = await callTool(mortal, row.tool, scene.input);
    const approvalId = planned.data.approval?.id;
    if (approvalId === undefined) throw new Error(`${row.tool} asked nobody: ${planned.text}`);
    await desk.approve(approvalId);
    const counted = await countRows(desk.service);
    const first = callTool(mortal, 'run_approved', { approvalId });
    const isDead = await Promise.race([first.then(() => false), death.promise.then(() => true)]);
    if (isDead) desk.clock.now = addMilliseconds(desk.clock.now, leaseIsOverMs);
    // An assistant that has lost the answer may call the tool once more instead.
    const repeated = isDead ? await callTool(successor, row.tool, scene.input) : undefined;
    const answer = isDead ? await callTool(successor, 'run_approved', { approvalId }) : await first;
    // A document whose file was not sent waits for it: it is there all the same.
    const { document_deadline: _, ...addedRows } = countAddedRows(counted, await countRows(desk.service));
    return { answer, repeated, state: await readState(scene), addedRows, writes: network.writes };
  }
  return { play, [Symbol.asyncDispose]: () => desk.close() };
}

const chooseRows = (): readonly GateRow[] =>
  Array.from({ length: tried }, (_, index) => rows[Math.floor((index * rows.length) / tried)]).filter(
    (row) => row !== undefined,
  );

const isDone = ({ data }: CallAnswer): boolean => data.status === 'done' || data.status === 'already_done';

onOneDatabase('a process that is killed exactly after the effect of a write', (database) => {
  test('is followed by one that settles what was sent and finishes the plan, where the API keeps keys', async () => {
    await using desk = await openDesk(database, completeCapabilities);
    const wrong: string[] = [];

    for (const row of chooseRows()) {
      const once = await desk.play(row, 0);
      for (let diesAfter = 1; diesAfter <= once.writes; diesAfter += 1) {
        const { answer, repeated, state, addedRows } = await desk.play(row, diesAfter);
        const name = `${row.tool} after write ${diesAfter} of ${once.writes}: ${answer.text.slice(0, 300)}`;
        if (repeated?.data.error?.outcome !== 'unknown') wrong.push(`the same call again: ${repeated?.text}: ${name}`);
        if (!isDone(answer)) wrong.push(`is not done: ${name}`);
        if (state !== 'after') wrong.push(`it is ${JSON.stringify(state)}: ${name}`);
        if (!isDeepStrictEqual(addedRows, once.addedRows))
          wrong.push(`left ${JSON.stringify(addedRows)}, once ${JSON.stringify(once.addedRows)}: ${name}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  test('is followed by one that does nothing twice and never says NOT DONE, where the API ignores keys', async () => {
    await using desk = await openDesk(database, createCapabilitiesWithKeys('disproved'));
    const wrong: string[] = [];

    for (const row of chooseRows()) {
      const once = await desk.play(row, 0);
      const { answer, state, addedRows } = await desk.play(row, 1);
      const name = `${row.tool}: ${answer.text.slice(0, 300)}`;
      if (answer.text.startsWith('NOT DONE')) wrong.push(`says NOT DONE, and it is ${String(state)}: ${name}`);
      if (once.writes === 1 && !isDeepStrictEqual(addedRows, once.addedRows))
        wrong.push(`left ${JSON.stringify(addedRows)}, once ${JSON.stringify(once.addedRows)}: ${name}`);
    }

    expect(wrong).toEqual([]);
  });
});
