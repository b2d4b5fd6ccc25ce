import { once } from 'node:events';
import { createServer, request as send } from 'node:http';

/** Hands each request to the next process in turn and leaves it as it is, as a balancer in front of several does. */
export async function startBalancer(port: number, targets: readonly number[]): Promise<AsyncDisposable> {
  let turn = 0;
  const server = createServer((request, response) => {
    const target = targets[turn % targets.length];
    turn += 1;
    const { method, url: path, headers } = request;
    const onward = send({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
