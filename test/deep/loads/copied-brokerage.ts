import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApiServer } from '../../../src/cli/http/api-server.ts';
import { connectOverHttp, type HttpAgent, startHttpProcess } from '../../cli/support/http.ts';
import { runWaybill } from '../../cli/support/in-process.ts';
import { createTemporaryFolder } from '../../cli/support/waybill.ts';
import { startRestorable } from '../../copy/restorable.ts';
import { startOfTest } from '../../support/service/service.ts';
import type { DatabaseName } from '../../support/stores/databases.ts';

/** A clock that goes on, and that can be set. */
function createTickingClock(from: string): { now: string } {
  let aheadMs = Date.parse(from) - Date.now();
  return {
    get now() {
      return new Date(Date.now() + aheadMs).toISOString();
    },
    set now(instant) {
      aheadMs = Date.parse(instant) - Date.now();
    },
  };
}

/** Starts a brokerage behind a real HTTP server, and a tool server process with a copy of its records and several clients. */
export async function startCopiedBrokerage(name: DatabaseName, clients: number) {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(createTemporaryFolder());
  const restorable = opening.use(await startRestorable(name, createTickingClock(startOfTest)));
  let front = createFront();
  const listen = async (port: number) => {
    front = createFront();
    front.listen(port, '127.0.0.1');
    await once(front, 'listening');
  };
  await listen(0);
  // A listening TCP server always has an address object.
  const { port } = front.address() as AddressInfo;
  const closeFront = async () => {
    const closed = once(front, 'close');
    front.close();
    front.closeAllConnections();
    await closed;
  };
  opening.defer(closeFront);
  const origin = `http://127.0.0.1:${port}`;
  const desk = {
    home: folder.path,
    environment: {
      WAYBILL_API_URL: `${origin}/v1`,
      WAYBILL_AUTH_URL: origin,
      WAYBILL_CLIENT_ID: restorable.credentials.clientId,
      WAYBILL_CLIENT_SECRET: restorable.credentials.clientSecret,
      WAYBILL_TOOLSETS: 'all',
    },
  };
  const server = opening.use(await startHttpProcess([], desk));
  const seats: HttpAgent[] = [];
  for (let nth = 0; nth < clients; nth += 1)
    seats.push(opening.use(await connectOverHttp(server.ready.url, nth % 2 === 0 ? 'modern' : 'legacy')));

  function createFront() {
    return createApiServer((request) => restorable.service().service.fetch(request));
  }

  const findCopy = () => {
    const [file] = readdirSync(folder.path, { recursive: true })
      .map(String)
      .filter((entry) => /(^|\/)copy-[^/]*\.db$/.test(entry));
    if (file === undefined) throw new Error('the tool server has no copy of the records');
    return path.join(folder.path, file);
  };
  const opened = opening.move();
  return {
    seats,
    clock: restorable.clock,
    database: () => restorable.service().database,
    /** The file of the tool server's copy. */
    findCopy,
    async whileStopped<Result>(work: () => Promise<Result>): Promise<Result> {
      await closeFront();
      const result = await work();
      await listen(port);
      return result;
    },
    backUp: () => restorable.backUp(),
    /** Compares the copy with the brokerage: customers by SQL in both stores, and everything by `sync verify`. */
    async compareCopy() {
      using copy = new DatabaseSync(findCopy(), { readOnly: true });
      const copied = copy.prepare('select id, name from customer order by id').all();
      const stored = await restorable
        .service()
        .database.reader.selectFrom('customer')
        .select(['id', 'name'])
        .where('organization_id', '=', restorable.organizationId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      const toLines = (rows: readonly object[]) => new Set(rows.map((row) => JSON.stringify({ ...row })));
      const { code, stdout } = await runWaybill(['sync', 'verify', '--whole'], desk);
      return { differences: [...toLines(copied).symmetricDifference(toLines(stored))], code, stdout };
    },
    verifyAudit: () => runWaybill(['audit', 'verify'], desk),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
