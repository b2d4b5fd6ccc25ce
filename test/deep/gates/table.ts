import type { ToolServer } from '../../../src/mcp/server/tool-server.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { makeToolServer } from '../../support/tool-server.ts';
import type { DatabaseName } from '../../support/stores/databases.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import type { Cell } from './axes.ts';
import { strictGates } from './rows.ts';
import { type Stage, createStage } from './scene.ts';
import { type ClientSeat, takeSeat } from './seats.ts';

const hosts = ['own', 'elsewhere', 'stranger'] as const;
/** Servers: the first one, another process of the same desk, and one that a stranger uses. */
export type TableHost = (typeof hosts)[number];

/** One brokerage for many cells: three servers of it, and clients of each kind. */
export interface Table extends AsyncDisposable {
  readonly desk: TestDesk;
  seat(host: TableHost, cell: Cell): Promise<ClientSeat>;
  /** Creates a stage with a new user, so that no daily limit and no earlier plan matters. */
  nextStage(): Stage;
}

export async function openTable(database: DatabaseName): Promise<Table> {
  const asker = { asks: 'dana' };
  const policy = { ...builtInPolicy, gates: strictGates };
  const desk = await startDesk({
    tools: [],
    database,
    server: { policy, principalOf: () => ({ name: asker.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  const [elsewhere, stranger] = await Promise.all([
    makeToolServer(desk.options),
    makeToolServer({ ...desk.options, principalOf: () => ({ name: 'mallory', kind: 'person' }) }),
  ]);
  const servers: Readonly<Record<TableHost, ToolServer>> = { own: desk.server, elsewhere, stranger };
  const seats = new Map<string, Promise<ClientSeat>>();
  let stages = 0;
  return {
    desk,
    seat(host, { era, way, answer }) {
      const hasForms = answer !== 'no forms';
      const key = `${host} ${era} ${way} ${hasForms}`;
      const seat = seats.get(key) ?? takeSeat(servers[host].buildServer, { era, way, hasForms });
      seats.set(key, seat);
      return seat;
    },
    nextStage() {
      stages += 1;
      asker.asks = `dana ${stages}`;
      return createStage(desk, all, String(stages));
    },
    async [Symbol.asyncDispose]() {
      for (const seat of seats.values()) await (await seat).close();
      await Promise.all([elsewhere[Symbol.asyncDispose](), stranger[Symbol.asyncDispose]()]);
      await desk.close();
    },
  };
}
