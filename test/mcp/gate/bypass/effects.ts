import { makeToolServer } from '../../../support/tool-server.ts';
import type { TestDesk } from '../../../support/desk.ts';
import { createConnect } from '../../../support/desk/clients.ts';
import { readCommits } from '../../../support/stores/commits.ts';
import { listRowTexts } from '../../../support/records/brokerage-state.ts';
import { callTool } from '../../../support/desk/clients.ts';
import { isReadRequest } from '../../../support/read-requests.ts';

/** Lists the effects of some calls on the brokerage: writes that reached the API, and rows that changed. */
export async function listEffects(desk: TestDesk, calls: () => Promise<unknown>): Promise<readonly string[]> {
  const newEffects = await watchEffects(desk);
  await calls();
  return newEffects();
}

/** Returns, each time, what came of the calls since the last time. */
export async function watchEffects(desk: TestDesk): Promise<() => Promise<readonly string[]>> {
  const { database } = desk.service;
  let commits = await readCommits(database);
  let before = await listRowTexts(desk.service);
  let seen = desk.requests.length;
  return async () => {
    const commitsNow = await readCommits(database);
    // Reading every row takes much longer.
    const now = commitsNow === commits ? before : await listRowTexts(desk.service);
    commits = commitsNow;
    const currentRows = new Set(now);
    const writes = desk.requests.slice(seen).filter((request) => !isReadRequest(request));
    const effects = [...writes, ...before.filter((row) => !currentRows.has(row))];
    before = now;
    seen = desk.requests.length;
    return effects;
  };
}

/** Calls a tool with a client that accepts every form, and returns what an accepted form is enough for. */
export async function callAndAccept(desk: TestDesk, tool: string, input: Record<string, unknown>) {
  let answer = '';
  const effects = await listEffects(desk, async () => {
    const { data } = await desk.callTool(tool, input, 'accept');
    answer = data.error?.code ?? data.status;
  });
  return { answer, effects };
}

/** Another process: a second tool server on the same memory and the same API. */
export async function startSecondServer(desk: TestDesk): Promise<TestDesk['callTool']> {
  const connect = createConnect(await makeToolServer(desk.options), desk.shownForms);
  return async (name, input = {}, person = 'none') => {
    const client = await connect(person);
    const answer = await callTool(client, name, input);
    await client.close();
    return answer;
  };
}
