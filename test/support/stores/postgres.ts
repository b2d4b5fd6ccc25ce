import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Database that new ones are copied from. */
export const postgresTemplate = 'waybill_template';

export interface PostgresServer {
  /** Address of the maintenance database. */
  readonly url: string;
  /** The same by the server's socket file: a query takes a third less of the processor than over TCP. */
  readonly socketUrl: string;
  /** Ends the server as a restart of its machine would, or in mid-sentence (SIGQUIT); its data stays. */
  halt(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts the halted server again, at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Finds the folder in which Debian, Homebrew or most containers keep the server programs. */
function findServerPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : [];
  return [...folders.sort().reverse(), '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'].find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  );
}

export const postgresMissing =
  findServerPrograms() === undefined ? 'PostgreSQL server programs (initdb, postgres) are not installed' : null;

/** The data is thrown away, the queries are short, and most databases live for a second. */
const lightSettings = ['max_connections=200', 'fsync=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off'];

/** Starts a private, throw-away server on a free loopback port. PostgreSQL refuses root, so root starts it as `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findServerPrograms();
  if (programs === undefined) throw new Error(postgresMissing ?? 'no PostgreSQL');
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-pg-'));
  const user = findServerUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'waybill', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8'],
    {
      ...user,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  const port = await findFreePort();
  const settings = [...lightSettings, `unix_socket_directories=${folder}`];
  const launch = () =>
    waitUntilReady(
      spawn(
        path.join(programs, 'postgres'),
        ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    );
  let server: ChildProcess | undefined = await launch();
  const stop = async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
    if (server) await stopAndWait(server, signal);
    server = undefined;
  };
  return {
    url: `postgres://waybill@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://waybill@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    halt: stop,
    async resume() {
      server = await launch();
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(server: ChildProcessByStdio<null, null, Readable>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve(server);
    });
  });
}

function stopAndWait(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/** Finds the user that database programs run as if this process runs as root. */
export function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
