import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server on loopback that accepts every connection and says nothing, or one line of bytes and then nothing. */
export async function startSilentServer(firstBytes?: string): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
    if (firstBytes !== undefined) socket.write(firstBytes);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening TCP server always has an address object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
