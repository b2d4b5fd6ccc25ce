import { once } from 'node:events';
import type { Server } from 'node:http';
import { configProblem } from '../config-problem.ts';

/** Orchestrators kill some ten seconds after the first signal. */
const drainMaxMs = 6000;
const sweepMs = 25;

/** Listens, or throws one sentence that names the flag to change. */
export async function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }) {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw configProblem('--port', `${port} is taken by another program; choose another, or 0 for a free one.`);
    if (code === 'EACCES')
      throw configProblem('--port', `${port} needs more rights than this user has; choose one above 1023.`);
    throw configProblem('--host', `${host} is not an address of this machine; 127.0.0.1 is, and 0.0.0.0 means all.`);
  }
}

/** Completes the requests that have begun, and ends; a caller that never finishes its request is not waited for. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Connections that are kept alive turn idle only after their answer.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const overdue = setTimeout(() => server.closeAllConnections(), drainMaxMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(overdue);
}
