import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { type CallAnswer, callTool } from '../../support/desk/clients.ts';
import { type Stage, createStage } from '../gates/scene.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createConnect } from '../../support/desk/clients.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import type { DatabaseName } from '../../support/stores/databases.ts';
import { makeToolServer } from '../../support/tool-server.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { startFaultyClient } from './faulty-client.ts';

/** Desk whose tools reach the brokerage through a faulty network; requests of the test itself bypass it. */
export interface FaultyDesk extends AsyncDisposable {
  readonly desk: TestDesk;
  readonly proxy: FaultProxy;
  /** Creates a stage with a new user, so that no daily limit matters. */
  nextStage(): Stage;
  /** A call of that person, who says yes to every form. */
  call(tool: string, input: Record<string, unknown>): Promise<CallAnswer>;
}

/** A late answer is only one more fault: the write is called again, and must not take effect again. Longer than printing a paper takes. */
const hastyMs = 2_000;

export async function openFaultyDesk(database: DatabaseName): Promise<FaultyDesk> {
  const asker = { asks: 'dana' };
  const desk = await startDesk({
    tools: [],
    database,
    server: { principalOf: () => ({ name: asker.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  const faulty = await startFaultyClient(desk.service, desk.credentials, { attemptTimeoutMs: hastyMs });
  const server = await makeToolServer({ ...desk.options, apiOf: () => faulty.api });
  const client = await createConnect(server, desk.shownForms)('accept');
  let stages = 0;
  return {
    desk,
    proxy: faulty.proxy,
    nextStage() {
      stages += 1;
      asker.asks = `dana ${stages}`;
      // Each refused token is followed by a new one, of which there are only so many in a minute.
      desk.clock.now = addMilliseconds(desk.clock.now, 30_000);
      return createStage(desk, all, String(stages));
    },
    call: (name, input) => callTool(client, name, input),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
      await faulty[Symbol.asyncDispose]();
      await desk.close();
    },
  };
}
