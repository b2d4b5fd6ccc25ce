import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { fillCopy, groupByLane, healthColumns, holdLocks, measureHealth } from '../http/healthz.ts';
import { type HttpServer, startBareHttp, startWaybillHttp } from '../http/servers.ts';
import { findWorld } from '../insight/worlds.ts';
import { runToTheEnd } from '../lifecycle.ts';

/**
 * Measures `/healthz` of `waybill http` while others work. Flags: --folder where worlds are kept, --shipments 2000,
 * --minutes 30.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    shipments: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '30' },
  },
});
const minuteMs = 60_000;
const groupingMs = 10_000;
const lockMs = 8_000;

await runToTheEnd(Number(values.minutes) * minuteMs, async (run) => {
  buildBundle();
  const folder = path.resolve(values.folder ?? mkdtempSync(path.join(tmpdir(), 'waybill-healthz-')));
  const world = await findWorld(folder, { shipments: Number(values.shipments) });

  const brokerage = ['sandbox.db', 'encryption.key'];
  const all = [...brokerage, path.basename(world.copy)];
  const bare = await startBareHttp();

  /** Copies the named files of the world, so that it stays as it is. */
  async function withServer<Result>(
    names: readonly string[],
    work: (server: HttpServer, home: string) => Promise<Result>,
  ): Promise<Result> {
    const home = run.home();
    for (const name of names) cpSync(path.join(world.home, name), path.join(home, name));
    const server = await startWaybillHttp({ home }, { isFilled: names === all });
    try {
      return await work(server, home);
    } finally {
      await server.end();
      run.remove(home);
    }
  }

  run.show({
    title: `/healthz of waybill http, polled every 5 ms, ${world.size.shipments} shipments`,
    columns: ['while', ...healthColumns],
    rows: [
      [
        'a copy fills',
        ...(await withServer(brokerage, (server) => measureHealth(server, bare, () => fillCopy(server)))),
      ],
      [
        'analyze groups a year by lane',
        ...(await withServer(all, (server) => measureHealth(server, bare, () => groupByLane(server, groupingMs)))),
      ],
      [
        'another process holds the lock of each file for 8 s',
        ...(await withServer(all, (server, home) =>
          measureHealth(server, bare, () => holdLocks(server, home, lockMs)),
        )),
      ],
    ],
    notes: [
      'The bare server does nothing else: what it takes is the machine, not Waybill.',
      `The world is kept in ${folder}: give it as --folder to use it again, remove it when done.`,
    ],
  });
});
