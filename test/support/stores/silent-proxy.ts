import { createServer, type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Proxy in front of a database that can fall silent: a lost packet never arrives later. */
export interface SilentProxy extends AsyncDisposable {
  /** Address of the server behind the proxy, through the proxy. */
  readonly url: string;
  /** From now on nothing is forwarded in either direction; new connections are accepted, and hear nothing. */
  fallSilent(): void;
  /** Lets new connections through. Those of before stay silent for good. */
  recover(): void;
  /** Falls silent as soon as a client sends a text: before it is forwarded, or once the server has it. */
  fallSilentAt(text: string, isForwarded: boolean): Promise<void>;
  /** Connections that clients have open now. */
  readonly open: () => number;
}

interface ProxyWatch {
  readonly text: string;
  readonly isForwarded: boolean;
  readonly met: () => void;
}

/** A TCP proxy on loopback in front of a PostgreSQL server, which can fall silent as a broken network does. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const targetUrl = new URL(databaseUrl);
  const folder = targetUrl.searchParams.get('host');
  const port = Number(targetUrl.port || 5432);
  const target = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: targetUrl.hostname, port };
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  let isSilent = false;
  let watch: ProxyWatch | undefined;

  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => {}).on('close', () => clients.delete(client));
    if (isSilent) {
      client.resume();
      return;
    }
    const upstream = connect(target);
    servers.add(upstream);
    let isLost = false;
    lost.add(() => (isLost = true));
    upstream.on('error', () => {}).on('close', () => servers.delete(upstream));
    client.on('data', (bytes: Buffer) => {
      if (isLost) return;
      const met = watch !== undefined && bytes.includes(watch.text) ? watch : undefined;
      if (met) watch = undefined;
      if (!met || met.isForwarded) upstream.write(bytes);
      if (met) {
        fallSilent();
        met.met();
      }
    });
    upstream.on('data', (bytes: Buffer) => {
      if (!isLost) client.write(bytes);
    });
    // A network that lost a connection brings the news of its end to neither side.
    client.on('end', () => isLost || upstream.end());
    client.on('close', () => isLost || upstream.destroy());
    upstream.on('close', () => isLost || client.destroy());
  });
  const lost = new Set<() => void>();
  const fallSilent = () => {
    isSilent = true;
    for (const lose of lost) lose();
    lost.clear();
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  // A listening TCP server always has an address object.
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent,
    recover() {
      isSilent = false;
    },
    fallSilentAt: (text, isForwarded) =>
      new Promise((resolve) => {
        watch = { text, isForwarded, met: resolve };
      }),
    open: () => clients.size,
    async [Symbol.asyncDispose]() {
      for (const socket of [...clients, ...servers]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
