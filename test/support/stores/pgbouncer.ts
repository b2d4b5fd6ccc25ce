import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort, findServerUser } from './postgres.ts';

const program = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
].find((file) => existsSync(file));

/** Why tests with the pooler are skipped; null where it is installed. */
export const pgbouncerMissing = program === undefined ? 'PgBouncer is not installed' : null;

export type PoolMode = 'session' | 'transaction';

export interface Pooler extends AsyncDisposable {
  /** Address of the same database through the pooler. */
  readonly url: string;
}

/** A private PgBouncer on a free loopback port in front of a database. It refuses root, so root starts it as `postgres`. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: PoolMode,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  if (program === undefined) throw new Error(pgbouncerMissing ?? 'no PgBouncer');
  const serverUrl = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-pgbouncer-'));
  const user = findServerUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await findFreePort();
  const host = serverUrl.searchParams.get('host') ?? serverUrl.hostname;
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 20,
    max_client_conn: 200,
    ...settings,
  };
  const file = path.join(folder, 'pgbouncer.ini');
  const target = `host=${host} port=${serverUrl.port} user=${serverUrl.username} dbname=${serverUrl.pathname.slice(1)}`;
  writeFileSync(
    file,
    [
      '[databases]',
      `* = ${target}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  const server = await launch(spawn(program, [file], { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }));
  return {
    url: `postgres://${serverUrl.username}@127.0.0.1:${port}${serverUrl.pathname}`,
    async [Symbol.asyncDispose]() {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function launch(server: ReturnType<typeof spawn>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}: ${log}`)));
    const read = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('process up')) resolve(server);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
  });
}

/** SIGINT waits for clients; a test that ends has none that matter. */
function end(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
