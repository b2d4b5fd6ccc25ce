import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface UnreadLoad {
  readonly url: string;
  readonly connections: number;
  /** Requests that each connection sends at once, without reading any response. */
  readonly requests: number;
  readonly request: UnreadRequest;
}

export interface UnreadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Opens connections that send their requests at once and read nothing; returns how to close them. */
export async function sendUnread({ url, connections, requests, request }: UnreadLoad): Promise<() => void> {
  const { hostname, port, host } = new URL(url);
  const { path, headers, body } = request;
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const text = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => openSocket(Number(port), hostname, text.repeat(requests))),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function openSocket(port: number, host: string, text: string): Promise<Socket> {
  const socket = connect({ port, host });
  socket.pause();
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('connect', () => socket.write(text, () => resolve(socket))));
}

/** Reads health again and again, each time on a connection of its own, and returns the milliseconds of each answer. */
export async function measureHealth(url: string, forMs: number): Promise<readonly number[]> {
  const times: number[] = [];
  const endAt = performance.now() + forMs;
  while (performance.now() < endAt) {
    const askedAt = performance.now();
    await askHealth(`${url}/healthz`);
    times.push(performance.now() - askedAt);
    await pause(probeEveryMs);
  }
  return times;
}

const probeEveryMs = 20;

/** A connection that is kept alive could be closed by the server at the moment at which it is used again. */
const askHealth = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
